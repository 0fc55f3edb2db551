package report

import (
	"slices"
	"strings"
)

// clangTidy reads NOLINT(mpivet-rule,…), NOLINTNEXTLINE(…), NOLINTBEGIN(…) and NOLINTEND(…), which may stand anywhere in a
// comment. Without a list they speak to clang-tidy only.
func (r *markReader) clangTidy(c comment) {
	for rest := c.text; ; {
		i := strings.Index(rest, "NOLINT")
		if i < 0 {
			return
		}
		rest = rest[i:]
		form := rest[:len(rest)-len(strings.TrimLeft(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
		rest = rest[len(form):]
		if !strings.HasPrefix(rest, "(") {
			continue
		}
		list, after, ok := strings.Cut(rest[1:], ")")
		if !ok {
			return
		}
		rest = after
		if patterns := tidyPatterns(list); len(patterns) > 0 {
			r.tidyMark(c, form, patterns, strings.TrimLeft(after, ":- "))
		}
	}
}

func (r *markReader) tidyMark(c comment, form string, patterns []string, reason string) {
	switch form {
	case "NOLINT":
		r.add(c, form, c.line, c.line, patterns, reason)
	case "NOLINTNEXTLINE":
		r.add(c, form, c.line+1, c.line+1, patterns, reason)
	case "NOLINTBEGIN":
		r.open = append(r.open, r.add(c, form, c.line, c.line, patterns, reason))
	case "NOLINTEND":
		r.end(c, patterns)
	}
}

// end closes the last range that was begun for the same checks.
func (r *markReader) end(c comment, patterns []string) {
	for i := len(r.open) - 1; i >= 0; i-- {
		if slices.Equal(r.open[i].patterns, patterns) {
			r.open[i].last = c.line
			r.open = slices.Delete(r.open, i, i+1)
			return
		}
	}
	r.complain(c, "NOLINTEND without a NOLINTBEGIN for the same checks")
}

// endRanges refuses the ranges that have no end: clang-tidy calls them an error, and they silence nothing.
func (r *markReader) endRanges() {
	for _, m := range r.open {
		r.complain(comment{line: m.pos.Line}, "NOLINTBEGIN without a NOLINTEND for the same checks")
		r.list = slices.DeleteFunc(r.list, func(k *mark) bool { return k == m })
	}
}

// tidyPatterns returns the names and patterns of clang-tidy's list that may mean rules of mpivet.
func tidyPatterns(list string) []string {
	var out []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, tidyPrefix) || strings.Contains(name, "*") {
			out = append(out, name)
		}
	}
	return out
}
