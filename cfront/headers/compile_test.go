package headers

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// compiler returns the first of the programs that is installed, or skips.
func compiler(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("none of %s is installed", strings.Join(names, ", "))
	return ""
}

// search is the search path with our MPI and OpenMP headers.
func search(dir string) []string {
	return []string{"-isystem", dir + "/" + MPI, "-isystem", dir + "/" + OMP}
}

func extracted(t *testing.T) string {
	t.Helper()
	dir := t.TempDir() + "/headers"
	if err := Extract(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// quiet runs a compiler and fails the test if it has anything to say.
func quiet(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

var standards = map[string][]string{
	"c":   {"c99", "c11", "gnu17"},
	"c++": {"c++98", "c++11", "c++14", "c++17", "c++20"},
}

// TestHeadersAlone compiles each header by itself, with every warning on.
func TestHeadersAlone(t *testing.T) {
	for _, cc := range [][]string{{"clang-15", "clang"}, {"gcc"}} {
		t.Run(cc[0], func(t *testing.T) {
			cc := compiler(t, cc...)
			for lang, stds := range standards {
				for _, std := range stds {
					for _, header := range []string{"mpi/mpi.h", "omp/omp.h"} {
						quiet(t, cc, "-x", lang, "-std="+std, "-fsyntax-only", "-Wall", "-Wextra", header)
					}
				}
			}
		})
	}
}

// TestPrograms compiles programs that include about every standard header, with
// the compiler's own headers and with our freestanding ones in their place.
func TestPrograms(t *testing.T) {
	clang := compiler(t, "clang-15", "clang")
	dir := extracted(t)
	for name, args := range map[string][]string{
		"resource directory": nil,
		"freestanding":       {"-nobuiltininc", "-isystem", dir + "/" + Freestanding},
	} {
		t.Run(name, func(t *testing.T) {
			args := append(append([]string{"-fsyntax-only", "-Wall"}, search(dir)...), args...)
			for _, std := range standards["c"] {
				quiet(t, clang, append(args, "-x", "c", "-std="+std, "testdata/all.c")...)
			}
			for _, std := range []string{"c++98", "c++11", "c++20"} {
				quiet(t, clang, append(args, "-x", "c++", "-std="+std, "testdata/all.cc")...)
			}
		})
	}
}

// TestFreestandingAlone reads the freestanding headers where there is no C
// library at all.
func TestFreestandingAlone(t *testing.T) {
	clang := compiler(t, "clang-15", "clang")
	dir := extracted(t)
	quiet(t, clang, "-std=c11", "-fsyntax-only", "-Wall", "-nostdinc", "-ffreestanding",
		"-isystem", dir+"/"+Freestanding, "testdata/freestanding.c")
}

// TestConstantsAreSpelled checks that the syntax tree names a handle also where
// a macro wrote it.
func TestConstantsAreSpelled(t *testing.T) {
	clang := compiler(t, "clang-15", "clang")
	args := append(search(extracted(t)), "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", "testdata/macro.c")
	out, err := exec.Command(clang, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	function := string(out[bytes.LastIndex(out, []byte("FunctionDecl 0x")):])
	for _, name := range []string{"MPI_DOUBLE", "MPI_COMM_WORLD", "MPI_IN_PLACE", "MPI_SUM"} {
		if !regexp.MustCompile(`DeclRefExpr .* Var 0x\w+ '` + name + `'`).MatchString(function) {
			t.Errorf("the tree does not name %s:\n%s", name, function)
		}
	}
}
