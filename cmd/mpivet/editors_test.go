package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// editorFinding is what an editor takes out of a line.
type editorFinding struct {
	file         string
	line, column int
	note         bool
	message      string
}

// exampleOutput returns what mpivet prints for the example as text, and its findings as the JSON form has them.
func exampleOutput(t *testing.T) ([]string, []editorFinding) {
	t.Helper()
	run := func(args ...string) string {
		cmd := exec.Command(filepath.Join(binDir, "mpivet"), append(args, "-severity", "note", "-no-cache")...)
		cmd.Dir = filepath.Join("testdata", "editors")
		out, err := cmd.Output()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitFindings {
			t.Fatal(err)
		}
		return string(out)
	}
	var doc struct {
		Findings []struct {
			Rule, Severity, File, Message string
			Line, Column                  int
		}
	}
	if err := json.Unmarshal([]byte(run("-json", ".")), &doc); err != nil {
		t.Fatal(err)
	}
	var list []editorFinding
	notes := 0
	for _, f := range doc.Findings {
		if f.Severity == "note" {
			notes++
		}
		list = append(list, editorFinding{f.File, f.Line, f.Column, f.Severity == "note", f.Message + " (" + f.Rule + ")"})
	}
	if notes == 0 || notes == len(list) {
		t.Fatalf("%d of %d findings are notes: the program should have both", notes, len(list))
	}
	return strings.Split(strings.TrimSuffix(run("-q", "."), "\n"), "\n"), list
}

// block returns the block of code in docs/EDITORS.md that is marked as being of a language.
func block(t *testing.T, language string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "EDITORS.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```"+language+"\n")
	code, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("docs/EDITORS.md has no %s", language)
	}
	return code
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestProblemMatcher(t *testing.T) {
	var tasks struct {
		Tasks []struct {
			ProblemMatcher struct {
				Pattern struct {
					Regexp                                      string
					File, Line, Column, Severity, Message, Code int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(block(t, "json")), &tasks); err != nil || len(tasks.Tasks) != 1 {
		t.Fatal(err)
	}
	p := tasks.Tasks[0].ProblemMatcher.Pattern
	re := regexp.MustCompile(p.Regexp)
	lines, want := exampleOutput(t)
	if len(lines) != len(want) {
		t.Fatalf("%d lines for %d findings", len(lines), len(want))
	}
	for i, line := range lines {
		m := re.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("%q does not match", line)
			continue
		}
		got := editorFinding{m[p.File], number(t, m[p.Line]), number(t, m[p.Column]), m[p.Severity] == "note", m[p.Message] + " (" + m[p.Code] + ")"}
		if got != want[i] {
			t.Errorf("got %+v, want %+v", got, want[i])
		}
	}
}

// TestErrorformat reads the formats as Vim does: the first one that matches a line counts.
func TestErrorformat(t *testing.T) {
	_, format, ok := strings.Cut(block(t, "vim"), "errorformat=")
	if !ok {
		t.Fatal("no errorformat")
	}
	format = strings.ReplaceAll(strings.TrimSpace(format), `\ `, " ")
	parts := map[string]string{"%f": `(?P<f>.+?)`, "%l": `(?P<l>\d+)`, "%c": `(?P<c>\d+)`, "%t": `(?P<t>.)`, "%m": `(?P<m>.+)`}
	var formats []*regexp.Regexp
	for _, f := range strings.Split(format, ",") {
		pattern := regexp.QuoteMeta(f)
		for item, group := range parts {
			pattern = strings.ReplaceAll(pattern, item, group)
		}
		formats = append(formats, regexp.MustCompile("^"+pattern+"$"))
	}
	lines, want := exampleOutput(t)
	for i, line := range lines {
		var got editorFinding
		for _, re := range formats {
			m := re.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			group := func(name string) string {
				if at := re.SubexpIndex(name); at >= 0 {
					return m[at]
				}
				return ""
			}
			got = editorFinding{group("f"), number(t, group("l")), number(t, group("c")), group("t") == "n", group("m")}
			break
		}
		if got != want[i] {
			t.Errorf("%q: got %+v, want %+v", line, got, want[i])
		}
	}
}
