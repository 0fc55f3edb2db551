package report

import (
	"path"
	"slices"
	"strings"

	"mpivet/ir"
)

// marks holds what the comments of one file silence.
type marks struct {
	whole     []mark
	lines     map[int][]mark
	malformed []Malformed
}

// mark silences rules: the ones that match any of its patterns (as in a file name pattern).
type mark struct{ patterns []string }

func (m mark) covers(rule string) bool {
	for _, p := range m.patterns {
		if ok, err := path.Match(p, rule); err == nil && ok {
			return true
		}
	}
	return false
}

// silences reports whether a comment silences the rule on the lines from first to last.
func (m *marks) silences(rule string, first, last int) bool {
	if slices.ContainsFunc(m.whole, func(k mark) bool { return k.covers(rule) }) {
		return true
	}
	for n := first; n <= last; n++ {
		if slices.ContainsFunc(m.lines[n], func(k mark) bool { return k.covers(rule) }) {
			return true
		}
	}
	return false
}

// readMarks reads the suppression comments of a file. Known lists the rules' names.
func readMarks(file, text string, known []string) *marks {
	m := &marks{lines: map[int][]mark{}}
	if !strings.Contains(text, "mpivet") && !strings.Contains(text, "NOLINT") && !strings.Contains(text, "nolint:all") {
		return m
	}
	r := markReader{marks: m, file: file, known: known, isGo: strings.HasSuffix(file, ".go")}
	list := comments(text, r.isGo)
	for i, c := range list {
		r.read(c, targetLine(list, i))
	}
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
}

func (r *markReader) read(c comment, target int) {
	switch word, rest, _ := strings.Cut(c.text, " "); {
	case word == "mpivet:ignore-file":
		r.ignoreFile(rest)
	case word == "mpivet:ignore":
		r.ignore(c, target, rest)
	case r.isGo && strings.HasPrefix(word, "nolint:"):
		linters := strings.Split(strings.TrimPrefix(word, "nolint:"), ",")
		if slices.Contains(linters, "mpivet") || slices.Contains(linters, "all") {
			r.add(target, mark{[]string{"*"}})
		}
	case !r.isGo:
		r.clangTidy(c)
	}
}

func (r *markReader) add(line int, m mark) { r.lines[line] = append(r.lines[line], m) }

// ignoreFile reads what follows mpivet:ignore-file: a list of rules, or nothing but the reason, which means all rules.
func (r *markReader) ignoreFile(rest string) {
	list, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	names := strings.Split(list, ",")
	for _, name := range names {
		if !slices.Contains(r.known, name) {
			names = []string{"*"}
			break
		}
	}
	r.whole = append(r.whole, mark{names})
}

// ignore reads what follows mpivet:ignore: a list of rules and the reason.
func (r *markReader) ignore(c comment, target int, rest string) {
	list, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if list == "" {
		r.complain(c, "mpivet:ignore names no rule")
		return
	}
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if !slices.Contains(r.known, name) {
			r.complain(c, "mpivet:ignore names the unknown rule "+quote(name))
			continue
		}
		names = append(names, name)
	}
	if strings.TrimSpace(reason) == "" {
		r.complain(c, "mpivet:ignore gives no reason")
	}
	r.add(target, mark{names})
}

func (r *markReader) complain(c comment, message string) {
	r.malformed = append(r.malformed, Malformed{Pos: ir.Pos{File: r.file, Line: c.line, Col: 1}, Message: message})
}

// clangTidy reads NOLINT(mpivet-rule,…) and NOLINTNEXTLINE(…), which may stand anywhere in a comment. Without a list they
// speak to clang-tidy only.
func (r *markReader) clangTidy(c comment) {
	for rest := c.text; ; {
		i := strings.Index(rest, "NOLINT")
		if i < 0 {
			return
		}
		rest = rest[i+len("NOLINT"):]
		line := c.line
		if after, ok := strings.CutPrefix(rest, "NEXTLINE"); ok {
			rest, line = after, line+1
		}
		if !strings.HasPrefix(rest, "(") {
			continue
		}
		list, after, ok := strings.Cut(rest[1:], ")")
		if !ok {
			return
		}
		rest = after
		if m := tidyMark(list); len(m.patterns) > 0 {
			r.add(line, m)
		}
	}
}

// tidyMark turns clang-tidy's list of check names into a mark for the ones of mpivet.
func tidyMark(list string) mark {
	var m mark
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if rule, ok := strings.CutPrefix(name, "mpivet-"); ok {
			m.patterns = append(m.patterns, rule)
		} else if name == "*" {
			m.patterns = append(m.patterns, "*")
		}
	}
	return m
}
