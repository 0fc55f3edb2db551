//go:build cgo

package lower

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func lowerText(t *testing.T, src string, opts Options) (string, Stats) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	u, stats := lowered(t, file, opts)
	return text(t, u), stats
}

func TestConfigured(t *testing.T) {
	const src = `
#include <mpi.h>
void *grab(int kind, long n); int fetch(void **p, long n); void *pooled(long n); void *again(void *old, long n);
void drop(int kind, void *p); void wipe(void *cell); int post(MPI_Comm c, int to, const double *b, int n);
void *inner(long n);
#define NEW(T, n) ((T *)inner((n) * sizeof(T)))
void f(int n, MPI_Comm c)
{
	double *a = grab(1, n), *b, *p = pooled(n), *m = NEW(double, n);
	fetch((void **)&b, 8 * n);
	a = again(a, 2 * n);
	post(c, n + 1, b, n);
	drop(1, a);
	wipe(&b);
}`
	got, _ := lowerText(t, src, Options{
		Allocators: map[string]Allocator{
			"grab": {Out: -1, Of: -1, Size: []int{1}, Zero: true}, "fetch": {Out: 0, Of: -1, Size: []int{1}},
			"again": {Out: -1, Of: 0, Size: []int{1}}, "NEW": {Out: -1, Of: -1},
		},
		Releases: map[string]Release{"drop": {Arg: 1}, "wipe": {Indirect: true}},
		Pools:    map[string]bool{"pooled": true},
		Wrappers: map[string]Wrapper{"post": {Like: "MPI_Send", Args: []int{2, 3, -1, 1, -1, 0}}},
	})
	for _, want := range []string{
		`acquire %a grab size %n name "a" zero @`,
		`acquire %m NEW name "m" @`,
		`acquire %b fetch size (8 * %n) name "b" @`,
		`acquire %a again size (2 * %n) of %a name "a" @`,
		`%p = ?"pooled(n)" @`,
		`comm MPI_Send as "post" send(%b count %n text "b") peer (%n + 1) comm %c @`,
		`release %a drop @`,
		"release %b wipe @",
		"%b = null @",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestConfiguredMacro counts a macro's arguments as they are written, whatever it expands to.
func TestConfiguredMacro(t *testing.T) {
	const src = `
#include <stdlib.h>
int raw(int line, size_t n, void *out); int warn(const char *, int); void gone(int, void *);
#define TRY(e) do { int e_ = (e); if (e_) warn("failed", e_); } while (0)
#define NEW1(n, p) (warn("new", __LINE__) || raw(__LINE__, (size_t)(n) * sizeof(**(p)), (p)))
#define DROP(kind, p) do { warn("drop", 1); gone(2, p); (p) = 0; } while (0)
void f(int n, int m)
{
	double *a;
	TRY(NEW1((n + 1), &a));
	TRY(warn("x, y)", NEW1(m, &a)));
	DROP(3, a);
}`
	got, _ := lowerText(t, src, Options{
		Allocators: map[string]Allocator{"NEW1": {Out: 1, Of: -1, Size: []int{0}}},
		Releases:   map[string]Release{"DROP": {Arg: 1}},
	})
	for _, want := range []string{
		`call @warn("new", `,
		`acquire %a NEW1 size (%n + 1) name "a" @10:6-23`,
		`acquire %a NEW1 size %m name "a" @11:`,
		`call @warn("drop", 1) @`,
		"release %a DROP @12:",
		"%a = null @12:",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestProjectFile(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{
		"lib.h": "static inline int library(int n) { return n; }\n",
		"own.h": "static inline int own(int n) { return n + 1; }\n",
		"a.c":   "#include \"lib.h\"\n#include \"own.h\"\nint f(int n) { return library(own(n)); }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	u, stats := lowered(t, filepath.Join(dir, "a.c"), Options{
		ProjectFile: func(path string) bool { return filepath.Base(path) != "lib.h" },
	})
	if got := text(t, u); strings.Contains(got, "func @library") || stats.Funcs != 2 {
		t.Errorf("%d functions:\n%s", stats.Funcs, got)
	}
}

// TestDeep lowers what generated code is like: long chains of else-ifs, long sums, deep nesting.
func TestDeep(t *testing.T) {
	var sb strings.Builder
	sb.WriteString("int g(int);\nint chain(int n)\n{\n\t")
	for i := range 600 {
		fmt.Fprintf(&sb, "if (n == %d) g(%d);\n\telse ", i, i)
	}
	sb.WriteString("g(n);\n\treturn n")
	for i := range 1000 {
		fmt.Fprintf(&sb, " + g(%d)", i)
	}
	sb.WriteString(";\n}\nvoid nested(int n)\n{\n" + strings.Repeat("while (n) {", 200) + "g(n);" + strings.Repeat("}", 200) + "\n}\n")
	got, _ := lowerText(t, sb.String(), Options{})
	if n := strings.Count(got, "call @g("); n != 1602 {
		t.Errorf("%d calls of g, want 1602", n)
	}
}
