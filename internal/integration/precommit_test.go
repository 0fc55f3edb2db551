//go:build integration

package integration

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPreCommit tries both hooks on a repository with a C file and a Go file that have findings, and one of each that has none.
func TestPreCommit(t *testing.T) {
	repo := copyOfMpivet(t)
	dir := project(t, module, map[string]string{
		"src/exchange.c": exchangeC, "src/main.c": mainC, "app.go": solverGo, "other.go": "package app\n", "notes.txt": "",
	})
	commit(t, dir)
	home := t.TempDir()
	// The hook's own copy of the module cache would be fetched anew.
	modules := strings.TrimSpace(must(t, dir, "go", "env", "GOMODCACHE"))
	try := func(hook string, files ...string) (int, string) {
		t.Helper()
		args := append([]string{"try-repo", repo, hook, "--verbose", "--files"}, files...)
		return run(t, dir, environ("PRE_COMMIT_HOME="+home, "GOMODCACHE="+modules), "pre-commit", args...)
	}
	for _, hook := range []string{"mpivet", "mpivet-system"} {
		status, out := try(hook, "src/exchange.c", "src/main.c", "app.go", "notes.txt")
		if status != 1 {
			t.Errorf("%s: status %d", hook, status)
		}
		found(t, out, "src/exchange.c", "app.go")
	}
	status, out := try("mpivet-system", "src/main.c", "other.go")
	if status != 0 {
		t.Errorf("status %d for files without findings", status)
	}
	found(t, out)
}

// TestPreCommitConfig holds the configuration in the documentation against the hooks, and runs it on what is staged.
func TestPreCommitConfig(t *testing.T) {
	var hooks []struct{ ID string }
	decode(t, read(t, filepath.Join(root, ".pre-commit-hooks.yaml")), &hooks)
	if len(hooks) != 2 || hooks[0].ID != "mpivet" || hooks[1].ID != "mpivet-system" {
		t.Fatalf("%+v", hooks)
	}
	repo := copyOfMpivet(t)
	must(t, repo, "git", "tag", "main-release")
	text := block(t, "## pre-commit", "yaml", 0)
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	decode(t, text, &config)
	r := config.Repos[0]
	text = strings.NewReplacer(r.Repo, repo, "rev: "+r.Rev, "rev: main-release", "id: "+r.Hooks[0].ID, "id: mpivet-system").Replace(text)
	dir := project(t, map[string]string{"old.c": exchangeC, ".pre-commit-config.yaml": text})
	commit(t, dir)
	write(t, filepath.Join(dir, "old.c"), "/* moved */\n"+exchangeC)
	write(t, filepath.Join(dir, "new.c"), strings.ReplaceAll(exchangeC, "exchange", "more"))
	must(t, dir, "git", "add", "-A")
	status, out := run(t, dir, environ("PRE_COMMIT_HOME="+t.TempDir()), "pre-commit", "run", "--verbose")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	found(t, out, "new.c")
}

func TestTools(t *testing.T) {
	for _, tool := range []string{"pre-commit", "cmake", "ninja", "bear", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Errorf("%v; .ci/setup test-integration installs it", err)
		}
	}
}
