package integration

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGitLab runs the job's scripts in one shell, as GitLab's runner does; only apt-get is one that does nothing.
func TestGitLab(t *testing.T) {
	var doc map[string]struct {
		Before    []string `yaml:"before_script"`
		Script    []string
		Artifacts struct{ Reports map[string]string }
	}
	decode(t, block(t, "## GitLab", "yaml", 0), &doc)
	job := doc["mpivet"]
	dir := project(t, map[string]string{"src/exchange.c": exchangeC})
	tools := t.TempDir()
	write(t, filepath.Join(tools, "apt-get"), "#!/bin/sh\necho \"$@\" >> "+filepath.Join(tools, "log")+"\n")
	if err := os.Chmod(filepath.Join(tools, "apt-get"), 0o755); err != nil {
		t.Fatal(err)
	}
	script := strings.Join(append(job.Before, job.Script...), "\n")
	env := environ("MPIVET_URL="+copyOfMpivet(t), "PATH="+tools+":"+os.Getenv("PATH"))
	status, out := run(t, dir, env, "sh", "-e", "-c", script)
	if status != 1 {
		t.Fatalf("status %d\n%s", status, out)
	}
	var issues []struct {
		Check    string `json:"check_name"`
		Location struct{ Path string }
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, job.Artifacts.Reports["codequality"]))), &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != 1 || issues[0].Location.Path != "src/exchange.c" || issues[0].Check != "freshbuf" {
		t.Errorf("%+v", issues)
	}
	if log := read(t, filepath.Join(tools, "log")); !strings.Contains(log, "libclang") {
		t.Errorf("apt-get was called with %s", log)
	}
}

func TestJenkins(t *testing.T) {
	text := block(t, "## Jenkins", "groovy", 0)
	_, script, ok := strings.Cut(text, "sh '''")
	script, rest, ok2 := strings.Cut(script, "'''")
	if !ok || !ok2 || !strings.Contains(rest, "checkStyle(") {
		t.Fatalf("no shell step:\n%s", text)
	}
	dir := project(t, map[string]string{"exchange.c": exchangeC})
	if status, out := run(t, dir, environ(), "sh", "-xe", "-c", script); status != 0 {
		t.Fatalf("status %d: findings are no failure\n%s", status, out)
	}
	var report struct {
		Files []struct {
			Name string `xml:"name,attr"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal([]byte(read(t, filepath.Join(dir, "mpivet.xml"))), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Files) != 1 || report.Files[0].Name != "exchange.c" {
		t.Errorf("%+v", report)
	}
	if status, _ := run(t, t.TempDir(), environ(), "sh", "-xe", "-c", script); status == 0 {
		t.Error("a project without sources passes")
	}
}

// TestReviewdog: what is piped is what reviewdog reads; a stand-in takes its place.
func TestReviewdog(t *testing.T) {
	tools := t.TempDir()
	write(t, filepath.Join(tools, "reviewdog"), "#!/bin/sh\n[ \"$1\" = -f=rdjson ] && cat\n")
	if err := os.Chmod(filepath.Join(tools, "reviewdog"), 0o755); err != nil {
		t.Fatal(err)
	}
	dir := project(t, map[string]string{"exchange.c": exchangeC})
	env := environ("PATH=" + tools + ":" + binDir + ":" + os.Getenv("PATH"))
	status, out := run(t, dir, env, "sh", "-e", "-c", block(t, "## reviewdog", "sh", 0))
	if status != 0 || !strings.Contains(out, `"path": "exchange.c"`) {
		t.Errorf("status %d\n%s", status, out)
	}
}

// TestAdoption runs what the documentation says about code that has findings already.
func TestAdoption(t *testing.T) {
	const heading = "## Code that has findings already"
	dir := project(t, map[string]string{"exchange.c": exchangeC})
	if status, out := run(t, dir, environ(), "sh", "-e", "-c", block(t, heading, "sh", 0)); status != 0 {
		t.Errorf("status %d\n%s", status, out)
	}
	commit(t, dir)
	must(t, dir, "git", "update-ref", "refs/remotes/origin/main", "HEAD")
	if status, out := run(t, dir, environ(), "sh", "-e", "-c", block(t, heading, "sh", 1)); status != 0 {
		t.Errorf("status %d\n%s", status, out)
	}
	write(t, filepath.Join(dir, "new.c"), strings.ReplaceAll(exchangeC, "exchange", "more"))
	for _, line := range strings.Split(strings.TrimSpace(block(t, heading, "sh", 1)), "\n") {
		must(t, dir, "git", "add", "-A")
		status, out := run(t, dir, environ(), "sh", "-e", "-c", line)
		if status != 1 {
			t.Errorf("%s: status %d", line, status)
		}
		found(t, out, "new.c")
	}
}

// TestReadme: the lines in the README's table stand in docs/CI.md, where the other tests take them from, or are flags of mpivet.
func TestReadme(t *testing.T) {
	_, table, ok := strings.Cut(read(t, filepath.Join(root, "README.md")), "\n## Where it fits in\n")
	table, _, ok2 := strings.Cut(table, "\n[docs/CI.md]")
	if !ok || !ok2 {
		t.Fatal("the README has no table")
	}
	ci := read(t, filepath.Join(root, "docs", "CI.md"))
	rows := strings.Split(strings.TrimSpace(table), "\n")[2:]
	if len(rows) < 12 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		lines := row[strings.Index(row[1:], "|")+2:]
		lines = strings.NewReplacer("<code>", "`", "</code>", "`", "&#124;", "|").Replace(lines)
		for i, line := range strings.Split(lines, "`") {
			if i%2 == 1 && !strings.Contains(ci, line) && line != "-format sarif -o FILE" {
				t.Errorf("docs/CI.md does not have %q", line)
			}
		}
	}
}
