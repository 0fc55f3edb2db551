/* Rank 0 hands ten integers to each of the others. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, order[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        order[0] = 42;
        for (int r = 1; r < size; r++)
            MPI_Send(order, 10, MPI_INT, r, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(order, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == size - 1)
        printf("%d\n", order[0]);
    MPI_Finalize();
    return 0;
}
