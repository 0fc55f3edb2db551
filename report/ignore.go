package report

import (
	"math"
	"path"
	"slices"
	"strings"

	"mpivet/ir"
)

// marks holds what the comments of one file silence.
type marks struct {
	list      []*mark
	malformed []Malformed
}

// mark is one comment, or part of one, that silences rules on the lines from first to last.
type mark struct {
	pos         ir.Pos // of the comment
	form        string // how it is written: "mpivet:ignore"
	first, last int
	patterns    []string        // of names in clang-tidy's manner, as in "mpivet-*"
	used        map[string]bool // the patterns that silenced something
	reason      string
}

// allRules is the pattern that all rules match.
const allRules = "*"

// tidyPrefix is what clang-tidy's comments put before the name of a rule.
const tidyPrefix = "mpivet-"

// covers reports whether the mark silences a rule, and remembers that it did.
func (m *mark) covers(rule string) bool {
	found := false
	for _, p := range m.patterns {
		if ok, err := path.Match(p, tidyPrefix+rule); err == nil && ok {
			m.used[p] = true
			found = true
		}
	}
	return found
}

// silences returns the comment that silences the rule on the lines from first to last, nil when none does. Every comment that
// would is marked as used.
func (m *marks) silences(rule string, first, last int) *mark {
	var found *mark
	for _, k := range m.list {
		if k.first <= last && first <= k.last && k.covers(rule) && found == nil {
			found = k
		}
	}
	return found
}

// readMarks reads the suppression comments of a file. Known lists the rules' names.
func readMarks(file, text string, known []string) *marks {
	m := &marks{}
	if !strings.Contains(text, "mpivet") && !strings.Contains(text, "NOLINT") && !strings.Contains(text, "nolint:all") {
		return m
	}
	r := markReader{marks: m, file: file, known: known, isGo: strings.HasSuffix(file, ".go")}
	list := comments(text, r.isGo)
	for i, c := range list {
		r.read(c, targetLine(list, i))
	}
	r.endRanges()
	return m
}

// targetLine returns the line that the i-th comment speaks about: its own when code stands there, else the one after the
// comments that it begins.
func targetLine(list []comment, i int) int {
	line := list[i].line
	if !list[i].alone {
		return line
	}
	for _, c := range list[i+1:] {
		if c.line > line+1 {
			break
		}
		if !c.alone {
			return c.line
		}
		line = c.line
	}
	return line + 1
}

type markReader struct {
	*marks
	file  string
	known []string
	isGo  bool
	open  []*mark // NOLINTBEGIN without its end so far
}

func (r *markReader) read(c comment, target int) {
	switch word, rest, _ := strings.Cut(c.text, " "); {
	case word == "mpivet:ignore-file":
		r.ignoreFile(c, rest)
	case word == "mpivet:ignore":
		r.ignore(c, target, rest)
	case r.isGo && strings.HasPrefix(word, "nolint:"):
		r.golangci(c, target, word, rest)
	case !r.isGo:
		r.clangTidy(c)
	}
}

// add makes a mark for the lines from first to last.
func (r *markReader) add(c comment, form string, first, last int, patterns []string, reason string) *mark {
	m := &mark{
		pos: ir.Pos{File: r.file, Line: c.line, Col: 1}, form: form, first: first, last: last,
		patterns: patterns, used: map[string]bool{}, reason: strings.TrimSpace(reason),
	}
	r.list = append(r.list, m)
	return m
}

// ignoreFile reads what follows mpivet:ignore-file: a list of rules and the reason, or nothing but the reason, which means all
// rules.
func (r *markReader) ignoreFile(c comment, rest string) {
	list, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	var patterns []string
	for name := range strings.SplitSeq(list, ",") {
		if !slices.Contains(r.known, name) {
			patterns, reason = []string{tidyPrefix + "*"}, rest
			break
		}
		patterns = append(patterns, tidyPrefix+name)
	}
	r.add(c, "mpivet:ignore-file", 0, math.MaxInt, patterns, reason)
}

// ignore reads what follows mpivet:ignore: a list of rules and the reason.
func (r *markReader) ignore(c comment, target int, rest string) {
	list, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if list == "" {
		r.complain(c, "mpivet:ignore names no rule")
		return
	}
	var patterns []string
	for name := range strings.SplitSeq(list, ",") {
		if !slices.Contains(r.known, name) {
			r.complain(c, "mpivet:ignore names the unknown rule "+quote(name))
			continue
		}
		patterns = append(patterns, tidyPrefix+name)
	}
	if strings.TrimSpace(reason) == "" {
		r.complain(c, "mpivet:ignore gives no reason")
	}
	r.add(c, "mpivet:ignore", target, target, patterns, reason)
}

func (r *markReader) complain(c comment, message string) {
	r.malformed = append(r.malformed, Malformed{Pos: ir.Pos{File: r.file, Line: c.line, Col: 1}, Message: message})
}

// golangci reads golangci-lint's //nolint:mpivet // reason.
func (r *markReader) golangci(c comment, target int, word, rest string) {
	linters := strings.Split(strings.TrimPrefix(word, "nolint:"), ",")
	reason := strings.TrimLeft(rest, "/ ")
	switch {
	case slices.Contains(linters, "mpivet"):
		r.add(c, "nolint:mpivet", target, target, []string{tidyPrefix + "*"}, reason)
	case slices.Contains(linters, "all"):
		r.add(c, "nolint:all", target, target, []string{allRules}, reason)
	}
}
