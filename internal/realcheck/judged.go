package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// A verdict is what a reader of the code thinks of a finding.
type verdict string

const (
	verdictTrue   verdict = "true"    // worth fixing, as reported
	verdictNoteOK verdict = "note-ok" // right as a note, not worth a warning
	verdictFalse  verdict = "false"   // the tool is wrong
)

// A judgement is one line of a .judged file: verdict rule path:line reason.
type judgement struct {
	verdict verdict
	key     string
	reason  string
}

func readJudged(file string) ([]judgement, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	js, err := parseJudged(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return js, nil
}

func parseJudged(text string) ([]judgement, error) {
	var js []judgement
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.SplitN(line, " ", 4)
		if len(parts) != 4 {
			return nil, fmt.Errorf("line %d: want \"verdict rule path:line reason\", have %q", n, line)
		}
		v := verdict(parts[0])
		if !slices.Contains([]verdict{verdictTrue, verdictNoteOK, verdictFalse}, v) {
			return nil, fmt.Errorf("line %d: verdict %q is none of true, note-ok, false", n, parts[0])
		}
		if _, _, err := splitPosition(parts[2]); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		j := judgement{verdict: v, key: parts[1] + " " + parts[2], reason: parts[3]}
		if seen[j.key] {
			return nil, fmt.Errorf("line %d: %s is judged twice", n, j.key)
		}
		seen[j.key] = true
		js = append(js, j)
	}
	return js, nil
}

// A summary says how findings were judged. Findings of one rule on one line share a judgement.
type summary struct {
	count   map[verdict]int
	missing []finding // findings without a judgement
	stale   []string  // keys of judgements without a finding
	unread  []string  // keys of warnings that were judged to be right as notes
}

func summarise(findings []finding, js []judgement) summary {
	s := summary{count: map[verdict]int{}}
	verdicts := map[string]verdict{}
	for _, j := range js {
		verdicts[j.key] = j.verdict
	}
	found := map[string]bool{}
	for _, f := range findings {
		found[f.key()] = true
		v, ok := verdicts[f.key()]
		if !ok {
			s.missing = append(s.missing, f)
			continue
		}
		s.count[v]++
		if v == verdictNoteOK && f.severity == "warning" {
			s.unread = append(s.unread, f.key())
		}
	}
	for _, j := range js {
		if !found[j.key] {
			s.stale = append(s.stale, j.key)
		}
	}
	return s
}
