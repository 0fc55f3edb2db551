package steady

import "mpivet/ir"

// carried reports whether a pass through the loop of f may read what an earlier one stored in v.
func (q *query) carried(f *frame, v *ir.Var) bool {
	if !q.assigned(f, v) {
		return false
	}
	seen := map[*ir.Block]bool{f.loop.Header: true}
	work := []*ir.Block{f.loop.Header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		read, stored := firstUse(b, v)
		if read {
			return true
		}
		if stored {
			continue
		}
		for _, s := range b.Term.Succs() {
			if f.loop.Contains(s) && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

func (q *query) assigned(f *frame, v *ir.Var) bool {
	defs := q.a.defsOf(f.fn)
	p := ir.Path{Root: v}
	for _, b := range f.loop.Blocks {
		for _, in := range b.Instrs {
			if defs.MayChange(in, p) {
				return true
			}
		}
	}
	return false
}

// firstUse says what b does first with v: read it, or store something else in it.
func firstUse(b *ir.Block, v *ir.Var) (read, stored bool) {
	for _, in := range b.Instrs {
		for _, e := range ir.Operands(in) {
			if reads(e, v) {
				return true, false
			}
		}
		for _, d := range ir.Dests(in) {
			if len(d.Sels) == 0 && d.Root == v {
				stored = true
			} else if reads(ir.Addr{Path: d}, v) {
				return true, false
			}
		}
		if c, ok := in.(*ir.Call); ok && given(c, v) {
			stored = true
		}
		if stored {
			return false, true
		}
	}
	for _, e := range ir.TermOperands(b.Term) {
		if reads(e, v) {
			return true, false
		}
	}
	return false, false
}

// reads reports whether evaluating e reads v; taking its address does not.
func reads(e ir.Expr, v *ir.Var) bool {
	for _, p := range ir.Loads(e) {
		if p.Root == v {
			return true
		}
	}
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		if a, ok := x.(ir.Addr); ok && a.Path.Root == v && behindPointer(a.Path) {
			found = true
		}
		return true
	})
	return found
}

// given reports whether a call is given the address of v, so that it may store something there.
func given(c *ir.Call, v *ir.Var) bool {
	for _, a := range c.Args {
		if at, ok := a.(ir.Addr); ok && at.Path.Root == v && len(at.Path.Sels) == 0 {
			return true
		}
	}
	return false
}
