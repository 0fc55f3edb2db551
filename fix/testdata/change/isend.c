/* Nonblocking calls that the pass waits for, in a function that main calls once and in a nest of loops; zeroed memory; a variable
   that is declared before the loops. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid { int n, steps; };

static double run(const struct grid *g, int rank, int size)
{
    double total = 0;
    double *edge;
    int count = g->n * 2;

    for (int step = 0; step < g->steps; step++) {
        for (int side = 0; side < 2; side++) {
            MPI_Request req[2];
            int to = side ? (rank + 1) % size : (rank + size - 1) % size;
            int from = side ? (rank + size - 1) % size : (rank + 1) % size;

            double *ghost = calloc(count, sizeof *ghost);
            edge = malloc(sizeof *edge * count);
            for (int i = 0; i < count; i++)
                edge[i] = rank * step + i;
            MPI_Irecv(ghost, count - 1, MPI_DOUBLE, from, side, MPI_COMM_WORLD, &req[0]);
            MPI_Isend(edge, count - 1, MPI_DOUBLE, to, side, MPI_COMM_WORLD, &req[1]);
            MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
            total += ghost[count - 2] + ghost[count - 1];
            ghost[count - 1] = 1e9; // the next pass must not see it
            free(edge);
            free(ghost);
        }
    }
    return total;
}

int main(int argc, char **argv)
{
    struct grid g = {5000, 7};
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double total = run(&g, rank, size);
    printf("%d: %g\n", rank, total);
    MPI_Finalize();
    return 0;
}
