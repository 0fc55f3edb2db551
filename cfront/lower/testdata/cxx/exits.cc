// Every way out of a scope destroys what lives in it.
#include <mpi.h>

#include <memory>
#include <vector>

int consume(const std::vector<double> &v);
std::vector<double> produce(int n);

int leave(int n) {
  std::vector<double> outer(n);
  for (int i = 0; i < n; ++i) {
    std::vector<double> inner(i);
    if (i == 3) continue;
    if (i == 5) break;
    if (i == 7) return consume(inner);
    if (i == 9) goto done;
    if (i == 11) throw i;
    while (n > 0) {
      auto u = std::make_unique<int>(i);
      if (--n == 2) break;
    }
  }
done:
  switch (n) {
    case 1: {
      std::vector<int> w(4);
      break;
    }
    default:
      return 0;
  }
  return consume(outer);
}

int handled(int n) {
  try {
    std::vector<double> v(n);
    if (consume(v) < 0) throw 1;
    return n;
  } catch (const int &e) {
    n = e;
  } catch (...) {
    throw;
  }
  return n;
}

void temporaries(int n) {
  consume(produce(n));
  if (consume(produce(n)) > 0) n = 1;
  for (int i = 0; consume(produce(i)) > 0; i += consume(produce(2))) n = 2;
  int a = consume(produce(n)) + 1;
  const std::vector<double> &kept = produce(a);
  MPI_Send(produce(3).data(), n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  if (auto p = std::make_unique<int>(n)) *p = consume(kept);
  while (auto p = std::make_unique<int>(n)) *p = 1;
}

std::vector<double> &scratch(int n) {
  static std::vector<double> memory;
  thread_local std::vector<double> sized(n);
  static int calls = 0;
  static double *table = new double[n];
  ++calls;
  memory.resize(n);
  table[0] = sized[0];
  return memory;
}
