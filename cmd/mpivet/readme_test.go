package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme holds the example output in the README against what the command prints.
func TestReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "What `mpivet -c 1 testdata/example` prints")
	_, after, ok2 := strings.Cut(after, "```\n")
	want, _, ok3 := strings.Cut(after, "```\n")
	if !ok || !ok2 || !ok3 {
		t.Fatal("the README has no example output")
	}
	cmd := exec.Command(filepath.Join(binDir, "mpivet"), "-q", "-c", "1", "testdata/example")
	cmd.Dir = root
	got, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != exitFindings {
		t.Fatalf("%v", err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}
