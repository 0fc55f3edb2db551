/* The ten integers go down a tree. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, order[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        order[0] = 42;
    MPI_Bcast(order, 10, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == size - 1)
        printf("%d\n", order[0]);
    MPI_Finalize();
    return 0;
}
