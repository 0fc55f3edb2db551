package peer

import "mpivet/ir"

// implied reports whether v, being true or false, implies a comparison that satisfies is.
func (a *analysis) implied(v value, truth bool, is func(value) bool) bool {
	switch v.kind {
	case vCompare:
		if !truth {
			v = negated(v)
		}
		return is(v)
	case vNot:
		return a.implied(*v.x, !truth, is)
	case vLogic:
		x, y := a.implied(*v.x, truth, is), a.implied(*v.y, truth, is)
		if (v.op == "&&") == truth {
			return x || y // both hold
		}
		return x && y // one of them holds
	case vLinear:
		op := "!="
		if !truth {
			op = "=="
		}
		return is(value{kind: vCompare, op: op, lin: v.lin})
	}
	return false
}

// edge is one way out of a branch.
type edge struct {
	from *ir.Block
	arm  int // successor
}

// holds reports whether passing edge e means that a comparison holds that satisfies is.
func (a *analysis) holds(fr *frame, e edge, is func(value) bool) bool {
	at := endOf(e.from)
	switch t := e.from.Term.(type) {
	case *ir.If:
		conds := a.eval(fr, t.Cond, at)
		for _, v := range conds {
			if !a.implied(v, e.arm == 0, is) {
				return false
			}
		}
		return len(conds) > 0
	case *ir.Switch:
		if e.arm >= len(t.Cases) {
			return false
		}
		// Another case may lead to the same block; reach looks at all arms.
		for _, x := range a.eval(fr, t.Tag, at) {
			for _, y := range a.eval(fr, t.Cases[e.arm].Val, at) {
				if !is(a.compare("==", x, y)) {
					return false
				}
			}
		}
		return true
	}
	return false
}

// reach reports whether to can be reached from from without passing an edge that cut takes away, inside a loop (nil for anywhere).
// The loop's header is not passed a second time.
func reach(from, to *ir.Block, within *ir.Loop, cut func(edge) bool) bool {
	seen := map[*ir.Block]bool{from: true}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for arm, s := range b.Term.Succs() {
			if seen[s] || within != nil && !within.Contains(s) || cut(edge{b, arm}) {
				continue
			}
			seen[s] = true
			work = append(work, s)
		}
	}
	return false
}

// guarded reports whether every way from from to to passes an edge on which a comparison holds that satisfies is.
func (a *analysis) guarded(fr *frame, from, to *ir.Block, within *ir.Loop, is func(value) bool) bool {
	return !reach(from, to, within, func(e edge) bool { return a.holds(fr, e, is) })
}
