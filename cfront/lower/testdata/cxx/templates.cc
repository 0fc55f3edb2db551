// Templates are lowered as they are written; calls of an instantiation find them.
#include <mpi.h>

#include <memory>
#include <vector>

template <class T>
MPI_Datatype type();
template <>
inline MPI_Datatype type<double>() { return MPI_DOUBLE; }

template <class T>
class Buffer {
 public:
  explicit Buffer(int n) : data_(n), raw_(new T[n]) {}
  ~Buffer() { delete[] raw_; }
  T *data() { return data_.data(); }
  void send(int dest);
  template <class U>
  void fill(const U &x) { for (auto &d : data_) d = x; }

 private:
  std::vector<T> data_;
  T *raw_;
  int used_ = 0;
};

template <class T>
void Buffer<T>::send(int dest) {
  data_.resize(used_ + 1);
  MPI_Send(data_.data(), used_, type<T>(), dest, 0, MPI_COMM_WORLD);
  this->used_ = 0;
}

template <class T>
static void put(const std::vector<T> &x, T *p, int n, int dest) {
  std::vector<T> staged(n);
  for (std::size_t i = 0; i < staged.size(); ++i) staged[i] = x[i] + p[i];
  MPI_Send(&staged[n / 2], n, type<T>(), dest, 1, MPI_COMM_WORLD);
  MPI_Send(staged.data() + 3, n, type<T>(), dest, 1, MPI_COMM_WORLD);
  auto more = std::vector<T>(x);
  std::vector<T> other{};
  other = std::vector<T>(n);
  other.push_back(*p);
  std::vector<T>().swap(other);
  Buffer<T> b(n);
  b.send(dest);
  std::unique_ptr<T[]> u(new T[n]);
  u[0] = p[0];
  T *q = new T[n];
  *q = 3;
  delete[] q;
  std::vector<std::vector<T>> rows(n);
  rows[3].push_back(p[1]);
  rows.push_back(std::move(staged));
}

template <class V>
void any(V &v, int n) {
  v.resize(n);
  MPI_Bcast(v.data(), v.size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&v[0], n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

template <class V>
void unknown(V &v, int n) {
  v.send(n, v.member.data());
  V copy(v);
  any(copy, n);
}

template <int N>
struct Tree {
  Tree<N - 1> child;
  double *leaf;
};
template <>
struct Tree<0> {};

void calls(std::vector<double> &v, int n) {
  put(v, v.data(), n, 1);
  put<double>(v, &v[1], n, 2);
  any(v, n);
  Buffer<double> b(n);
  b.send(3);
  b.fill(1.5f);
  MPI_Bcast(b.data(), n, type<double>(), 0, MPI_COMM_WORLD);
  Tree<2> t;
  t.leaf = b.data();
}
