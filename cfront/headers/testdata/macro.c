#include <mpi.h>

#define GLOBAL_SUM(p, n) MPI_Allreduce(MPI_IN_PLACE, p, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD)

void sum(double *p, int n) { GLOBAL_SUM(p, n); }
