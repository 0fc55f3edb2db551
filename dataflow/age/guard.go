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
			if c.dom.Dominates(arm, b) && !c.repeatsAt(d, arm, otherArm(t, arm)) && c.notes(d, arm, c.tested(t.Cond)) {
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

// tested returns the fields in memory that a condition reads.
func (c *cfunc) tested(e ir.Expr) map[string]bool {
	out := map[string]bool{}
	e, _ = c.plain(e)
	walk(e, func(e ir.Expr) {
		if l, ok := e.(ir.Load); ok {
			if f := endsIn(l.Path); f != "" {
				out[f] = true
			}
		}
	})
	return out
}

// notes reports whether the branch below arm assigns one of the fields that are tested at d, which was not assigned before.
func (c *cfunc) notes(d, arm *ir.Block, fields map[string]bool) bool {
	if len(fields) == 0 {
		return false
	}
	noted := map[string]bool{}
	for _, b := range c.fn.Blocks {
		before := b == d || c.dom.Dominates(b, d)
		if !before && b != arm && !c.dom.Dominates(arm, b) {
			continue
		}
		for _, in := range b.Instrs {
			as, isAssign := in.(*ir.Assign)
			eachDst(in, func(p ir.Path) {
				f := endsIn(p)
				switch {
				case !fields[f]:
				case before:
					delete(fields, f)
				case !isAssign || !c.counted(as.Src):
					noted[f] = true
				}
			})
		}
	}
	for f := range noted {
		if fields[f] {
			return true
		}
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

// counted reports whether a value is a sum or a difference: a next number, no flag.
func (c *cfunc) counted(e ir.Expr) bool {
	x, ok := c.resolve(e, 0).(ir.Bin)
	return ok && (x.Op == "+" || x.Op == "-")
}
