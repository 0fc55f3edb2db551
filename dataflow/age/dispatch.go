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

// enters reports whether a call may reach block b of fn: what it passes for a parameter that b's guards ask for agrees with them.
// A word that b hangs on and that the call does not spell out selects something else, as far as anyone can tell.
func (d *decider) enters(call *ir.Call, fn *ir.Func, b *ir.Block) bool {
	c, defs := d.a.cfunc(fn), d.defsOf(fn)
	for _, g := range defs.Guards(b) {
		if t, ok := wordTest(c, g.Cond); ok {
			if arg := d.passed(call, fn, t.subject); arg != nil && !t.agrees(arg) {
				return false
			}
			continue
		}
		cond := ir.Substitute(g.Cond, func(p ir.Path) (ir.Expr, bool) {
			arg := d.passed(call, fn, ir.Load{Path: p})
			switch arg.(type) {
			case ir.Const, ir.Null:
				return arg, true
			}
			return nil, false
		})
		if holds, known := ir.Truth(cond); known && !holds {
			return false
		}
	}
	return true
}

// passed returns what a call passes for the parameter that e reads, nil when e is none or the function may change it.
func (d *decider) passed(call *ir.Call, fn *ir.Func, e ir.Expr) ir.Expr {
	l, ok := e.(ir.Load)
	if !ok || len(l.Path.Sels) > 0 {
		return nil
	}
	i := slices.Index(fn.Params, l.Path.Root)
	if i < 0 || i >= len(call.Args) || !d.defsOf(fn).Unchanged(l.Path.Root) {
		return nil
	}
	return call.Args[i]
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
