/* The same with buffers that are allocated once. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) / (long)sizeof(double) : 1 << 17;
    int rank, size, steps = argc > 2 ? atoi(argv[2]) : 100;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *edge = malloc(n * sizeof *edge);
    double *ghost = malloc(n * sizeof *ghost);
    for (int step = 0; step < steps; step++) {
        for (long i = 0; i < n; i++)
            edge[i] = rank + step;
        MPI_Sendrecv(edge, n, MPI_DOUBLE, (rank + 1) % size, 0, ghost, n, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        sum += ghost[n - 1];
    }
    free(ghost);
    free(edge);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
