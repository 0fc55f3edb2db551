package discover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lay writes files below a new folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// under makes paths relative to root, for comparison.
func under(root string, paths []string) string {
	var out []string
	for _, p := range paths {
		rel, _ := filepath.Rel(root, p)
		out = append(out, rel)
	}
	return strings.Join(out, " ")
}

func walk(t *testing.T, root string) *Tree {
	t.Helper()
	tree, err := Walk(root)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestWalk(t *testing.T) {
	root := lay(t, map[string]string{
		"a.c": "", "src/b.cpp": "", "src/c.h": "", "src/d.f90": "", "e.cu": "", "README": "",
		".git/x.c": "", "build/CMakeCache.txt": "", "build/gen.c": "", "build/config.h": "", "builder/real.c": "",
		"config.status": "", "old-build/y.c": "",
	})
	tree := walk(t, root)
	if got := under(root, tree.Sources); got != "a.c builder/real.c old-build/y.c src/b.cpp" {
		t.Errorf("sources %s", got)
	}
	if got := under(root, tree.Headers); got != "build/config.h src/c.h" {
		t.Errorf("headers %s", got)
	}
	if _, err := Walk(filepath.Join(root, "nowhere")); err == nil {
		t.Error("walked a folder that does not exist")
	}
}

func TestIncludeFindsFolders(t *testing.T) {
	root := lay(t, map[string]string{
		"lib/src/a.c":           "#include \"a.h\"\n#include \"util/list.h\"\n#include <proj/api.h>\n#include <stdlib.h>\n#include \"mpi.h\"\n#include \"gone.h\"\n#include \"../inc/up.h\"\n",
		"lib/src/a.h":           "#include \"deep.h\"\n",
		"lib/include/deep.h":    "",
		"other/include/deep.h":  "",
		"lib/util/list.h":       "",
		"other/util/list.h":     "",
		"include/proj/api.h":    "#include \"detail.h\"\n",
		"include/proj/detail.h": "",
		"other/stdlib.h":        "",
		"stubs/mpi.h":           "",
		"lib/inc/up.h":          "",
	})
	texts := NewTexts()
	got := NewResolver(walk(t, root), texts).Include(filepath.Join(root, "lib/src/a.c"))
	want := "lib/src/a.h lib/util/list.h include/proj/api.h lib/inc/up.h lib/include/deep.h include/proj/detail.h"
	if d := cmp.Diff(want, under(root, got.Files)); d != "" {
		t.Error(d)
	}
	if got := under(root, got.Quotes); got != "lib lib/include" {
		t.Errorf("quotes %s", got)
	}
	if got := under(root, got.Angles); got != "include" {
		t.Errorf("angles %s", got)
	}
}

func TestCandidates(t *testing.T) {
	files := map[string]string{
		"main.c":     "int main() { step(); }",
		"step.c":     "void step() { exchange(buffer()); }",
		"comm.c":     "void exchange(double *b) { MPI_Send(b); }",
		"alloc.c":    "double *buffer() { return raw(8); }",
		"raw.c":      "double *raw(int n) { return malloc(n); }",
		"serial.c":   "void lonely() { compute(); } // MPI_Send(",
		"compute.c":  "void compute() {}",
		"wrap.c":     "#include \"wrap.h\"\nvoid w() { SEND(3); }",
		"wrap.h":     "#define SEND(x) my_MPI_Send(x)\n",
		"includes.c": "#include \"wrap.h\"\n#include <mpi.h>\nvoid nothing() {}",
		"inline1.c":  "#include \"inline.h\"\n",
		"inline2.c":  "#include \"inline.h\"\n",
		"inline.h":   "static inline void push(int x) { MPI_Bcast(x); }",
		"bound.cc":   "#include <boost/mpi.hpp>\nusing namespace boost::mpi;\nvoid g(communicator &w) { w.send(0, 0, 1); }",
		"table.c":    "static op ops[] = { exchange };\n",
	}
	root := lay(t, files)
	tree, texts := walk(t, root), NewTexts()
	texts.Load(tree.Sources)
	r := NewResolver(tree, texts)
	var units []Unit
	for _, file := range tree.Sources {
		units = append(units, Unit{File: file, Headers: r.Include(file).Files})
	}
	var got []string
	for i, in := range Candidates(units, texts) {
		if in {
			got = append(got, units[i].File)
		}
	}
	want := "alloc.c bound.cc comm.c inline1.c main.c raw.c step.c table.c wrap.c"
	if d := cmp.Diff(want, under(root, got)); d != "" {
		t.Error(d)
	}
}
