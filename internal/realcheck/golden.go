package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A finding is what a golden keeps of one of mpivet's findings. The column is left out: two findings of a line differ by their message.
type finding struct {
	rule     string
	severity string
	path     string
	line     int
	message  string
}

// String returns the golden's line: rule severity path:line message.
func (f finding) String() string {
	return fmt.Sprintf("%s %s %s:%d %s", f.rule, f.severity, f.path, f.line, f.message)
}

// key identifies a finding in a file of judgements, where messages would only be in the way.
func (f finding) key() string {
	return fmt.Sprintf("%s %s:%d", f.rule, f.path, f.line)
}

func compareFindings(a, b finding) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.line, b.line), cmp.Compare(a.rule, b.rule),
		cmp.Compare(a.severity, b.severity), cmp.Compare(a.message, b.message))
}

// A golden is the blessed findings of one version of a package.
type golden struct {
	version string
	lines   []finding
}

const versionLine = "# version "

func readGolden(file string) (golden, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return golden{}, err
	}
	g, err := parseGolden(string(text))
	if err != nil {
		return golden{}, fmt.Errorf("%s: %w", file, err)
	}
	return g, nil
}

func parseGolden(text string) (golden, error) {
	var g golden
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if v, ok := strings.CutPrefix(line, versionLine); ok {
			g.version = strings.TrimSpace(v)
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		f, err := parseFinding(line)
		if err != nil {
			return golden{}, fmt.Errorf("line %d: %w", n, err)
		}
		g.lines = append(g.lines, f)
	}
	if g.version == "" {
		return golden{}, fmt.Errorf("no line %q", strings.TrimSpace(versionLine))
	}
	slices.SortFunc(g.lines, compareFindings)
	return g, nil
}

func parseFinding(line string) (finding, error) {
	parts := strings.SplitN(line, " ", 4)
	if len(parts) != 4 {
		return finding{}, fmt.Errorf("want \"rule severity path:line message\", have %q", line)
	}
	path, n, err := splitPosition(parts[2])
	if err != nil {
		return finding{}, err
	}
	return finding{rule: parts[0], severity: parts[1], path: path, line: n, message: parts[3]}, nil
}

func splitPosition(s string) (path string, line int, err error) {
	i := strings.LastIndexByte(s, ':')
	if i > 0 {
		line, err = strconv.Atoi(s[i+1:])
	}
	if i <= 0 || err != nil || line < 1 {
		return "", 0, fmt.Errorf("%q is no path:line", s)
	}
	return s[:i], line, nil
}

// write puts the golden into file, replacing it whole.
func (g golden) write(file string) error {
	var b strings.Builder
	b.WriteString(versionLine + g.version + "\n")
	for _, f := range g.lines {
		b.WriteString(f.String() + "\n")
	}
	tmp := file + ".new"
	if err := os.WriteFile(tmp, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("writing the golden: %w", err)
	}
	if err := os.Rename(tmp, file); err != nil {
		return fmt.Errorf("writing the golden: %w", err)
	}
	return nil
}

// diff returns the findings that are only in old and those that are only in now. Both are sorted; equal findings count as often as they
// occur.
func diff(old, now []finding) (gone, came []finding) {
	i, j := 0, 0
	for i < len(old) || j < len(now) {
		c := 0
		switch {
		case i == len(old):
			c = 1
		case j == len(now):
			c = -1
		default:
			c = compareFindings(old[i], now[j])
		}
		if c < 0 {
			gone = append(gone, old[i])
		} else if c > 0 {
			came = append(came, now[j])
		}
		if c <= 0 {
			i++
		}
		if c >= 0 {
			j++
		}
	}
	return gone, came
}
