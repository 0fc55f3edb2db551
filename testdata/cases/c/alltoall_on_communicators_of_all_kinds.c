/* The same collective on communicators of different origin. On the world and its duplicate: a warning; on a part of it, or one
 * that nobody knows: a note; within a node: a note that says so; alone: quiet. Blocks of 256 bytes or less take logarithmically
 * many steps: a note. Gatherv is linear at its root: a note. A loop that gives each rank its turn as the root: a note. */
#include <mpi.h>

static double a[1000], b[1000];
static MPI_Comm part;

static void exchange(MPI_Comm unknown)
{
    MPI_Comm row, node, group, world;
    MPI_Group all, some;
    MPI_Win win;
    int ranks[2] = {0, 1}, n;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_split(MPI_COMM_WORLD, 1, 0, &row);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, ranks, &some);
    MPI_Comm_create(MPI_COMM_WORLD, some, &group);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, node);    // want alltoall:note
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, row);     // want alltoall:note
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, group);   // want alltoall:note
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, part);    // want alltoall:note
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, unknown); // want alltoall:note
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, world);   // want alltoall
    MPI_Alltoallv(a, 0, 0, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, MPI_COMM_SELF);
    MPI_Alltoall(a, 32, MPI_DOUBLE, b, 32, MPI_DOUBLE, MPI_COMM_WORLD);                   // want alltoall:note
    MPI_Alltoall(a, 33, MPI_DOUBLE, b, 33, MPI_DOUBLE, MPI_COMM_WORLD);                   // want alltoall
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 33, MPI_DOUBLE, MPI_COMM_WORLD);  // want alltoall
    MPI_Gatherv(a, 1, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, 0, MPI_COMM_WORLD);                // want alltoall:note
    MPI_Gather(a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Allgatherv(a, 1, MPI_DOUBLE, b, 0, 0, MPI_DOUBLE, MPI_COMM_WORLD);

    MPI_Comm_size(row, &n);
    MPI_Win_create(a, sizeof a, 8, MPI_INFO_NULL, row, &win);
    for (int i = 0; i < n; i++)
        MPI_Get(b, 1, MPI_DOUBLE, i, 0, 1, MPI_DOUBLE, win);                              // want alltoall:note
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 0; i < n; i++)
        MPI_Bcast(a, 10, MPI_DOUBLE, i, MPI_COMM_WORLD);                                  // want alltoall:note
    for (int i = 0; i < 10; i++)
        MPI_Bcast(a, 10, MPI_DOUBLE, i % n, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    extern MPI_Comm chosen_elsewhere;

    MPI_Init(&argc, &argv);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &part);
    exchange(chosen_elsewhere);
    MPI_Finalize();
    return 0;
}
