// Arrays of new[] with delete[], a check that throws nothing, and a way out of the function that releases.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

static int pass(int rank, int size, std::size_t n) {
  int last = 0;
  for (int step = 0; step < 9; ++step) {
    int *row = new int[n];
    auto *line = static_cast<float *>(std::malloc(n * sizeof(float)));
    if (!line) {
      delete[] row;
      return -1;
    }
    for (std::size_t i = 0; i < n; ++i) row[i] = rank + step, line[i] = 0.5f * step;
    MPI_Allreduce(MPI_IN_PLACE, row, static_cast<int>(n), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(line, static_cast<int>(n), MPI_FLOAT, step % size, MPI_COMM_WORLD);
    last += row[step] + static_cast<int>(line[1]);
    std::free(line);
    delete[] row;
  }
  return last;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::printf("%d: %d\n", rank, pass(rank, size, 4000));
  MPI_Finalize();
}
