package peer

import "mpivet/ir"

// ranging is how a peer follows a loop's counter over all ranks.
type ranging struct {
	span
	phi *phi
	hub bool // the peer is MPI_ANY_SOURCE, and the loop makes as many passes as there are ranks, or one less
}

// ranging returns how all alternatives of a peer follow the counter of l over all ranks, nil when one does not.
func (a *analysis) ranging(fr *frame, vs values, l *ir.Loop) *ranging {
	var out *ranging
	for _, v := range vs {
		if v.kind == vNowhere {
			continue
		}
		r := a.follows(fr, v, l)
		if r == nil || out != nil && out.hub != r.hub {
			return nil
		}
		if out == nil || r.share > out.share {
			out = r
		}
	}
	return out
}

// follows returns how v follows the counter of l, a loop in the function of fr.
func (a *analysis) follows(fr *frame, v value, l *ir.Loop) *ranging {
	switch v.kind {
	case vAny:
		return a.counted(fr, l)
	case vLinear, vMod:
		return a.linearIn(v.lin, l)
	case vXor: // with the own rank, or another number that stays the same in the loop
		for _, pair := range [][2]*value{{v.x, v.y}, {v.y, v.x}} {
			if r := a.follows(fr, *pair[0], l); r != nil && pair[0].kind == vLinear && !pair[1].any(inLoop(l)) {
				return r
			}
		}
	case vElem:
		if r := a.follows(fr, *v.y, l); r != nil && a.holdsAllRanks(v.cell) {
			return r
		}
	}
	return nil
}

// inLoop returns a predicate for symbols that change in l.
func inLoop(l *ir.Loop) func(sym) bool {
	return func(s sym) bool {
		switch s.kind {
		case symIter:
			return s.phi.loop == l || l.Contains(s.phi.loop.Header)
		case symOpaque:
			return s.birth != nil && s.birth.block != nil && l.Contains(s.birth.block)
		}
		return false
	}
}

// linearIn returns how a linear form follows a counter of l: it holds the counter once, and nothing else that changes in l.
func (a *analysis) linearIn(lin linear, l *ir.Loop) *ranging {
	var out *ranging
	for _, t := range lin.terms {
		if t.sym.kind == symIter && t.sym.phi.loop == l {
			s := a.spanOf(t.sym.phi)
			if s == nil || out != nil {
				return nil
			}
			r := &ranging{span: *s, phi: t.sym.phi}
			r.share *= abs(t.coef)
			out = r
			continue
		}
		if symbol(t.sym).any(inLoop(l)) {
			return nil
		}
	}
	return out
}

// counted returns a ranging without a peer for a loop that makes exactly n-1 or n passes.
func (a *analysis) counted(fr *frame, l *ir.Loop) *ranging {
	for _, f := range a.countersOf(fr, l) {
		if s := a.spanOf(f); s != nil && s.exact {
			return &ranging{span: *s, phi: f, hub: true}
		}
	}
	return nil
}

// countersOf evaluates the tests that leave l and returns the counters of l in them.
func (a *analysis) countersOf(fr *frame, l *ir.Loop) []*phi {
	var out []*phi
	for _, b := range l.Blocks {
		t, ok := b.Term.(*ir.If)
		if !ok || l.Contains(t.Then) == l.Contains(t.Else) {
			continue
		}
		for _, v := range a.eval(fr, t.Cond, endOf(b)) {
			v.syms(func(s sym) {
				if s.kind == symIter && s.phi.loop == l {
					out = append(out, s.phi)
				}
			})
		}
	}
	return out
}

// holdsAllRanks reports whether every store to the elements of an array writes ranks so that a loop over all ranks fills it with
// all of them, or only moves its elements.
func (a *analysis) holdsAllRanks(arr cell) bool {
	filled := false
	g := arr.fr.fn
	for _, b := range g.f.Blocks {
		for i, instr := range b.Instrs {
			for k, d := range ir.Dests(instr) {
				if n := len(d.Sels); n == 0 || d.Sels[n-1].Kind != ir.Elem || d.Parent().Key() != arr.path.Key() {
					continue
				}
				at := ir.Loc{Block: b, Index: i}
				switch a.fills(arr.fr, a.stored(arr.fr, instr, k, nil, at), arr, b) {
				case fillsAll:
					filled = true
				case fillsOther:
					return false
				}
			}
		}
	}
	return filled
}

type filling uint8

const (
	fillsOther filling = iota
	fillsAll
	fillsMoved // with an element of the same array
)

func (a *analysis) fills(fr *frame, vs values, arr cell, b *ir.Block) filling {
	moved := len(vs) > 0
	for _, v := range vs {
		moved = moved && v.kind == vElem && v.cell.path.Key() == arr.path.Key()
	}
	if moved {
		return fillsMoved
	}
	for l := fr.fn.loops().Innermost(b); l != nil; l = l.Parent {
		if r := a.ranging(fr, vs, l); r != nil && !r.hub {
			return fillsAll
		}
	}
	return fillsOther
}
