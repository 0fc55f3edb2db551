/* Waves on a string of blocks, one block a rank.
 *
 * In each time step the planes at both ends go to the neighbours. The exchange acquires its two buffers anew for every side, so
 * each pass may register other memory with the network adapter, and what was registered for the last pass is lost. mpivet reports
 * both buffers. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
    int nplanes;        /* without the two ghost planes */
    int nplane;         /* values in a plane */
    double *u, *before; /* (nplanes + 2) planes each */
    int neighbour[2];   /* below, above */
};

static double *plane(const struct block *b, int k)
{
    return b->u + (size_t)k * b->nplane;
}

static void exchange(struct block *b)
{
    size_t bytes = b->nplane * sizeof(double);

    for (int side = 0; side < 2; side++) {
        int last = side == 0 ? 1 : b->nplanes;
        int ghost = side == 0 ? b->nplanes + 1 : 0;
        double *tosend = malloc(bytes);
        double *toread = malloc(bytes);

        memcpy(tosend, plane(b, last), bytes);
        MPI_Sendrecv(tosend, b->nplane, MPI_DOUBLE, b->neighbour[side], side,
                     toread, b->nplane, MPI_DOUBLE, b->neighbour[1 - side], side,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (b->neighbour[1 - side] != MPI_PROC_NULL)
            memcpy(plane(b, ghost), toread, bytes);
        free(tosend);
        free(toread);
    }
}

static void step(struct block *b)
{
    size_t first = b->nplane, end = (size_t)(b->nplanes + 1) * b->nplane;
    double *swap;

    for (size_t i = first; i < end; i++)
        b->before[i] = 2.0 * b->u[i] - b->before[i]
                     + 0.1 * (b->u[i - b->nplane] - 2.0 * b->u[i] + b->u[i + b->nplane]);
    swap = b->u;
    b->u = b->before;
    b->before = swap;
}

int main(int argc, char **argv)
{
    struct block b = {.nplanes = 16, .nplane = 128 * 128};
    int rank, nranks;
    size_t n = (size_t)(b.nplanes + 2) * b.nplane;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nranks);
    b.neighbour[0] = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    b.neighbour[1] = rank < nranks - 1 ? rank + 1 : MPI_PROC_NULL;
    b.u = calloc(n, sizeof *b.u);
    b.before = calloc(n, sizeof *b.before);
    b.u[n / 2] = b.before[n / 2] = 1.0;

    for (int t = 0; t < 100; t++) {
        exchange(&b);
        step(&b);
    }

    printf("%d: %g\n", rank, b.u[n / 2]);
    free(b.u);
    free(b.before);
    MPI_Finalize();
    return 0;
}
