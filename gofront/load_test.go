package gofront

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpivet/ir"
)

// write lays files out in a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, o Options) ([]*ir.Unit, Stats) {
	t.Helper()
	units, st, err := Load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return units, st
}

func names(units []*ir.Unit) []string {
	var out []string
	for _, u := range units {
		out = append(out, u.Name)
	}
	return out
}

func fn(t *testing.T, units []*ir.Unit, name string) *ir.Func {
	t.Helper()
	for _, u := range units {
		for _, f := range u.Funcs {
			if f.Name == name {
				return f
			}
		}
	}
	t.Fatalf("no function %s in %v", name, names(units))
	return nil
}

const mod = "module example.com/a\n\ngo 1.26\n"

// sends is a package with a wrapper of its own, named as in C.
const sends = "package a\n\nfunc MPI_Send(b []float64, n, t, dest, tag, comm int) {}\n\n" +
	"func Run(n int) {\n\tfor range n {\n\t\tMPI_Send(make([]float64, n), n, 0, 1, 0, 0)\n\t}\n}\n"

func TestNestedModules(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": mod, "a.go": sends,
		"sub/go.mod": "module example.com/b\n\ngo 1.26\n", "sub/b.go": strings.Replace(sends, "package a", "package b", 1),
		"testdata/x/go.mod": "module example.com/x\n", "testdata/x/x.go": "package x\n",
	})
	units, st := load(t, Options{Dir: dir})
	if got := names(units); !slices.Equal(got, []string{"example.com/a", "example.com/b"}) {
		t.Errorf("units %v", got)
	}
	if st.Analysed != 2 || st.Files != 2 {
		t.Errorf("stats %+v", st)
	}
	if units, _ = load(t, Options{Dir: dir, Patterns: []string{"./sub/..."}}); len(units) != 1 {
		t.Errorf("units of the nested module: %v", names(units))
	}
}

// TestSamePaths: two modules of the same path are told apart.
func TestSamePaths(t *testing.T) {
	dir := write(t, map[string]string{"x/go.mod": mod, "x/a.go": sends, "y/go.mod": mod, "y/a.go": sends})
	units, _ := load(t, Options{Dir: dir})
	if got := names(units); !slices.Equal(got, []string{"example.com/a", "example.com/a#2"}) {
		t.Fatalf("units %v", got)
	}
	fn(t, units, "example.com/a#2.Run")
}

func TestOutsideModule(t *testing.T) {
	dir := write(t, map[string]string{"a.go": sends})
	units, _ := load(t, Options{Dir: dir})
	if len(units) != 1 {
		t.Fatalf("units %v", names(units))
	}
}

// TestErrors: functions with errors are left out, the others of the file are not.
func TestErrors(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": mod,
		"a.go":   sends + "\nfunc broken() int { return undefined + 1 }\n\nfunc unused() { x := 1 }\n",
		"c/c.go": "package c\n\nimport _ \"example.com/none\"\n\nvar MPI_X = 1\n\nfunc ok(n int) int { return n }\n",
		"d/d.go": "package d\n\nvar MPI_X = \n",
	})
	units, st := load(t, Options{Dir: dir})
	fn(t, units, "example.com/a.Run")
	fn(t, units, "example.com/a.unused")
	fn(t, units, "example.com/a/c.ok")
	if len(st.Incomplete) != 3 {
		t.Errorf("incomplete %+v", st.Incomplete)
	}
	for _, i := range st.Incomplete {
		if !strings.HasSuffix(i.File, ".go") || i.First == "" || i.Errors < 1 {
			t.Errorf("incomplete %+v", i)
		}
	}
}

func TestRelevance(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":       mod,
		"comm/comm.go": strings.Replace(sends, "package a", "package comm", 1),
		"main/main.go": "package main\n\nimport (\n\t\"example.com/a/comm\"\n\t\"example.com/a/helper\"\n)\n\n" +
			"func main() { comm.Run(helper.N()) }\n",
		"helper/helper.go": "package helper\n\nfunc N() int { return 3 }\n",
		"other/other.go":   "package other\n\nfunc F() {}\n",
	})
	units, st := load(t, Options{Dir: dir})
	want := []string{"example.com/a/comm", "example.com/a/helper", "example.com/a/main"}
	if got := names(units); !slices.Equal(got, want) || st.Skipped != 1 {
		t.Errorf("units %v, %d skipped", got, st.Skipped)
	}
	if units, _ := load(t, Options{Dir: dir, All: true}); len(units) != 4 {
		t.Errorf("all units: %v", names(units))
	}
	if !fn(t, units, "example.com/a/main.main").Main || !fn(t, units, "example.com/a/comm.Run").Exported {
		t.Error("marks of main or Run are missing")
	}
}

func TestTagsAndTests(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": mod, "a.go": sends,
		"tagged.go": "//go:build special\n\npackage a\n\nfunc Special() {}\n",
		"a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestRun(t *testing.T) { Run(3) }\n",
		"x_test.go": "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/a\"\n)\n\nfunc TestX(t *testing.T) { a.Run(3) }\n",
	})
	units, _ := load(t, Options{Dir: dir})
	if len(units[0].Funcs) != 2 { // init and Run
		t.Errorf("%d functions without tags and tests", len(units[0].Funcs))
	}
	units, _ = load(t, Options{Dir: dir, Tags: "special", Tests: true})
	for _, name := range []string{"example.com/a.Special", "example.com/a.TestRun", "example.com/a_test.TestX"} {
		fn(t, units, name)
	}
	if !fn(t, units, "example.com/a.TestRun").Main {
		t.Error("a test is an entry")
	}
	seen := map[string]bool{}
	for _, u := range units {
		for _, f := range u.Funcs {
			if seen[f.Name] {
				t.Errorf("%s is there twice", f.Name)
			}
			seen[f.Name] = true
		}
	}
}

func TestCgoOff(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": mod,
		"a.go":   "package a\n\n// #include <mpi.h>\nimport \"C\"\n\nfunc f() { C.MPI_Init(nil, nil) }\n",
	})
	_, st, _ := Load(context.Background(), Options{Dir: dir, Env: append(os.Environ(), "CGO_ENABLED=0")})
	if len(st.Notes) != 1 || !strings.Contains(st.Notes[0], "CGO_ENABLED=0") {
		t.Errorf("notes %q", st.Notes)
	}
}

func TestMissingModule(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": mod + "\nrequire example.com/missing v1.2.3\n",
		"a.go":   strings.Replace(sends, "\n\n", "\n\nimport _ \"example.com/missing\"\n\n", 1),
	})
	_, st, err := Load(context.Background(), Options{Dir: dir})
	if err == nil && len(st.Incomplete) == 0 {
		t.Error("nothing said about a module that is missing")
	}
	if err != nil && strings.Contains(err.Error(), "GOPROXY") {
		t.Errorf("error shows how it is made: %v", err)
	}
}

func TestWrongDirectory(t *testing.T) {
	if _, _, err := Load(context.Background(), Options{Patterns: []string{"./none"}}); err == nil {
		t.Error("no error for a folder that does not exist")
	}
}
