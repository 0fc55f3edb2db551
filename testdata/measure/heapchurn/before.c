/* A kept buffer is cut to the exact size of each message. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long state = 1;

/* next is the length of the next message in doubles, up to most: the same on all ranks. */
static long next(long most)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return most / 8 + (long)(state >> 33) % (most - most / 8);
}

int main(int argc, char **argv)
{
    long most = argc > 1 ? atol(argv[1]) / (long)sizeof(double) : 1 << 17;
    int rank, size, steps = argc > 2 ? atoi(argv[2]) : 100;
    double *buf = NULL, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < steps; step++) {
        long n = next(most);
        buf = realloc(buf, n * sizeof *buf);
        if (rank == 0)
            for (long i = 0; i < n; i++)
                buf[i] = step;
        MPI_Bcast(buf, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        sum += buf[n - 1];
    }
    free(buf);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
