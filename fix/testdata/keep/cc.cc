// Vectors that are reported, and for which no fix is provable.
#include <mpi.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static std::vector<double> kept;

static void moved(int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    std::vector<std::string> names(3);
    std::vector<bool> flags(n);
    std::vector<double> buf(n), more(n);  // two at once
    MPI_Bcast(buf.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(more.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
}

static void pending(int n, int next, int steps) {
  for (int s = 0; s < steps; ++s) {
    MPI_Request req;
    std::vector<double> buf(n);
    MPI_Isend(buf.data(), n, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, &req);
    if (s % 2) MPI_Wait(&req, MPI_STATUS_IGNORE);
  }
}

static void copied(const std::vector<double> &field, int steps) {
  for (int s = 0; s < steps; ++s) {
    std::vector<double> buf(field);
    MPI_Bcast(buf.data(), 3000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
}

static void caught(int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    double *buf = new double[n];
    MPI_Bcast(buf, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    delete[] buf;
    if (s == 99) throw std::runtime_error("too many");
  }
}

static void chosen(int n, int steps, int what) {
  switch (what) {
    case 1:
      for (int s = 0; s < steps; ++s) {
        std::vector<double> buf(n);
        MPI_Bcast(buf.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      }
      break;
    default:
      break;
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  moved(5000, argc);
  pending(5000, 0, argc);
  copied(kept, argc);
  caught(5000, argc);
  chosen(5000, argc, argc);
  MPI_Finalize();
}
