//go:build cgo

package lower

import (
	"regexp"
	"sort"
	"strings"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// errorsIn sorts the places of errors by file.
func errorsIn(list []clang.ErrorAt) map[string][]int {
	out := map[string][]int{}
	for _, e := range list {
		out[e.File] = append(out[e.File], e.Offset)
	}
	for _, offsets := range out {
		sort.Ints(offsets)
	}
	return out
}

// droppedBefore looks for a statement that libclang left out in front of child i of the block n, or at its end: one with a name
// that is not declared.
func (f *fn) droppedBefore(n *node, i int) {
	if !f.u.broken {
		return
	}
	whole := f.u.extent(n)
	from, to := whole.start, whole.end
	if i > 0 {
		e := f.u.extent(n.kids[i-1])
		if from = e.end; e.src != whole.src {
			return
		}
	}
	if i < len(n.kids) {
		e := f.u.extent(n.kids[i])
		if to = e.start; e.src != whole.src {
			return
		}
	}
	errors := f.u.errors[whole.src.name]
	text, done := whole.src.slice(from, to), 0
	for k := sort.SearchInts(errors, from); k < len(errors) && errors[k]-from < len(text); k++ {
		if at := errors[k] - from; at >= done {
			start := strings.LastIndexAny(text[:at], ";{}") + 1
			done = endOf(text, at)
			f.dropped(text[start:done], handed(text[:done], errors[k:], from), n)
		}
	}
}

// endOf returns where the statement at an offset of a text ends.
func endOf(text string, at int) int {
	if i := strings.IndexByte(text[at:], ';'); i >= 0 {
		return at + i
	}
	return len(text)
}

// handed lists the names that are given as arguments in a text and are not declared; errors are the places of what is not, of which those
// within the text, which starts at from, matter. What is not declared and not called is most likely a function.
func handed(text string, errors []int, from int) []ir.Expr {
	var out []ir.Expr
	for _, e := range errors {
		if e-from >= len(text) {
			break
		}
		at, end := e-from, e-from
		for end < len(text) && isIdentByte(text[end]) {
			end++
		}
		before := strings.TrimRight(text[:at], " \t\n")
		after := strings.TrimLeft(text[end:], " \t\n")
		if end > at && endsInAny(before, ",(") && startsWithAny(after, ",)") {
			out = append(out, ir.FuncRef{Name: text[at:end]})
		}
	}
	return out
}

func endsInAny(s, bytes string) bool     { return s != "" && strings.IndexByte(bytes, s[len(s)-1]) >= 0 }
func startsWithAny(s, bytes string) bool { return s != "" && strings.IndexByte(bytes, s[0]) >= 0 }

var assigns = regexp.MustCompile(`[^=!<>]=[^=]`)

// dropped lowers a statement of which there is only the text. Pointers in an assignment go where nobody follows; else they are
// arguments of a function that is not seen, as are the functions that C hands to it.
func (f *fn) dropped(text string, functions []ir.Expr, n *node) {
	found := f.pointersNamed(text)
	if !f.u.cxx && !assigns.MatchString(text) {
		found = append(found, functions...)
	}
	if len(found) == 0 {
		return
	}
	if !assigns.MatchString(text) {
		f.b.Emit(&ir.Call{Name: strings.TrimSpace(oneLine(text)), Args: found, Pos: f.u.pos(n)})
		return
	}
	for _, v := range found {
		f.b.Emit(&ir.Escape{Val: v, Pos: f.u.pos(n)})
	}
}

// pointersNamed lists the function's pointers that a text names.
func (f *fn) pointersNamed(text string) []ir.Expr {
	named := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r > 127 || !isIdentByte(byte(r)) }) {
		named[word] = true
	}
	var found []*ir.Var
	for _, v := range f.vars {
		name, _, _ := strings.Cut(v.Name, "#")
		if named[name] && v.Kind != ir.Global && strings.Contains(v.Type, "*") && !v.Array {
			found = append(found, v)
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	var out []ir.Expr
	for _, v := range found {
		out = append(out, ir.Value(v))
	}
	return out
}
