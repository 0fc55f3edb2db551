//go:build cgo

package lower

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gc "github.com/go-clang/clang-v15/clang"
	"github.com/google/go-cmp/cmp"

	"mpivet/cfront/clang"
	"mpivet/cfront/headers"
	"mpivet/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// parse parses a file with the built-in headers.
func parse(t testing.TB, file string, args ...string) *clang.Unit {
	t.Helper()
	lib, err := clang.Open("")
	if err != nil {
		t.Skip(err)
	}
	include := filepath.Join(os.TempDir(), "mpivet-lower-test-"+headers.Digest())
	if err := headers.Extract(include); err != nil {
		t.Fatal(err)
	}
	args = append(args, "-resource-dir", lib.ResourceDir,
		"-isystem", filepath.Join(include, headers.MPI), "-isystem", filepath.Join(include, headers.OMP))
	if filepath.Ext(file) != ".c" {
		args = append(args, "-std=gnu++17")
	}
	tu, err := clang.ParseUnit(clang.ParseOptions{File: file, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tu.Dispose)
	return tu
}

// lowered parses and lowers a file and checks that the result is sound.
func lowered(t testing.TB, file string, opts Options, args ...string) (*ir.Unit, Stats) {
	t.Helper()
	u, stats, err := Unit(parse(t, file, args...), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range ir.Sanity(u) {
		t.Errorf("%s: %v", file, err)
	}
	if len(stats.Dropped) > 0 {
		t.Errorf("%s: dropped %q", file, stats.Dropped)
	}
	return u, stats
}

// text prints a unit.
func text(t testing.TB, u *ir.Unit) string {
	t.Helper()
	u.Errors = 0 // how many libclang finds is its own affair
	var sb strings.Builder
	if err := ir.Print(&sb, u); err != nil {
		t.Fatal(err)
	}
	return sb.String()
}

// golden compares got with a file, or rewrites the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (rewrite with -update):\n%s", file, diff)
	}
}

func TestGoldenC(t *testing.T) {
	files, err := filepath.Glob("testdata/c/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			u, _ := lowered(t, file, Options{})
			golden(t, strings.TrimSuffix(file, ".c")+".ir", text(t, u))
		})
	}
}

// TestVendors checks that the same program gives the same ir with the mpi.h of every MPI that is installed.
func TestVendors(t *testing.T) {
	for _, dir := range []string{"/usr/include/x86_64-linux-gnu/mpich", "/usr/lib/x86_64-linux-gnu/openmpi/include"} {
		if _, err := os.Stat(filepath.Join(dir, "mpi.h")); err != nil {
			continue
		}
		u, _, err := Unit(parse(t, "testdata/c/mpi.c", "-isystem", dir), Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile("testdata/c/mpi.ir")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), text(t, u)); diff != "" {
			t.Errorf("%s:\n%s", dir, diff)
		}
	}
}

// TestCases lowers every C case of the project's test data.
func TestCases(t *testing.T) {
	root := filepath.Join("..", "..", "testdata", "cases", "c")
	files := cSources(t, root)
	if len(files) == 0 {
		t.Skip("no cases")
	}
	for _, file := range files {
		_, stats := lowered(t, file, Options{})
		if stats.Unknown > 0 || stats.NoOp > 0 {
			t.Errorf("%s: %+v", file, stats)
		}
	}
}

func cSources(t *testing.T, root string) []string {
	t.Helper()
	var files []string
	for _, depth := range []string{"*.c", "*/*.c"} {
		found, err := filepath.Glob(filepath.Join(root, depth))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// TestTree compares the copied trees with what visiting each cursor by itself yields.
func TestTree(t *testing.T) {
	files, _ := filepath.Glob("testdata/c/*.c")
	for _, file := range files {
		tu := parse(t, file)
		u := &unit{sources: map[clang.File]*source{}}
		for _, c := range children(tu.Root()) {
			if c.Kind() == gc.Cursor_FunctionDecl && c.IsCursorDefinition() {
				sameTree(t, file, u.newTree(c))
			}
		}
	}
}

func sameTree(t *testing.T, file string, n *node) {
	t.Helper()
	want := children(n.c)
	if len(want) != len(n.kids) {
		t.Fatalf("%s: %s %q has %d children, want %d", file, n.kind.Spelling(), n.c.Spelling(), len(n.kids), len(want))
	}
	for i, k := range n.kids {
		if a, b := raw(k.c), raw(want[i]); a.kind != b.kind || a.data[1] != b.data[1] {
			t.Fatalf("%s: child %d of %s is %s, want %s", file, i, n.kind.Spelling(), k.kind.Spelling(), want[i].Kind().Spelling())
		}
		sameTree(t, file, k)
	}
}
