//go:build cgo

package lower

// The configuration may name a macro and count its arguments as they are written. The call that the macro expands to
// has arguments of its own, so those of the macro are found in the text and the expressions they became in the tree.

// ofMacro returns c with the arguments of the macro that it comes from; one that the call does not hold is nil.
func (f *fn) ofMacro(c *call) *call {
	out := *c
	out.args = nil
	e := f.u.extent(c.n)
	for _, r := range macroArguments(e.src.bytes(), e.start+len(c.macro)) {
		out.args = append(out.args, f.exprAt(c.n, e.src, r))
	}
	return &out
}

// textRange is a range of offsets, the end exclusive.
type textRange struct{ start, end int }

// macroArguments returns the arguments between the parentheses that open behind off; none if there are no parentheses.
func macroArguments(text string, off int) []textRange {
	open := skipBlank(text, off)
	if open >= len(text) || text[open] != '(' {
		return nil
	}
	var out []textRange
	depth, start := 0, open+1
	for i := open; i < len(text); i++ {
		i = skipBlank(text, i)
		if i >= len(text) {
			break
		}
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return append(out, textRange{skipBlank(text, start), i})
			}
		case ',':
			if depth == 1 {
				out = append(out, textRange{skipBlank(text, start), i})
				start = i + 1
			}
		case '"', '\'':
			i = skipQuoted(text, i)
		}
	}
	return nil
}

// exprAt returns the outermost expression below n that is written in the range r of a file, nil if there is none.
func (f *fn) exprAt(n *node, src *source, r textRange) *node {
	for _, k := range n.kids {
		e := f.u.extent(k)
		if k.isExpr() && e.src == src && e.start == r.start && e.end > e.start && e.end <= r.end {
			return k
		}
		if found := f.exprAt(k, src, r); found != nil {
			return found
		}
	}
	return nil
}

// configuredMacro lowers a call that comes from a macro which the configuration names. Of the calls that a macro makes
// only the one that is handed the pointer counts, or that yields it.
func (f *fn) configuredMacro(c *call) bool {
	o := &f.u.opts
	if o.Pools[c.macro] {
		return c.n.info().isPointer() && f.pooled(c)
	}
	if a, ok := o.Allocators[c.macro]; ok {
		m := f.ofMacro(c)
		if a.Out < 0 && !c.n.info().isPointer() || a.Out >= 0 && !m.has(a.Out) || a.Of >= 0 && !m.has(a.Of) {
			return false
		}
		return f.acquire(m, a, c.macro)
	}
	if r, ok := o.Releases[c.macro]; ok {
		m := f.ofMacro(c)
		return m.has(r.Arg) && f.release(m, r, c.macro)
	}
	if w, ok := o.Wrappers[c.macro]; ok {
		m := f.ofMacro(c)
		for i := range m.args {
			if !m.has(i) {
				return false
			}
		}
		return f.wrapper(m, w)
	}
	return false
}

// has reports whether the call holds argument i of the macro that it comes from.
func (c *call) has(i int) bool { return i < len(c.args) && c.args[i] != nil }
