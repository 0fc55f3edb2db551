package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree writes files into a folder of its own, which becomes the working directory.
func tree(t *testing.T, files map[string]string) {
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
	t.Chdir(dir)
}

func TestSortArgs(t *testing.T) {
	tree(t, map[string]string{"a.c": "", "b.hpp": "", "src/c.go": "", "src/d.cc": ""})
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		want inputs
	}{
		{"", inputs{c: []string{"."}, goPat: []string{"./..."}, dirs: []string{"."}}},
		{"./...", inputs{c: []string{"."}, goPat: []string{"./..."}, dirs: []string{"."}}},
		{"...", inputs{c: []string{"."}, goPat: []string{"./..."}, dirs: []string{"."}}},
		{"src", inputs{c: []string{"src"}, goPat: []string{"./src/..."}, dirs: []string{"src"}}},
		{"./src/...", inputs{c: []string{"./src"}, goPat: []string{"./src/..."}, dirs: []string{"./src"}}},
		{cwd, inputs{c: []string{cwd}, goPat: []string{filepath.ToSlash(cwd) + "/..."}, dirs: []string{cwd}}},
		{"a.c b.hpp", inputs{c: []string{"a.c", "b.hpp"}, files: []string{"a.c", "b.hpp"}}},
		{"src/c.go", inputs{goPat: []string{"./src/c.go"}, files: []string{"src/c.go"}}},
		{"example.org/x/... fmt", inputs{goPat: []string{"example.org/x/...", "fmt"}, goPkg: true}},
	} {
		got, err := sortArgs(strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		if diff := cmp.Diff(&c.want, got, cmp.AllowUnexported(inputs{})); diff != "" {
			t.Errorf("%s: %s", c.args, diff)
		}
	}
}

func TestOnly(t *testing.T) {
	tree(t, map[string]string{"a.c": "", "b.c": "", "src/c.c": "", "x.go": ""})
	abs := func(f string) string {
		out, err := filepath.Abs(f)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, c := range []struct {
		args string
		want string // the files that are reported on
	}{
		{"a.c", "a.c"}, {"a.c src", "a.c src/c.c"}, {"a.c example.org/x", "a.c x.go"},
	} {
		in, err := sortArgs(strings.Fields(c.args))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range []string{"a.c", "b.c", "src/c.c", "x.go"} {
			if in.only(abs)(abs(f)) {
				got = append(got, f)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.args, got, c.want)
		}
	}
	in, err := sortArgs([]string{"src"})
	if err != nil {
		t.Fatal(err)
	}
	if in.only(abs) != nil {
		t.Error("a directory limits what is reported")
	}
}

func TestSurvey(t *testing.T) {
	tree(t, map[string]string{
		"solve.f90": "CALL MPI_SEND(a)", "old.F": "include 'mpif.h'", "plain.f": "end", "k.cu": "MPI_Isend(x)", ".git/x.f90": "mpi_send",
		"readme": "MPI_Send", "h.hip": "nothing",
	})
	got := look([]string{"."})
	want := survey{unreadMPI: 3, languages: []string{"CUDA", "Fortran"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(survey{})); diff != "" {
		t.Error(diff)
	}
}

func TestParse(t *testing.T) {
	o, err := parse(strings.Fields("a.c -Iinc -DX=1 -I other -v b.c -D=Y -c=2 -rules freshbuf,alltoall -- -DZ -v"))
	if err != nil {
		t.Fatal(err)
	}
	got := [][]string{o.args, o.include, o.define, o.rules, o.compiler}
	want := [][]string{{"a.c", "b.c"}, {"inc", "other"}, {"X=1", "Y"}, {"freshbuf", "alltoall"}, {"-DZ", "-v"}}
	if diff := cmp.Diff(want, got); diff != "" || !o.verbose || o.context != 2 {
		t.Error(diff, o.verbose, o.context)
	}
}

func TestVetProtocol(t *testing.T) {
	tree(t, map[string]string{"vet.cfg": "{}"})
	for args, want := range map[string]bool{
		"": false, "-V=full": true, "-flags": true, "vet.cfg": true, "-c=1 vet.cfg": true, "missing.cfg": false, "a.c": false, "-V=full a.c": false,
	} {
		if got := isVetProtocol(strings.Fields(args)); got != want {
			t.Errorf("%q: got %v", args, got)
		}
	}
}
