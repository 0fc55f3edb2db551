package integration

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var (
	root   string // of mpivet's repository
	binDir string // holds the mpivet that is tested
)

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	var err error
	if root, err = filepath.Abs(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	if binDir, err = os.MkdirTemp("", "mpivet"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(binDir)
	if out, err := exec.Command("go", "build", "-C", root, "-o", filepath.Join(binDir, "mpivet"), "./cmd/mpivet").CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return 1
	}
	return m.Run()
}

const exchangeC = `#include <mpi.h>
#include <stdlib.h>

void exchange(int n, int peer)
{
    for (int i = 0; i < 100; i++) {
        double *fresh = malloc(n);
        MPI_Send(fresh, n, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
        free(fresh);
    }
}
`

const solverGo = `package app

import "github.com/cpmech/gosl/mpi"

// Run sends rows.
func Run(c *mpi.Communicator, n, next int) {
	for i := 0; i < 100; i++ {
		row := make([]float64, n)
		c.Send(row, next)
	}
}
`

// module is a Go module with a stand-in for a binding.
var module = map[string]string{
	"go.mod":          "module example.org/app\n\ngo 1.24\n\nrequire github.com/cpmech/gosl v0.0.0\n\nreplace github.com/cpmech/gosl => ./stub\n",
	"stub/go.mod":     "module github.com/cpmech/gosl\n",
	"stub/mpi/mpi.go": "package mpi\n\n// Communicator is a group of processes.\ntype Communicator struct{ n int }\n\n// Send sends.\nfunc (c *Communicator) Send(vals []float64, toID int) { c.n += len(vals) }\n",
}

// project makes a folder with files.
func project(t *testing.T, sets ...map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, files := range sets {
		for name, text := range files {
			write(t, filepath.Join(dir, name), text)
		}
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// environ is the environment with the tested mpivet first in the path, and with the variables over it.
func environ(vars ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GITHUB_") || strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "CI_") || strings.HasPrefix(v, "RUNNER_")
	})
	env = append(env, "PATH="+binDir+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	return append(env, vars...)
}

// run runs a program in dir and returns its exit status and all that it printed.
func run(t *testing.T, dir string, env []string, name string, args ...string) (int, string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// must is run of something that must succeed.
func must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	status, out := run(t, dir, environ(), name, args...)
	if status != 0 {
		t.Fatalf("%s %s: status %d\n%s", name, strings.Join(args, " "), status, out)
	}
	return out
}

// found holds output against the files in which a fresh buffer must be reported.
func found(t *testing.T, out string, files ...string) {
	t.Helper()
	for _, f := range files {
		if !strings.Contains(out, f+":") {
			t.Errorf("nothing is reported in %s:\n%s", f, out)
		}
	}
	if n := strings.Count(out, "(freshbuf)"); n != len(files) {
		t.Errorf("%d findings, want %d:\n%s", n, len(files), out)
	}
}

// block returns the n-th code block, from 0, below a heading of docs/CI.md.
func block(t *testing.T, heading, language string, n int) string {
	t.Helper()
	_, text, ok := strings.Cut(read(t, filepath.Join(root, "docs", "CI.md")), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("docs/CI.md has no heading %q", heading)
	}
	for ; ; n-- {
		_, text, ok = strings.Cut(text, "\n```"+language+"\n")
		code, rest, closed := strings.Cut(text, "\n```\n")
		if !ok || !closed {
			t.Fatalf("docs/CI.md has no %s below %q", language, heading)
		}
		if n == 0 {
			return code + "\n"
		}
		text = rest
	}
}

// decode reads YAML.
func decode(t *testing.T, text string, to any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// commit makes a repository of a folder.
func commit(t *testing.T, dir string) {
	t.Helper()
	must(t, dir, "git", "init", "-q", "-b", "main")
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-q", "-m", "one")
}

// copyOfMpivet returns a repository with mpivet's files as they are now, committed or not.
func copyOfMpivet(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mpivet")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case d.Name() == ".git" || rel == "bin":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, rel), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, rel), text, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, dir)
	return dir
}
