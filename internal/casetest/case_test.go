package casetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const root = "../../testdata/cases"

var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "casetest")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "mpivet")
	build := exec.Command("go", "build", "-o", binary, "mpivet/cmd/mpivet")
	if out, err := build.CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return 1
	}
	return m.Run()
}

func TestCases(t *testing.T) {
	list, err := List(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			exp, dir, arg, err := c.LayOut(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range exp.Compare(analyse(t, dir, arg)) {
				t.Error(line)
			}
		})
	}
}

// analyse runs mpivet in dir and returns its findings, notes included.
func analyse(t *testing.T, dir, arg string) []Finding {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-json", "-severity", "note", "-no-cache", arg)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	var doc struct{ Findings []Finding }
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v\n%s%s", err, out.Bytes(), errs.Bytes())
	}
	return doc.Findings
}

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	text := "for (;;) { // loop freshbuf\n  p = malloc(n); // kept // want freshbuf alltoall:note\n  q = malloc(n);// want heapchurn:any\n} // a call to nothing\n"
	path := filepath.Join(dir, "x.c")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	exp, at, arg, err := Case{"c/x.c", path}.LayOut(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	copied, err := os.ReadFile(filepath.Join(at, arg))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("for (;;) {\n  p = malloc(n); // kept\n  q = malloc(n);\n} // a call to nothing\n", string(copied)); diff != "" {
		t.Error(diff)
	}
	got := []Finding{{Rule: "heapchurn", Severity: "note", File: "x.c", Line: 3}, {Rule: "alltoall", Severity: "warning", File: "x.c", Line: 2}}
	want := []string{
		"missed x.c:2 freshbuf:warning",
		"missed x.c:2 alltoall:note (reported as warning)",
		"related x.c:1 is not given as loop of freshbuf",
		"noise x.c:2 alltoall:warning",
	}
	if diff := cmp.Diff(want, exp.Compare(got)); diff != "" {
		t.Error(diff)
	}
}
