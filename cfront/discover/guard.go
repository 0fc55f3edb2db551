package discover

import (
	"slices"
	"strings"
)

// guards is the stack of preprocessor conditions around a place.
type guards struct{ open []condition }

// condition is one #if with the branch that is being read.
type condition struct {
	needs   []string // macros to define for this branch to be read
	negated []string // macros to define for the #else branch
	depth   depths   // the scanner's nesting before the #if
}

// begin opens a condition: keyword is if, ifdef or ifndef.
func (g *guards) begin(keyword, text string, at depths) {
	c := condition{depth: at}
	switch keyword {
	case "ifdef":
		c.needs = identifiers(text)
	case "ifndef":
		c.negated = identifiers(text)
	default:
		c.needs, c.negated = wanted(text)
	}
	g.open = append(g.open, c)
}

// turn goes on to the next branch, an #elif or #else, and returns the nesting to
// return to.
func (g *guards) turn(keyword, text string) (depths, bool) {
	if len(g.open) == 0 {
		return depths{}, false
	}
	c := &g.open[len(g.open)-1]
	switch keyword {
	case "else":
		c.needs, c.negated = c.negated, nil
	case "elif":
		c.needs, c.negated = wanted(text)
	case "elifdef":
		c.needs = identifiers(text)
	}
	return c.depth, true
}

func (g *guards) end() {
	if len(g.open) > 0 {
		g.open = g.open[:len(g.open)-1]
	}
}

// needs lists the macros that must be defined for the present place to be read.
func (g *guards) needs() []string {
	var out []string
	for _, c := range g.open {
		out = append(out, c.needs...)
	}
	return out
}

// off reports whether the present place is never read (#if 0), or by nobody but who looks for faults.
func (g *guards) off() bool {
	for _, c := range g.open {
		if len(c.needs) == 1 && c.needs[0] == "0" || slices.ContainsFunc(c.needs, isDebugging) {
			return true
		}
	}
	return false
}

// isDebugging reports whether a macro chooses checks and output for debugging (DEBUG, PROJ_DEBUG_COMM, DBG).
func isDebugging(macro string) bool {
	return slices.ContainsFunc(strings.Split(macro, "_"), func(word string) bool {
		word = strings.ToUpper(strings.TrimRight(word, "0123456789"))
		return word == "DEBUG" || word == "DBG"
	})
}

// wanted takes a condition apart: the macros that must be defined and non-zero
// for it to hold, and those that would make its opposite hold. Comparisons and
// alternatives contribute their first name only.
func wanted(text string) (needs, negated []string) {
	if strings.TrimSpace(text) == "0" {
		return []string{"0"}, nil
	}
	first, _, _ := strings.Cut(text, "||")
	for part := range strings.SplitSeq(first, "&&") {
		ids := identifiers(strings.ReplaceAll(part, "defined", " "))
		if len(ids) == 0 {
			continue
		}
		if strings.Contains(part, "!") && !strings.Contains(part, "!=") {
			negated = append(negated, ids[0])
		} else {
			needs = append(needs, ids[0])
		}
	}
	return needs, negated
}

// identifiers returns the names in a text.
func identifiers(text string) []string {
	var out []string
	l := newLexer(text)
	l.lineStart = false
	for t := l.next(); t.kind != end; t = l.next() {
		if t.kind == name {
			out = append(out, t.text)
		}
	}
	return out
}

// definable reports whether defining a macro can be meant as choosing a feature:
// names of the compiler and of other systems are not.
func definable(macro string) bool {
	switch macro {
	case "_OPENMP":
		return true
	case "NDEBUG", "WIN32", "0":
		return false
	}
	return !strings.HasPrefix(macro, "_") && !strings.HasSuffix(macro, "_VERSION") && !strings.HasSuffix(macro, "_VERSION_NUM")
}
