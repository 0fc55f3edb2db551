// Lambdas: captures, calls by name, at once, by algorithms, through std::function and templates.
#include <mpi.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

template <class F>
void repeat(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}

struct Send {
  double *buf;
  void operator()(int dest) const { MPI_Send(buf, 8, MPI_DOUBLE, dest, 0, MPI_COMM_WORLD); }
};

class Halo {
 public:
  void exchange(int n);

 private:
  std::vector<double> kept_;
  int left_;
};

void Halo::exchange(int n) {
  std::vector<double> local(n);
  auto send = [&](int dest, double *from) {
    std::unique_ptr<double[]> copy(new double[n]);
    copy[0] = from[0] + local[0];
    MPI_Send(copy.get(), n, MPI_DOUBLE, dest, 0, MPI_COMM_WORLD);
  };
  send(left_, kept_.data());
  auto grow = [this, n] { kept_.resize(n); };
  grow();
  [&] { local.clear(); }();
  auto both = [&](int d) { send(d, local.data()); };
  both(3);
  int counter = 0;
  auto count = [=]() mutable { return ++counter; };
  counter = count();
  auto owned = [v = std::move(local), m = n + 1] { return v.data() + m; };
  const double *p = owned();
  send(counter, kept_.data() + (p - kept_.data()));
}

void passed(int n, double *buf) {
  std::function<void(int)> again = [&](int k) {
    if (k > 0) again(k - 1);
  };
  again(n);
  repeat(n, [&](int i) { MPI_Send(buf, i, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); });
  repeat(n, Send{buf});
  auto generic = [&](auto x) { buf[0] = x; };
  generic(3);
  std::vector<double> v(n);
  std::for_each(v.begin(), v.end(), [](double x) { MPI_Send(&x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); });
}
