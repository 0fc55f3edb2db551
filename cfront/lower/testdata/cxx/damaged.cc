// Code that does not compile here: a header that declares some of it is missing.
#include <mpi.h>
#include <missing.h>

#include <vector>

void sends(int n, Missing &m) {
  std::vector<double> v(n);
  MPI_Send(v.data(), count_of(n), MPI_DOUBLE, m.peer(), 0, MPI_COMM_WORLD);
  MPI_Send(&v[0], nowhere, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  store(v.data(), n);
}

struct Half {
  int n;
};

void members(Half *h, Half &r, int n) {
  double *p = new double[n];
  h->gone = p;
  r.list[n] = new double[n];
  if (h->flag) delete[] r.gone;
  MPI_Send(h->gone, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &h->comm);
}
