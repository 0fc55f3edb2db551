// new and delete, smart pointers, optional.
#include <memory>
#include <optional>
#include <vector>

struct Node {
  explicit Node(int n) : data(n) {}
  std::vector<double> data;
  Node *next = nullptr;
};

void raw(int n, void *where) {
  double *a = new double[n];
  int *one = new int(3);
  double **rows = new double *[n];
  rows[0] = a;
  Node *placed = new (where) Node(n);
  int *quiet = new (std::nothrow) int[n];
  delete[] quiet;
  delete one;
  delete[] rows[0];
  delete[] rows;
  placed->~Node();
}

std::unique_ptr<double[]> handed(std::unique_ptr<double[]> p, int n) {
  p.reset(new double[n]);
  return p;
}

void smart(int n) {
  auto u = std::make_unique<double[]>(n);
  std::unique_ptr<double[]> v(new double[n]);
  u[2] = v[3];
  double *out = u.get();
  u = std::move(v);
  if (u) u.reset();
  if (u != nullptr) u = nullptr;
  u = std::unique_ptr<double[]>(new double[n]);
  double *loose = u.release();
  delete[] loose;
  auto node = std::make_unique<Node>(n);
  node->data.resize(n);
  (*node).next = nullptr;
  std::unique_ptr<double[]> back = handed(std::move(u), n);
  out = back.get();
}

std::shared_ptr<Node> cached;

void shared(int n) {
  auto own = std::make_shared<Node>(n);
  own->data.clear();
  auto other = std::make_shared<Node>(n);
  cached = other;
  std::shared_ptr<Node> third = cached;
  third->data.resize(n);
}

struct Lazy {
  std::optional<std::vector<double>> edge;
  double *get(int n) {
    if (!edge) edge.emplace(n);
    edge->resize(2 * n);
    if (n > 9) edge.reset();
    return (*edge).data();
  }
};
