// Range-based for, algorithms, iterators.
#include <algorithm>
#include <array>
#include <vector>

struct Item {
  int id;
  std::vector<double> data;
};

struct Ring {
  double *begin() const;
  double *end() const;
};

double walk(std::vector<Item> &items, const std::vector<double> &values, const Ring &ring) {
  double sum = 0;
  for (double v : values) sum += v;
  for (auto &it : items) it.data.clear();
  for (const Item &it : items) {
    if (it.id == 3) continue;
    sum += it.data[0];
  }
  for (Item copy : items) sum += copy.id;
  int plain[4] = {1, 2, 3, 4};
  for (int &p : plain) p = 0;
  std::array<int, 3> a{1, 2, 3};
  for (int x : a) sum += x;
  for (int side : {-1, 1}) sum += side;
  for (auto &[id, data] : items) data.resize(id);
  for (double r : ring) sum += r;
  for (auto it = items.begin(); it != items.end(); ++it) it->id = 0;
  for (auto v : std::vector<double>(3)) sum += v;
  return sum;
}

void algorithms(std::vector<double> &v, double *out, std::vector<double> &grown) {
  double total = 0;
  std::for_each(v.begin(), v.end(), [&](double &x) { total += x; });
  double *end = std::copy(v.begin(), v.end(), out);
  *end = total;
  std::copy(v.begin(), v.end(), std::back_inserter(grown));
  std::sort(v.begin(), v.end());
  int most = std::max(3, static_cast<int>(total));
  v.resize(most);
}
