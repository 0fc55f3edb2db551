// Classes and functions that the configuration names.
#include <mpi.h>

namespace Kokkos {
template <class T>
class View {
 public:
  View(const char *label, int n);
  T *data() const;
  T *ptr_on_device() const;
  int size() const;
};
}  // namespace Kokkos

class Memory {
 public:
  template <class T>
  T *create(T *&array, int n, const char *name);
  template <class T>
  void destroy(T *&array);
};

class Pool {
 public:
  void *take(int bytes);
};

void step(Memory *memory, Pool &pool, int n, int dest) {
  Kokkos::View<double *> view("staging", n);
  MPI_Send(view.data(), view.size(), MPI_DOUBLE, dest, 0, MPI_COMM_WORLD);
  MPI_Send(view.ptr_on_device(), n, MPI_DOUBLE, dest, 0, MPI_COMM_WORLD);
  double *buf = nullptr;
  memory->create(buf, n, "buf");
  MPI_Send(buf, n, MPI_DOUBLE, dest, 0, MPI_COMM_WORLD);
  memory->destroy(buf);
  void *kept = pool.take(n);
  MPI_Send(kept, n, MPI_BYTE, dest, 0, MPI_COMM_WORLD);
}
