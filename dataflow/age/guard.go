package age

import "mpivet/ir"

// guarded reports whether a block is skipped on paths that go on to communicate: what it acquires is made on first use or
// when something is too small, not each time.
func (c *cfunc) guarded(b *ir.Block) bool {
	for d := c.dom.Idom(b); d != nil; d = c.dom.Idom(d) {
		t, ok := d.Term.(*ir.If)
		if !ok {
			continue
		}
		for _, arm := range []*ir.Block{t.Then, t.Else} {
			if !c.dom.Dominates(arm, b) && c.communicatesWithout(arm, b, d) && c.dom.Dominates(otherArm(t, arm), b) {
				return true
			}
		}
	}
	return false
}

func otherArm(t *ir.If, arm *ir.Block) *ir.Block {
	if t.Then == arm {
		return t.Else
	}
	return t.Then
}

// communicatesWithout reports whether a communication call is reached from a block without passing two others.
func (c *cfunc) communicatesWithout(from, without, nor *ir.Block) bool {
	seen := map[*ir.Block]bool{without: true, nor: true}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, in := range b.Instrs {
			if _, ok := in.(*ir.Comm); ok {
				return true
			}
		}
		work = append(work, b.Term.Succs()...)
	}
	return false
}

// once reports whether a block is passed only until the function has noted in memory that it was: it is skipped where a field has, from
// an earlier call, a value that its own branch gives to that field (a flag, the result itself, the size that is enough).
func (c *cfunc) once(b *ir.Block) bool {
	for d := c.dom.Idom(b); d != nil; d = c.dom.Idom(d) {
		t, ok := d.Term.(*ir.If)
		if !ok || t.Then == t.Else {
			continue
		}
		for _, arm := range []*ir.Block{t.Then, t.Else} {
			if c.dom.Dominates(arm, b) && !c.repeatsAt(d, arm, otherArm(t, arm)) && c.notes(d, arm, t) {
				return true
			}
		}
	}
	return false
}

// repeatsAt reports whether the branch at d is that of a loop: one arm stays, the other leaves.
func (c *cfunc) repeatsAt(d, arm, other *ir.Block) bool {
	l := c.loops.Innermost(d)
	return l != nil && l.Contains(arm) != l.Contains(other)
}

// notes reports whether the branch below arm gives a field that is tested at d, and was not assigned before, a value with which the
// test goes the other way.
func (c *cfunc) notes(d, arm *ir.Block, t *ir.If) bool {
	e, neg := c.plain(t.Cond)
	field, rest := c.tested(e)
	if field == "" {
		return false
	}
	holds := (arm == t.Then) != neg
	off := false
	for _, b := range c.fn.Blocks {
		before := b == d || c.dom.Dominates(b, d)
		if !before && b != arm && !c.dom.Dominates(arm, b) {
			continue
		}
		for _, in := range b.Instrs {
			hit := false
			eachDst(in, func(p ir.Path) { hit = hit || endsIn(p) == field })
			switch {
			case !hit:
			case before:
				return false
			default:
				off = off || c.turns(e, holds, rest, in)
			}
		}
	}
	return off
}

// tested returns the field in memory that a condition tests, and what it is compared or masked with, nil for a test of zero.
func (c *cfunc) tested(e ir.Expr) (field string, rest ir.Expr) {
	switch e := e.(type) {
	case ir.Load:
		return endsIn(e.Path), nil
	case ir.Bin:
		for _, x := range [][2]ir.Expr{{e.X, e.Y}, {e.Y, e.X}} {
			if l, ok := x[0].(ir.Load); ok {
				if f := endsIn(l.Path); f != "" {
					return f, x[1]
				}
			}
		}
	}
	return "", nil
}

// turns reports whether an assignment of the tested field makes a test that holds, or does not hold, go the other way.
func (c *cfunc) turns(e ir.Expr, holds bool, rest ir.Expr, in ir.Instr) bool {
	as, ok := in.(*ir.Assign)
	if !ok {
		return rest == nil && !holds // new memory, or a result, where there was none
	}
	src := c.resolve(as.Src, 0)
	x, isBin := src.(ir.Bin)
	if rest == nil {
		return isZero(src) == holds && !(isBin && (x.Op == "+" || x.Op == "-"))
	}
	switch e.(ir.Bin).Op {
	case "&":
		return isBin && x.Op == map[bool]string{true: "&", false: "|"}[holds]
	case "==":
		return holds != (ir.Key(src) == ir.Key(rest)) && (!holds || isConstant(src))
	case "<", ">":
		return ir.Key(src) == ir.Key(rest)
	}
	return false
}

func isConstant(e ir.Expr) bool {
	switch e.(type) {
	case ir.Const, ir.Null:
		return true
	}
	return false
}

// endsIn returns the field that a path to memory which outlives the function ends in.
func endsIn(p ir.Path) string {
	if !hasDeref(p) && p.Root != nil && p.Root.Kind != ir.Global {
		return ""
	}
	if n := len(p.Sels); n > 0 && p.Sels[n-1].Kind == ir.Field {
		return p.Sels[n-1].Name
	}
	return ""
}
