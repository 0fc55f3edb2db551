package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestPrograms checks that mpivet reports what is measured as before, and nothing of what is measured as after.
func TestPrograms(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "mpivet")
	if out, err := exec.Command("go", "build", "-o", binary, "mpivet/cmd/mpivet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, e := range experiments {
		for when, want := range map[string]bool{"before": true, "after": false} {
			dir := t.TempDir() // alone: a file in the repository is analysed with all around it
			text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "measure", e.rule, when+".c"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, when+".c"), text, 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(binary, "-json", "-no-cache", when+".c")
			cmd.Dir = dir
			out, err := cmd.Output()
			var exit *exec.ExitError
			if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
				t.Fatal(err)
			}
			var doc struct{ Findings []struct{ Rule, File string } }
			if err := json.Unmarshal(out, &doc); err != nil {
				t.Fatal(err)
			}
			got := false
			for _, f := range doc.Findings {
				got = got || f.Rule == e.rule && f.File == when+".c"
			}
			if got != want {
				t.Errorf("%s/%s.c: reported %v, want %v", e.rule, when, got, want)
			}
		}
	}
}

// TestCounts runs the smallest experiments and checks that what is saved is what the tables show.
func TestCounts(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	l := &lab{root: filepath.Join("..", ".."), dir: t.TempDir()}
	for _, e := range experiments {
		if _, err := l.prepare(ctx, e); errors.Is(err, errNoMPI) {
			t.Logf("%s is not measured here: %v", e.rule, err)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		arg := ""
		if e.rule != "alltoall" {
			arg = "1048576 10"
		}
		before, err := l.run(ctx, e, "before", arg)
		if err != nil {
			t.Fatal(err)
		}
		after, err := l.run(ctx, e, "after", arg)
		if err != nil {
			t.Fatal(err)
		}
		if c := e.columns[0]; before[c] <= after[c] {
			t.Errorf("%s: %d %s before and %d after", e.rule, before[c], c, after[c])
		}
	}
}
