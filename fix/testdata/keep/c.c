/* Buffers that are reported, and for which no fix is provable. main runs each function once. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct list { struct list *next; int *n; };

/* The request is waited for in the next pass only. */
static void pending(int n, int next, int steps)
{
    MPI_Request req = MPI_REQUEST_NULL;
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf);
        MPI_Wait(&req, MPI_STATUS_IGNORE);
        buf[0] = s;
        MPI_Isend(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, &req);
        free(buf);
    }
    MPI_Wait(&req, MPI_STATUS_IGNORE);
}

/* The size varies. */
static void varying(const int *n, int next, int steps)
{
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n[s] * sizeof *buf);
        MPI_Send(buf, n[s], MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
}

/* The size can be read only where there is a pass. */
static void guarded(const struct list *l, const struct list *head, int next)
{
    for (; l; l = l->next) {
        double *buf = malloc(*head->n * sizeof *buf);
        MPI_Send(buf, 3000, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
}

/* A return outside would leak. */
static int leaving(int n, int next, int steps)
{
    for (int s = 0; s < steps; s++) {
        if (s == 99)
            return 1;
        double *buf = malloc(n * sizeof *buf);
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
    return 0;
}

#define LEAVE_IF(c) do { if (c) return 1; } while (0)

/* So would one in a macro. */
static int leaving_by_macro(int n, int next, int steps)
{
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf);
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
        LEAVE_IF(s == 99);
    }
    return 0;
}

/* A label, to which something may jump. */
static void labelled(int n, int next, int steps)
{
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf);
        if (MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
            goto next;
        buf[0] = 1;
next:
        free(buf);
    }
}

#define NEW(p, n) double *p = malloc((n) * sizeof *p)

/* The acquisition is in a macro. */
static void macro(int n, int next, int steps)
{
    for (int s = 0; s < steps; s++) {
        NEW(buf, n);
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
}

/* Several threads run the passes. */
static void threads(int n, int next, int steps)
{
#pragma omp parallel for
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf);
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
}

/* The pointer moves. */
static void moving(int n, int next, int steps)
{
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf), *start = buf;
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        buf++;
        free(start);
    }
}

/* The name means something else outside. */
static void twice(int n, int next, int steps)
{
    int buf = n;
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf);
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
    printf("%d\n", buf);
}

/* One-sided calls end elsewhere. */
static void onesided(int n, int next, int steps, MPI_Win win)
{
    for (int s = 0; s < steps; s++) {
        double *buf = malloc(n * sizeof *buf);
        MPI_Win_fence(0, win);
        MPI_Put(buf, n, MPI_DOUBLE, next, 0, n, MPI_DOUBLE, win);
        MPI_Win_fence(0, win);
        free(buf);
    }
}

/* Called in a loop: the finding would come back one level further out. */
static void often(int n, int next)
{
    for (int s = 0; s < 2; s++) {
        double *buf = malloc(n * sizeof *buf);
        MPI_Send(buf, n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
        free(buf);
    }
}

int main(int argc, char **argv)
{
    int n = 5000, sizes[] = {3000, 4000, 5000};
    struct list end = {NULL, &n};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    pending(n, 0, argc);
    varying(sizes, 0, argc);
    guarded(&end, &end, 0);
    leaving(n, 0, argc);
    leaving_by_macro(n, 0, argc);
    labelled(n, 0, argc);
    macro(n, 0, argc);
    threads(n, 0, argc);
    moving(n, 0, argc);
    twice(n, 0, argc);
    onesided(n, 0, argc, win);
    for (int i = 0; i < argc; i++)
        often(n, 0);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
