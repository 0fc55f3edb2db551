package age

import (
	"slices"

	"mpivet/ir"
	"mpivet/mpi"
)

// Facts do not stop at blocks that can change none: each edge is followed, through such blocks, to the next ones that
// matter and to the returns that are reached on the way. Loops without a block that matters are passed over likewise.

// next is what follows an edge to a block.
type next struct {
	blocks  []*ir.Block
	returns []*ir.Return
}

// findNext finds the blocks that matter and what follows each edge.
func (c *cfunc) findNext(a *analysis) {
	matters := make([]bool, len(c.blocks))
	for i := range c.blocks {
		matters[i] = i == 0 || c.blockMatters(a, &c.blocks[i])
	}
	busy := map[*ir.Loop]bool{}
	for i, m := range matters {
		if m && i > 0 {
			for l := c.loops.Innermost(c.blocks[i].b); l != nil; l = l.Parent {
				busy[l] = true
			}
		}
	}
	for i := range c.blocks {
		b := c.blocks[i].b
		l := c.busyLoop(busy, b)
		if l != nil && l.Header == b {
			matters[i] = true
		}
		for _, s := range b.Term.Succs() {
			// The edges into, out of and back around a loop change levels.
			at := c.busyLoop(busy, s)
			if at != l && !c.leadsOut(matters, s) || at != nil && at.Header == s {
				matters[i] = true
			}
		}
	}
	c.next = make([]next, len(c.blocks))
	for i := range c.blocks {
		c.next[i] = c.follow(matters, c.blocks[i].b)
	}
}

// busyLoop returns the innermost loop around b that has a block which matters.
func (c *cfunc) busyLoop(busy map[*ir.Loop]bool, b *ir.Block) *ir.Loop {
	l := c.loops.Innermost(b)
	for l != nil && !busy[l] {
		l = l.Parent
	}
	return l
}

// leadsOut reports whether b only leads to the function's end, as the branch of an error does.
func (c *cfunc) leadsOut(matters []bool, b *ir.Block) bool {
	for range 8 {
		if matters[b.Index] {
			return false
		}
		switch t := b.Term.(type) {
		case *ir.Return, *ir.Halt:
			return true
		case *ir.Jump:
			b = t.To
		default:
			return false
		}
	}
	return false
}

func (c *cfunc) follow(matters []bool, b *ir.Block) next {
	var out next
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if matters[b.Index] {
			out.blocks = append(out.blocks, b)
			continue
		}
		if t, ok := b.Term.(*ir.Return); ok && !slices.ContainsFunc(out.returns, func(r *ir.Return) bool { return sameReturn(r, t) }) {
			out.returns = append(out.returns, t)
		}
		work = append(work, b.Term.Succs()...)
	}
	return out
}

func sameReturn(a, b *ir.Return) bool {
	if len(a.Vals) != len(b.Vals) {
		return false
	}
	for i := range a.Vals {
		if ir.Key(a.Vals[i]) != ir.Key(b.Vals[i]) {
			return false
		}
	}
	return true
}

// blockMatters reports whether a block may change a fact.
func (c *cfunc) blockMatters(a *analysis, cb *cblock) bool {
	if cb.cond != nil && (cb.cond.cond >= 0 || cb.cond.isNull && a.rel.tracked[placeNode(cb.cond.null)]) {
		return true
	}
	if cb.arg != nil {
		return true
	}
	for i := range cb.in {
		if c.instrMatters(a, &cb.in[i]) {
			return true
		}
	}
	if t, ok := cb.b.Term.(*ir.Return); ok {
		for _, e := range t.Vals {
			if n, _, ok := a.rel.valueNode(e); ok && a.rel.tracked[n] {
				return true
			}
		}
	}
	return false
}

func (c *cfunc) instrMatters(a *analysis, ci *cinstr) bool {
	switch in := ci.in.(type) {
	case *ir.Assign:
		if c.steers(ci.dst) || a.rel.concerns(a.rel.nodeOf(in.Dst)) || a.rel.concerns(placeNode(ci.dst)) {
			return true
		}
		n, _, ok := a.rel.valueNode(in.Src)
		return ok && a.rel.concerns(n) || ci.val.kind == isNull && c.mayGrow(ci.dst)
	case *ir.Call:
		return c.callMatters(a, ci, in)
	}
	return true
}

// steers reports whether an assignment changes an index of an element that is followed, or a condition that splits paths.
func (c *cfunc) steers(dst place) bool {
	for _, e := range c.exprs {
		if slices.Contains(e.vars, dst.root) {
			return true
		}
	}
	for _, cd := range c.conds {
		if slices.Contains(cd.vars, dst.root) || cd.cell {
			return true
		}
	}
	return false
}

// callMatters reports whether a call may make, move, communicate or give up a block.
func (c *cfunc) callMatters(a *analysis, ci *cinstr, in *ir.Call) bool {
	for _, d := range ci.dsts {
		if d.root != nil && (c.steers(d) || a.rel.concerns(placeNode(d))) {
			return true
		}
	}
	for _, cd := range c.conds {
		if cd.cell {
			return true
		}
	}
	if len(in.Callees) == 1 {
		if p := mpi.Lookup(in.Callees[0]); p != nil && (p.Kind == mpi.Query || p.Kind == mpi.Completion || p.Kind == mpi.Probe) {
			return false
		}
	}
	if !ci.known && !ci.harmless && slices.ContainsFunc(ci.args, func(v value) bool { return v.kind == isLoad || v.kind == isAddr }) {
		return true
	}
	for i := range ci.targets {
		if a.rel.active[ci.targets[i].fn] {
			return true
		}
	}
	return false
}
