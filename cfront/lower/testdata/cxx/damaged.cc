// Code that does not compile here: a header that declares some of it is missing.
#include <mpi.h>
#include <missing.h>

#include <vector>

void sends(int n, Missing &m) {
  std::vector<double> v(n);
  MPI_Send(v.data(), count_of(n), MPI_DOUBLE, m.peer(), 0, MPI_COMM_WORLD);
  MPI_Send(&v[0], nowhere, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  store(v.data(), n);
  Unseen u(v);
  u.put(v.data());
}
