/* Exchange of edges: the program of the tests of this package. */
#include <mpi.h>
#include <stdlib.h>

void edges(double *field, int n, int steps, MPI_Comm comm)
{
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int step = 0; step < steps; step++) {
        double *edge = malloc(n * sizeof *edge);
        for (int i = 0; i < n; i++)
            edge[i] = field[i]; // a comment with <b>marks</b> & "quotes"
        MPI_Send(edge, n, MPI_DOUBLE, (rank + 1) % size, 0, comm);
        free(edge);
    }
    for (int peer = 0; peer < size; peer++)
        MPI_Send(field, n, MPI_DOUBLE, peer, 1, comm);
}
