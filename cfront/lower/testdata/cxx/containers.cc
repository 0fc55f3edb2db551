// Containers of the standard library.
#include <mpi.h>

#include <array>
#include <map>
#include <string>
#include <vector>

void made(int n, const std::vector<double> &from, const double *p) {
  std::vector<double> empty;
  std::vector<double> sized(n);
  std::vector<double> filled(n, 1.0);
  std::vector<double> list{1, 2, 3};
  std::vector<double> range(from.begin(), from.begin() + n);
  std::vector<double> raw(p + 2, p + n);
  std::vector<double> copy = from;
  std::vector<double> moved(std::move(copy));
  auto assigned = std::vector<double>(n);
  std::string text = "abc";
}

void grown(std::vector<double> &v, int n, const std::vector<double> &from) {
  if (v.size() < n) v.resize(n);
  v.reserve(2 * n);
  v.push_back(1.5);
  v.assign(n, 0.0);
  v.insert(v.end(), from.begin(), from.end());
  v.erase(v.begin(), v.begin() + 1);
  v.clear();
  v = from;
  v = std::vector<double>(n);
  v = {1, 2};
  v.shrink_to_fit();
  if (v.empty() || v.capacity() > 9) v.pop_back();
}

void swapped(std::vector<double> &a, std::vector<double> &b) {
  a.swap(b);
  std::swap(a, b);
  std::vector<double>().swap(a);
  b = std::move(a);
  std::vector<double> old = std::exchange(a, std::vector<double>());
}

void sent(std::vector<double> &v, std::string &s, int n, int dest, MPI_Comm comm) {
  MPI_Send(v.data() + n, n, MPI_DOUBLE, dest, 0, comm);
  MPI_Send(&v[n], static_cast<int>(v.size()), MPI_DOUBLE, dest, 0, comm);
  MPI_Send(&v.front(), n, MPI_DOUBLE, dest, 0, comm);
  MPI_Send(&*v.begin(), n, MPI_DOUBLE, dest, 0, comm);
  MPI_Send(s.c_str(), n, MPI_CHAR, dest, 0, comm);
  std::array<int, 4> a{};
  a[1] = n;
  MPI_Bcast(a.data(), static_cast<int>(a.size()), MPI_INT, 0, comm);
  std::vector<MPI_Request> requests(n);
  MPI_Irecv(v.data(), n, MPI_DOUBLE, dest, 1, comm, &requests[n - 1]);
}

void nested(int n, int m, int dest, MPI_Comm comm) {
  std::vector<std::vector<double>> rows(n, std::vector<double>(m));
  for (int i = 0; i < n; ++i) MPI_Send(rows[i].data(), m, MPI_DOUBLE, dest, 0, comm);
  std::vector<std::vector<double>> pending;
  std::vector<double> one(m);
  pending.push_back(std::move(one));
  pending.emplace_back(m);
  pending.back().resize(2 * m);
  rows.clear();
  std::vector<double *> pointers;
  pointers.push_back(new double[m]);
  for (double *p : pointers) delete[] p;
  std::map<int, std::vector<double>> byRank;
  byRank[dest].resize(m);
  for (auto &[rank, box] : byRank) MPI_Send(box.data(), m, MPI_DOUBLE, rank, 0, comm);
  auto it = byRank.find(dest);
  if (it != byRank.end()) it->second.clear();
}

std::vector<double> pack(const std::vector<double> &from, int n) {
  std::vector<double> out(n);
  if (n > 3) return std::vector<double>(from);
  return out;
}

const std::vector<double> &choose(const std::vector<double> &a, const std::vector<double> &b, bool first) {
  const std::vector<double> &c = first ? a : b;
  return c;
}

void taken(int n, std::vector<double> byValue) {
  const auto low = pack(byValue, n);
  const auto &high = pack(low, n);
  double first = pack(high, n)[0];
  taken(n - 1, low);
  taken(n - 1, std::move(byValue));
  std::ostringstream os;
  os << "n " << n;
  const std::string text = os.str();
  std::string sum = "a" + text + std::to_string(static_cast<int>(first));
  sum += text;
  std::cout << "done";
}
