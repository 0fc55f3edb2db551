package age

import (
	"slices"
	"strings"

	"mpivet/ir"
)

// loopAt returns the innermost loop that repeats b: one that reaches it in a single pass (a rank's turn, one word of a list of
// options) is none.
func (d *decider) loopAt(c *cfunc, b *ir.Block) *ir.Loop {
	l := c.loops.Innermost(b)
	for l != nil && d.inOnePass(c, b, l) {
		l = l.Parent
	}
	return l
}

func (d *decider) inOnePass(c *cfunc, b *ir.Block, l *ir.Loop) bool {
	defs := d.defsOf(c.fn)
	if defs.InOnePass(b, l) {
		return true
	}
	for _, g := range defs.Guards(b) {
		if !l.Contains(g.At.Block) {
			break
		}
		if t, ok := wordTest(c, g.Cond); ok && t.equal && !defs.Invariant(t.subject, l) {
			return true
		}
	}
	return false
}

// passesOnce reports whether a loop acquires the blocks of s, or communicates them, in a single pass.
func (d *decider) passesOnce(s *site, l *ir.Loop) bool {
	if d.inOnePass(s.fn, s.block, l) {
		return true
	}
	for _, e := range s.events {
		if l.Contains(e.block) && !d.inOnePass(s.fn, e.block, l) {
			return false
		}
	}
	return true
}

func (d *decider) defsOf(fn *ir.Func) *ir.Defs {
	defs := d.defs[fn]
	if defs == nil {
		defs = d.a.prog.Defs(fn)
		d.defs[fn] = defs
	}
	return defs
}

// demand is what a place in a function hangs on, in terms of that function's parameters.
type demand struct {
	word word    // a parameter's text, or
	cond ir.Expr // a condition on parameters; nil for a word
}

// demands returns what block b of fn hangs on.
func (d *decider) demands(fn *ir.Func, b *ir.Block) []demand {
	var out []demand
	for _, g := range d.defsOf(fn).Guards(b) {
		if t, ok := wordTest(d.a.cfunc(fn), g.Cond); ok {
			if d.parameter(fn, t.subject) >= 0 {
				out = append(out, demand{word: t})
			}
		} else if d.onParameters(fn, g.Cond) {
			out = append(out, demand{cond: g.Cond})
		}
	}
	return out
}

// parameter returns the number of the parameter that e reads, −1 when it is none or the function may change it.
func (d *decider) parameter(fn *ir.Func, e ir.Expr) int {
	l, ok := e.(ir.Load)
	if !ok || len(l.Path.Sels) > 0 || !d.defsOf(fn).Unchanged(l.Path.Root) {
		return -1
	}
	return slices.Index(fn.Params, l.Path.Root)
}

func (d *decider) onParameters(fn *ir.Func, cond ir.Expr) bool {
	loads := ir.Loads(cond)
	for _, p := range loads {
		if d.parameter(fn, ir.Load{Path: p}) < 0 {
			return false
		}
	}
	return len(loads) > 0 && ir.Pure(cond)
}

// meets carries demands of fn over a call of it in a caller. It returns those that the caller's own parameters decide, and false when
// the call does not meet one. A word that is asked for and that the call does not spell out is another, as far as anyone can tell.
func (d *decider) meets(in *ir.Func, call *ir.Call, fn *ir.Func, list []demand) (open []demand, ok bool) {
	for _, m := range list {
		if m.cond == nil {
			arg := argument(call, d.parameter(fn, m.word.subject))
			if d.parameter(in, arg) >= 0 {
				m.word.subject = arg
				open = append(open, m)
			} else if !m.word.agrees(arg) {
				return nil, false
			}
			continue
		}
		cond := ir.Substitute(m.cond, func(p ir.Path) (ir.Expr, bool) {
			arg := argument(call, slices.Index(fn.Params, p.Root))
			return arg, arg != nil
		})
		if holds, known := ir.Truth(cond); known && !holds {
			return nil, false
		}
		if d.onParameters(in, cond) {
			open = append(open, demand{cond: cond})
		}
	}
	return open, true
}

func argument(call *ir.Call, i int) ir.Expr {
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// spelled reports whether no demand waits for a word.
func spelled(list []demand) bool {
	return !slices.ContainsFunc(list, func(m demand) bool { return m.cond == nil && m.word.equal })
}

// word is a comparison of a text with a literal one.
type word struct {
	subject ir.Expr
	text    string
	equal   bool // it holds where they are equal
}

func (w word) agrees(arg ir.Expr) bool {
	s, ok := arg.(ir.Str)
	if !ok {
		return !w.equal
	}
	return (s.S == w.text) == w.equal
}

// comparisons return zero for equal texts.
var comparisons = []string{"strcmp", "strncmp", "strcasecmp", "strncasecmp", "stricmp", "_stricmp"}

// wordTest recognises strcmp(x, "word") == 0 and its like, also as C++ and Go write it.
func wordTest(c *cfunc, cond ir.Expr) (word, bool) {
	switch e := cond.(type) {
	case ir.Un:
		if w, ok := wordTest(c, e.X); ok && e.Op == "!" {
			w.equal = !w.equal
			return w, true
		}
	case ir.Bin:
		if e.Op != "==" && e.Op != "!=" {
			break
		}
		if w, ok := literal(e.X, e.Y); ok {
			w.equal = e.Op == "=="
			return w, true
		}
		if k, ok := e.Y.(ir.Const); ok && k.V == 0 {
			w, ok := wordTest(c, e.X)
			if e.Op == "==" {
				w.equal = !w.equal
			}
			return w, ok
		}
	case ir.Load:
		return c.comparison(e)
	}
	return word{}, false
}

// comparison recognises the result of a call that compares texts.
func (c *cfunc) comparison(e ir.Load) (word, bool) {
	if len(e.Path.Sels) > 0 || e.Path.Root.Kind != ir.Temp {
		return word{}, false
	}
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ir.Call)
			if !ok || len(call.Dsts) == 0 || call.Dsts[0].Root != e.Path.Root || len(call.Callees) != 1 || len(call.Args) < 2 {
				continue
			}
			w, ok := literal(call.Args[0], call.Args[1])
			w.equal = strings.Contains(call.Name, "operator==")
			return w, ok && (w.equal || slices.Contains(comparisons, call.Callees[0]))
		}
	}
	return word{}, false
}

func literal(x, y ir.Expr) (word, bool) {
	if s, ok := y.(ir.Str); ok {
		return word{subject: x, text: s.S}, true
	}
	if s, ok := x.(ir.Str); ok {
		return word{subject: y, text: s.S}, true
	}
	return word{}, false
}
