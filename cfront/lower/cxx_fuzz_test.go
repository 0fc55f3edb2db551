//go:build cgo

package lower

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLowerCXX lowers random C++: whatever parses, in part or whole, must yield sound ir.
func FuzzLowerCXX(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &cxxGenerator{rnd: rand.New(rand.NewPCG(seed, 11))}
		file := filepath.Join(t.TempDir(), "random.cc")
		src := g.program()
		if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		u, _ := lowered(t, file, Options{}, ownLibrary...)
		if t.Failed() {
			t.Logf("%s", src)
		}
		text(t, u)
	})
}

// cxxGenerator writes random C++, most of it valid.
type cxxGenerator struct {
	rnd   *rand.Rand
	depth int
	names int
	out   strings.Builder
}

const cxxPrelude = `#include <mpi.h>
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef std::vector<double> Vec;
struct Base { virtual ~Base(); virtual int go(int n); int b = 1; };
struct Item : Base { explicit Item(int n) : v(n), raw(new double[n]) {} Item(const Item &o); ~Item() override { delete[] raw; }
  int go(int n) override; Item &operator=(const Item &o); double &operator[](int i) { return raw[i]; }
  Vec v; double *raw; std::unique_ptr<double[]> u; std::optional<Vec> o; static int count; };
struct Pod { int a = 2; Vec list; double in[3]; std::array<Vec, 2> pair; Item *to = nullptr; };
template <class T> T same(const T &x) { T y(x); return y; }
template <class T> struct Box { T x; std::vector<T> all; explicit Box(const T &t) : x(t) { all.push_back(t); } T *ptr() { return all.data(); } };
int ext(int); Vec make(int n); void take(Vec v); void look(const Vec &v); Pod pod(int n);
`

func (g *cxxGenerator) program() string {
	g.out.WriteString(cxxPrelude)
	heads := []string{"int f%d(int n, Vec &v, double *q, Item &x, MPI_Comm c)", "template <class T> int f%d(int n, T &v, double *q, Item &x, MPI_Comm c)"}
	for i := range 4 {
		fmt.Fprintf(&g.out, heads[i%2], i)
		g.out.WriteString(" {\n  int i = 0; Vec w; std::vector<Vec> r(n); Pod p; std::map<int, Vec> m; std::unique_ptr<Item> u; std::string s;\n")
		for range 6 {
			g.stmt()
		}
		g.out.WriteString("  return n;\n}\n")
	}
	return g.out.String()
}

// stmt writes a statement; the letters E, V, Q and S stand for an int, a vector, a pointer and a statement, N for a new
// name.
func (g *cxxGenerator) stmt() {
	simple := []string{
		"i = E;", "V.resize(E);", "V.push_back(E);", "V = V;", "V = make(E);", "V = Vec(E);", "V = std::move(V);", "V.swap(V);",
		"std::swap(V, V);", "Vec().swap(V);", "V.clear();", "V.shrink_to_fit();", "Vec N(E);", "Vec N = V;", "auto N = make(E);",
		"const auto &N = make(E); look(N);", "Vec N{1, 2, 3};", "take(V);", "take(std::move(V));", "look(make(E));",
		"MPI_Send(V.data() + E, E, MPI_DOUBLE, E, 0, c);", "MPI_Send(&V[E], E, MPI_DOUBLE, E, 0, c);",
		"MPI_Request N; MPI_Isend(Q, E, MPI_DOUBLE, E, 0, c, &N);", "Item N(E); N.go(E);", "Item *N = new Item(E); N->go(2); delete N;",
		"double *N = new double[E]; N[0] = E; delete[] N;", "u = std::make_unique<Item>(E);", "u.reset(new Item(E));", "u.reset();",
		"if (u) u->v = V;", "r.push_back(V);", "r.push_back(std::move(V));", "r.emplace_back(E);", "r[E] = V;", "r.clear();",
		"m[E] = V;", "m[E].resize(E);", "p = pod(E);", "Pod N = p; N.list = V;", "Pod N{E, V};", "p.pair[0] = V;",
		"x.o.emplace(E);", "if (!x.o) x.o = V;", "x.o.reset();", "s += \"a\" + std::to_string(E);", "s = std::to_string(E);",
		"auto N = [&](int k) { V.resize(k); return V; }; take(N(E));", "auto N = [=]() mutable { return E; }; i = N();",
		"[&] { V.clear(); }();", "std::for_each(V.begin(), V.end(), [&](double y) { i += y; });", "q = std::copy(V.begin(), V.end(), Q);",
		"std::function<int(int)> N = [&](int k) { return k > 0 ? N(k - 1) : E; }; i = N(E);", "auto [N, b2] = std::make_pair(V, E);",
		"static Vec N(E); N = V;", "thread_local int N = E; N++;", "throw E;", "return E;", "Box<Vec> N(V); N.ptr()->clear();",
		"V = same(V);", "i = same(E);", "auto N = V.begin(); if (N != V.end()) ++N;", "x = Item(E);", "goto out;",
		"x[E] = V.front();", "V = {1.0, 2.0};", "auto N = V.empty() ? V : make(E); look(N);", "look(V.empty() ? V : w);",
	}
	nested := []string{
		"if (E) { S } else S", "while (E) { S }", "for (int k = 0; k < E; ++k) { S if (k) continue; S }", "for (auto &e : r) { e = V; S }",
		"for (double e : V) { i += e; S break; }", "for (auto [k, e] : m) { look(e); S }", "try { S S } catch (int) { S } catch (...) { throw; }",
		"{ Vec N(E); S S }", "do { Vec N(E); S } while (E);", "switch (E) { case 1: { S break; } default: S }", "out: S",
		"if (auto N = std::make_unique<int>(E)) { *N = 1; S }", "auto N = [&, k = V](int a) { S return a; }; i = N(E);",
		"for (int k : {1, int(E)}) { S }", "if (int N = E; N > 2) { S }", "while (auto N = new Item(E)) { delete N; S }",
	}
	g.depth++
	form := simple[g.rnd.IntN(len(simple))]
	if g.depth < 4 && g.rnd.IntN(3) == 0 {
		form = nested[g.rnd.IntN(len(nested))]
	}
	g.expand(form)
	g.out.WriteString("\n")
	g.depth--
}

func (g *cxxGenerator) word(c byte) {
	forms := map[byte][]string{
		'E': {"n", "i", "3", "p.a", "(int)V.size()", "ext(E)", "(E + E)", "MAX(E, E)", "x.go(E)", "u->go(E)", "*u->raw", "(E ? E : E)", "x.b",
			"(E && !u)", "m.size()", "i++", "Item::count", "(int)(Q - Q)", "V.empty()", "(E < E)", "same(E)", "[&] { return E; }()", "std::max<int>(E, E)"},
		'V': {"v", "w", "p.list", "x.v", "r[(E)]", "m[(E)]", "r.back()", "p.pair[E]", "(*x.o)", "u->v", "x.o.value()"},
		'Q': {"q", "V.data()", "&V[0]", "p.in", "x.raw", "x.u.get()", "u->raw", "&x[E]", "new double[E]"},
	}[c]
	if g.depth > 7 {
		forms = forms[:2]
	}
	g.expand(forms[g.rnd.IntN(len(forms))])
}

// expand writes a form with its letters replaced.
func (g *cxxGenerator) expand(form string) {
	g.depth++
	defer func() { g.depth-- }()
	name := fmt.Sprintf("n%d", g.names)
	g.names++
	for i := 0; i < len(form); i++ {
		alone := (i == 0 || !isIdentByte(form[i-1])) && (i+1 == len(form) || !isIdentByte(form[i+1]))
		switch c := form[i]; {
		case alone && (c == 'E' || c == 'V' || c == 'Q'):
			g.word(c)
		case alone && c == 'N':
			g.out.WriteString(name)
		case alone && c == 'S':
			g.stmt()
		default:
			g.out.WriteByte(c)
		}
	}
}
