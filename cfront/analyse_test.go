//go:build cgo

package cfront

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mpivet/cfront/clang"
	"mpivet/cfront/worker"
)

// TestMain makes the test binary its own worker program.
func TestMain(m *testing.M) {
	if worker.Asked() {
		os.Exit(WorkerMain())
	}
	os.Exit(m.Run())
}

// lay writes files below a new folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := clang.Open(""); err != nil {
		t.Skip(err)
	}
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

func analyse(t *testing.T, opts Options, inputs ...string) *Result {
	t.Helper()
	r, err := Analyse(context.Background(), opts, inputs)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// show writes a result in a few lines, with paths relative to root.
func show(root string, r *Result) string {
	var b strings.Builder
	rel := func(s string) string { return strings.ReplaceAll(s, root+"/", "") }
	units, err := r.Units(context.Background())
	if err != nil {
		panic(err)
	}
	for _, u := range units {
		fmt.Fprintf(&b, "unit %s:", rel(u.Name))
		for _, f := range u.Funcs {
			fmt.Fprintf(&b, " %s", f.Display)
		}
		b.WriteByte('\n')
	}
	for _, i := range r.Incomplete {
		fmt.Fprintf(&b, "incomplete %s: %d: %s\n", rel(i.File), i.Errors, rel(i.First))
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note %s\n", rel(n))
	}
	return b.String()
}

const send = "#include <mpi.h>\n#include <stdlib.h>\nvoid exchange(int to) { int *p = malloc(40); MPI_Send(p, 10, MPI_INT, to, 0, MPI_COMM_WORLD); free(p); }\n"

func TestDamagedFiles(t *testing.T) {
	var chain strings.Builder
	chain.WriteString("#include <mpi.h>\nint f(int x) {\n if (x == -1) return MPI_Barrier(MPI_COMM_WORLD);\n")
	for i := range 8000 {
		fmt.Fprintf(&chain, " else if (x == %d) return %d;\n", i, i*7%13)
	}
	chain.WriteString(" return 0;\n}\n")
	root := lay(t, map[string]string{
		"good.c":    send,
		"chain.c":   chain.String(),
		"empty.c":   "",
		"binary.c":  "\x7fELF\x02\x01\x01\x00\x00\x00",
		"syntax.c":  strings.Replace(send, "exchange(int to) {", "exchange(int to) { int = 3;", 1),
		"missing.c": "#include \"generated_config.h\"\n" + send,
	})
	r := analyse(t, Options{}, root, filepath.Join(root, "empty.c"))
	got := show(root, r)
	for _, want := range []string{
		"unit good.c: exchange\n", "unit syntax.c: exchange\n", "unit missing.c: exchange\n",
		"incomplete chain.c: 1: crashed the worker process (", "incomplete binary.c: 1: not a text file\n",
		"incomplete syntax.c: 1: syntax.c:3:29: expected identifier",
		"incomplete missing.c: 1: missing.c:1:10: 'generated_config.h' file not found\n",
		"note " + "empty.c is empty\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
	if len(r.Incomplete) != 4 {
		t.Errorf("%d files incomplete:\n%s", len(r.Incomplete), got)
	}
}

func TestDatabase(t *testing.T) {
	root := lay(t, map[string]string{
		"src/a.c":          "#include \"cfg.h\"\n#ifdef FEATURE\n" + send + "#endif\n",
		"inc/cfg.h":        "",
		"src/b.cpp":        "#include <vector>\n#include <mpi.h>\nvoid f(std::vector<int> &v) { if (auto n = v.size(); n) MPI_Send(v.data(), n, MPI_INT, 0, 0, MPI_COMM_WORLD); }\n",
		"examples/plain.c": send,
		"src/unbuilt.c":    send,
	})
	trap := filepath.Join(root, "trap")
	db := `[{"directory": "../src", "file": "a.c", "command": "sh -c 'touch TRAP' -I../inc -DFEATURE=1 -Xclang -load -Xclang TRAP.so -o TRAP -MD -MF TRAP -fopenmp -c a.c"},
	 {"directory": "../src", "file": "b.cpp", "arguments": ["TRAP", "-o", "TRAP", "-save-temps", "-fplugin=TRAP", "-c", "b.cpp"]},
	 {"directory": "../src", "file": "gone.c", "command": "cc -c gone.c"}]`
	write := func(text string) {
		if err := os.MkdirAll(filepath.Join(root, "build"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "build", "compile_commands.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.ReplaceAll(db, "TRAP", trap))
	before := listing(t, root)
	got := show(root, analyse(t, Options{}, root))
	want := "unit examples/plain.c: exchange\nunit src/a.c: exchange\nunit src/b.cpp: f\n" +
		"note build/compile_commands.json: 1 file does not exist (the first: src/gone.c)\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if after := listing(t, root); after != before {
		t.Errorf("files changed:\n%s\nnow\n%s", before, after)
	}
	if file := show(root, analyse(t, Options{}, filepath.Join(root, "src/a.c"))); file != want {
		t.Errorf("named file alone: got\n%swant\n%s", file, want)
	}

	write("no JSON")
	got = show(root, analyse(t, Options{}, root))
	for _, part := range []string{"unit src/a.c: exchange", "unit src/unbuilt.c: exchange", "note build/compile_commands.json is not a compilation database: not JSON at byte 2", "going on without it"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in\n%s", part, got)
		}
	}
	if _, err := Analyse(context.Background(), Options{Database: filepath.Join(root, "src")}, []string{root}); err == nil {
		t.Error("a database that was asked for and is missing is no error")
	}
}

// listing lists all files below a folder.
func listing(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		fmt.Fprintln(&b, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWithoutDatabase(t *testing.T) {
	root := lay(t, map[string]string{
		"lib/feature.c":      "#include \"proj/api.h\"\n#if defined(HAVE_MPI)\n" + send + "#endif\n",
		"include/proj/api.h": "typedef struct { int n; } api;\n",
		"lib/uses.c":         "#include <proj/api.h>\n" + strings.Replace(send, "int to", "api a, int to", 1),
		"lib/indirect.c":     "#include \"not_generated_yet.h\"\n" + strings.ReplaceAll(send, "#include <mpi.h>\n", ""),
		"lib/made.c":         "#include \"made.h\"\n#ifdef HAVE_UNISTD_H\n" + strings.Replace(send, "int to", "made_t to", 1) + "#endif\n",
		"cfg/made.h.in":      "#undef HAVE_UNISTD_H\ntypedef @TYPE@ made_t;\n@MORE@\n#define N @N@\n",
		"lib/size.c":         strings.Replace(send, "malloc(40)", "malloc(10 * SIZEOF_INT)", 1),
		"lib/hidden.c":       "#if LEVEL > 3\n#if LEVEL < 2\n" + send + "#endif\n#endif\n",
		"lib/bound.c":        "#include \"bound.h\"\n" + strings.ReplaceAll(strings.Replace(send, "int to", "group_t to", 1), "#include <mpi.h>\n", ""),
		"lib/bound.h":        "#ifdef PARALLEL\n#include <mpi.h>\ntypedef int group_t;\n#endif\n",
		"lib/either.c":       send + "#ifdef THREADS\nvoid more(void) { MPI_Barrier(MPI_COMM_WORLD); }\n#endif\n",
		"lib/either2.c":      strings.ReplaceAll(send, "#include <mpi.h>\n", "") + "#ifdef THREADS\nvoid more(void) { MPI_Barrier(MPI_COMM_WORLD); }\n#endif\n",
		"only.hpp":           "#include <mpi.h>\ninline void go(int *p) { MPI_Bcast(p, 1, MPI_INT, 0, MPI_COMM_WORLD); }\n",
		".git/HEAD":          "",
		"serial.c":           "int unrelated(void) { return 1; }\n",
	})
	r := analyse(t, Options{}, root)
	got := show(root, r)
	for _, part := range []string{
		"unit lib/feature.c: exchange\n", "unit lib/uses.c: exchange\n", "unit lib/indirect.c: exchange\n", "unit only.hpp:", "unit lib/made.c: exchange\n",
		"unit lib/bound.c: exchange\n", "unit lib/either.c: exchange\n", "unit lib/either2.c: exchange\n",
		"incomplete lib/hidden.c: 0: 0 of 1 MPI calls seen (they are conditional on LEVEL)\n",
		"note 1 file shows none of its MPI calls (the first: lib/hidden.c: 0 of 1 MPI calls seen",
		"incomplete lib/indirect.c: 1: lib/indirect.c:1:10: 'not_generated_yet.h' file not found\n",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in\n%s", part, got)
		}
	}
	if r.Skipped != 1 || len(r.Incomplete) != 2 {
		t.Errorf("%d skipped, incomplete %v", r.Skipped, r.Incomplete)
	}
	all := analyse(t, Options{All: true}, root)
	if all.Skipped != 0 || all.Analysed != r.Analysed+1 {
		t.Errorf("with All: %d analysed, %d skipped", all.Analysed, all.Skipped)
	}
	header := show(root, analyse(t, Options{}, filepath.Join(root, "include/proj/api.h")))
	if !strings.Contains(header, "unit lib/uses.c") || strings.Contains(header, "unit include") {
		t.Errorf("a header does not stand for the units that include it:\n%s", header)
	}
}

func TestExtraArguments(t *testing.T) {
	root := lay(t, map[string]string{
		"a.cc":      "#include \"x.h\"\n#include <mpi.h>\nvoid f() { auto g = []<class T>(T x) { return x; }; MPI_Barrier(COMM); (void)g; }\n",
		"far/x.txt": "",
	})
	far := t.TempDir()
	if err := os.WriteFile(filepath.Join(far, "x.h"), []byte("#define COMM MPI_COMM_WORLD\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "a.cc")
	r := analyse(t, Options{Compiler: []string{"-I" + far, "-std=c++20", "-Xclang", "-load", "-Xclang", "/x.so"}}, file)
	if len(r.Incomplete) > 0 || len(r.Parts) != 1 {
		t.Error(show(root, r))
	}
}

// TestInstalledMPI holds that the installed mpi.h is used for what ours lacks, and
// always if that is wanted.
func TestInstalledMPI(t *testing.T) {
	root := lay(t, map[string]string{
		"src/own.c":     strings.Replace(send, "MPI_INT", "MPIX_SPECIAL", 1),
		"src/other.c":   send,
		"bin/mpicc":     "#!/bin/sh\necho gcc -I$(dirname $0)/../inc -lmpi\n",
		"inc/mpi.h":     "typedef int MPI_Comm;\n#define MPI_COMM_WORLD 1\n#define MPI_INT 2\n#define MPIX_SPECIAL 3\nint MPI_Send(const void *, int, int, int, int, MPI_Comm);\n",
		"src/.git/HEAD": "",
	})
	if err := os.Chmod(filepath.Join(root, "bin/mpicc"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(root, "bin")+":"+os.Getenv("PATH"))
	for _, system := range []bool{false, true} {
		r := analyse(t, Options{SystemMPI: system}, filepath.Join(root, "src"))
		if len(r.Incomplete) > 0 || len(r.Parts) != 2 {
			t.Errorf("system first: %v:\n%s", system, show(root, r))
		}
	}
}

func TestInputsThatAreWrong(t *testing.T) {
	root := lay(t, map[string]string{"a.c": send})
	for input, opts := range map[string]Options{
		filepath.Join(root, "nowhere.c"): {},
		"/dev/null":                      {},
		root:                             {Libclang: filepath.Join(root, "a.c")},
	} {
		_, err := Analyse(context.Background(), opts, []string{input})
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", input, err)
		}
	}
}

// TestOtherReleases runs this file's tests with each other libclang that the
// machine has.
func TestOtherReleases(t *testing.T) {
	if os.Getenv("MPIVET_LIBCLANG") != "" {
		t.Skip("is such a run itself")
	}
	lib, err := clang.Open("")
	if err != nil {
		t.Skip(err)
	}
	for release := 16; release <= 21; release++ {
		found, _ := filepath.Glob(fmt.Sprintf("/usr/lib/*/libclang-%d.so.1", release))
		if len(found) == 0 || release == lib.Major {
			continue
		}
		t.Run(fmt.Sprint(release), func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run", "^(TestDamagedFiles|TestDatabase|TestWithoutDatabase|TestExtraArguments)$")
			cmd.Env = append(os.Environ(), "MPIVET_LIBCLANG="+found[0])
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
