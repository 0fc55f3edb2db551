// Every header of the C++ library after ours, and the constants in the places
// where programs put them.
#include <mpi.h>
#include <omp.h>
#include <algorithm>
#include <bitset>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>
#include <valarray>
#include <vector>
#if __cplusplus >= 201103L
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <mutex>
#include <random>
#include <regex>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#endif
#if __cplusplus >= 201703L
#include <any>
#include <filesystem>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <variant>
#endif
#if __cplusplus >= 202002L
#include <bit>
#include <concepts>
#include <numbers>
#include <ranges>
#include <span>
#endif

template <class T> struct type_of;
template <> struct type_of<int> {
  static MPI_Datatype get() { return MPI_INT; }
};
template <MPI_Datatype T> struct constant {
  static MPI_Datatype get() { return T; }
};

void overloaded(int);
void overloaded(MPI_Comm);
void overloaded(MPI_Datatype);

void mpi(std::vector<double> &v) {
  MPI_Send(&v[0], static_cast<int>(v.size()), MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  std::map<std::string, MPI_Datatype> by_name;
  by_name.insert(std::make_pair(std::string("int"), MPI_INT));
  overloaded(std::max(MPI_ANY_SOURCE, 3));
  overloaded(MPI_COMM_SELF);
  overloaded(type_of<int>::get());
  MPI_Reduce(static_cast<double *>(MPI_IN_PLACE), &v[0], 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_SELF);
  omp_free(omp_alloc(8));
#if __cplusplus >= 201103L
  constexpr MPI_Comm world = MPI_COMM_WORLD;
  overloaded(world);
  overloaded(constant<MPI_INT>::get());
  std::unordered_map<int, MPI_Op> ops = {{0, MPI_SUM}, {1, MPI_MAX}};
  std::vector<MPI_Datatype> types{MPI_INT, MPI_DOUBLE};
  static_assert(std::is_same<decltype(MPI_INT), MPI_Datatype>::value, "a handle");
  auto tag = MPI_ANY_TAG;
  tag = 3;
  overloaded(tag);
#endif
}
