// Vectors declared in the loop: sized and zero, sized and overwritten at once, filled by push_back, with a value, with varying size.
#include <mpi.h>

#include <cstdio>
#include <vector>

static double exchange(const std::vector<double> &field, int steps, int rank, int size) {
  double sum = 0;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (int step = 0; step < steps; ++step) {
    const int n = 3000 + 100 * step;
    std::vector<double> out(n);
    for (int i = 0; i < n; ++i) out[i] = field[i % field.size()] + step;
    std::vector<double> in(n + 1);  // one more than comes
    std::vector<float> marks(n, 0.5f);
    std::vector<int> odd;
    for (int i = 0; i < n; i++)
      if ((i + step) % 3 == 0) odd.push_back(i);
    odd.resize(1000, 7);
    MPI_Request request;
    MPI_Irecv(in.data(), n, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &request);
    MPI_Send(out.data(), n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Bcast(marks.data(), n, MPI_FLOAT, step % size, MPI_COMM_WORLD);
    MPI_Bcast(odd.data(), 1000, MPI_INT, 0, MPI_COMM_WORLD);
    for (double v : in) sum += v;
    sum += in[n] + marks[step] + odd[step];
    in[n] = 1e6;
    marks[step] = 1e6f;
    if (sum < 0) return sum;
  }
  return sum;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> field(777, rank + 0.25);
  std::printf("%d: %g\n", rank, exchange(field, 6, rank, size));
  MPI_Finalize();
}
