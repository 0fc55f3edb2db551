/* Stars: one rank loops over all others, behind an if in main, an early return, a switch, a condition inside the loop, at a root
 * that the caller chooses. The first round of a worker pool is one too; its answers to whoever asked are quiet. Receives from
 * MPI_ANY_SOURCE that hear from every rank once make a hub: a note. What the leaves do is quiet. */
#include <mpi.h>

static double buf[1000];

static void worker(void)
{
    MPI_Recv(buf, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void master(int size, int n)
{
    MPI_Status st;
    int next = 0, active = 0;

    for (int r = 1; r < size; r++) {
        if (next >= n)
            break;
        MPI_Send(&next, 1, MPI_INT, r, 0, MPI_COMM_WORLD); // want alltoall
        next++;
        active++;
    }
    while (active > 0) {
        MPI_Recv(buf, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st);
        active--;
        if (next < n) {
            MPI_Send(&next, 1, MPI_INT, st.MPI_SOURCE, 0, MPI_COMM_WORLD);
            next++;
            active++;
        }
    }
}

static void collect(int size)
{
    for (int i = 1; i < size; i++)
        MPI_Recv(buf, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want alltoall:note
}

static void count_down(void)
{
    int left, rank;

    MPI_Comm_size(MPI_COMM_WORLD, &left);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank)
        return;
    left--;
    while (left > 0) {
        MPI_Recv(buf, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want alltoall:note
        left--;
    }
}

static void in_order(int rank, int size)
{
    for (int i = 1; i < size; i++)
        if (rank == 0)
            MPI_Recv(buf, 10, MPI_DOUBLE, i, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want alltoall
        else if (rank == i)
            MPI_Send(buf, 10, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
}

static void hand_out(int root, MPI_Comm c)
{
    int r, n;

    MPI_Comm_rank(c, &r);
    MPI_Comm_size(c, &n);
    if (r != root) {
        MPI_Recv(buf, 10, MPI_DOUBLE, root, 3, c, MPI_STATUS_IGNORE);
        return;
    }
    for (int i = 0; i < n; i++) // loop alltoall
        if (i != root)
            MPI_Send(buf, 10, MPI_DOUBLE, i, 3, c); // want alltoall
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size, 100);
    else
        worker();
    switch (rank) {
    case 0:
        collect(size);
        break;
    default:
        MPI_Send(buf, 10, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
    count_down();
    in_order(rank, size);
    hand_out(0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
