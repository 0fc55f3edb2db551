package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// binDir holds the program. It is built rather than run inside the test's process, because it starts itself again as a worker.
var binDir string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "mpivet")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	binDir = dir
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "mpivet"), ".").CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return 1
	}
	return m.Run()
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: os.Getenv("MPIVET_UPDATE") != "",
		Setup:         setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "mkchain": makeChain, "mkbinary": makeBinary,
		},
	})
}

// setup puts the program first in the path and lets the go command find its caches.
func setup(e *testscript.Env) error {
	e.Setenv("PATH", binDir+string(os.PathListSeparator)+e.Getenv("PATH"))
	e.Setenv("MPIVET", filepath.Join(binDir, "mpivet"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOFLAGS", "GOTOOLCHAIN"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			return err
		}
		e.Setenv(name, string(out[:len(out)-1]))
	}
	return nil
}

// status runs a program and checks its exit status: status N program args...
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// makeChain writes a C file that sends in each of N arms of one else-if chain, which is too deep for libclang: mkchain file N.
func makeChain(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mkchain file N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	b.WriteString("#include <mpi.h>\nvoid chain(int k, int *b)\n{\n    if (k < 0) return;\n")
	for i := range n {
		fmt.Fprintf(&b, "    else if (k == %d) MPI_Send(b, 1, MPI_INT, %d, 0, MPI_COMM_WORLD);\n", i, i)
	}
	b.WriteString("}\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// makeBinary writes a file that is no text but mentions MPI: mkbinary file.
func makeBinary(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mkbinary file")
	}
	data := []byte("\x7fELF\x02\x01\x00\x00 MPI_Send(x) mpi.h \x00\xff\xfe")
	for i := range 4096 {
		data = append(data, byte(i*7+i>>3))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}
