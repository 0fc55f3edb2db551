// Rank, size and communicator sit in a class of their own and are read through getters; one of the sends is a lambda. All pairs
// and a star are found through them; the loop over a list of neighbours is quiet.
#include <mpi.h>

#include <vector>

class World {
 public:
  explicit World(MPI_Comm c) : comm_(c) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
  }
  int rank() const { return rank_; }
  int size() const { return size_; }
  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_;
  int rank_ = 0, size_ = 1;
};

class Exchange {
 public:
  explicit Exchange(const World& w) : world_(w) {}

  void all(std::vector<double>& v) {
    std::vector<MPI_Request> requests;
    for (int p = 0; p < world_.size(); ++p) {
      if (p == world_.rank()) continue;
      requests.emplace_back();
      MPI_Isend(v.data(), 100, MPI_DOUBLE, p, 0, world_.comm(), &requests.back());  // want alltoall
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  void star(std::vector<double>& v) {
    if (world_.rank() == 0) {
      for (int p = 1; p < world_.size(); ++p)
        MPI_Send(v.data(), 100, MPI_DOUBLE, p, 0, world_.comm());  // want alltoall
    } else {
      MPI_Recv(v.data(), 100, MPI_DOUBLE, 0, 0, world_.comm(), MPI_STATUS_IGNORE);
    }
  }

  void lambda(std::vector<double>& v) {
    auto send = [&](int to) {
      MPI_Send(v.data(), 100, MPI_DOUBLE, to, 0, world_.comm());  // want alltoall
    };
    for (int p = 0; p < world_.size(); ++p)
      if (p != world_.rank()) send(p);
  }

  void neighbours(const std::vector<int>& list, std::vector<double>& v) {
    for (int p : list) MPI_Send(v.data(), 100, MPI_DOUBLE, p, 0, world_.comm());
  }

 private:
  const World& world_;
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  World world(MPI_COMM_WORLD);
  Exchange exchange(world);
  std::vector<double> v(100);
  exchange.all(v);
  exchange.star(v);
  exchange.lambda(v);
  exchange.neighbours({1, 2}, v);
  MPI_Finalize();
}
