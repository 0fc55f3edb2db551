/* A master hands ten integers to every other rank.
 *
 * The messages are tiny and their buffer never moves, yet the master's memory jumps at the first round and stays up: the first
 * message to a rank opens a connection, and the queues that belong to it are kept. mpivet reports the loop as a star. */
#include <mpi.h>
#include <stdio.h>

enum { NORDER = 10, TAG_ORDER = 1 };

static void write_order(int *order, int rank)
{
    for (int i = 0; i < NORDER; i++)
        order[i] = rank * NORDER + i;
}

int main(int argc, char **argv)
{
    int order[NORDER];
    int rank, nranks;
    long sum = 0, total = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nranks);

    if (rank == 0) {
        for (int slave = 1; slave < nranks; slave++) {
            write_order(order, slave);
            MPI_Send(order, NORDER, MPI_INT, slave, TAG_ORDER, MPI_COMM_WORLD);
        }
        write_order(order, 0);
    } else {
        MPI_Recv(order, NORDER, MPI_INT, 0, TAG_ORDER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    for (int i = 0; i < NORDER; i++)
        sum += order[i];
    MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld\n", total);
    MPI_Finalize();
    return 0;
}
