package ir

// InOnePass reports whether b is reached in one pass of l at most, however often l repeats: every way to b within l asks whether
// the loop's counter equals a value that does not change in l, as loops do in which each rank waits for its turn.
func (d *Defs) InOnePass(b *Block, l *Loop) bool {
	var scopes []*ivScope
	for _, g := range d.Guards(b) {
		if !l.Contains(g.At.Block) {
			break
		}
		if scopes == nil {
			scopes = d.counters(l)
		}
		for _, s := range scopes {
			if s.oneValue(g.Cond, g.At) {
				return true
			}
		}
	}
	return false
}

// Guard is a condition that held when control last passed a place.
type Guard struct {
	Cond Expr
	At   Loc
}

// Guards returns the conditions without which b is not reached, the nearest first.
func (d *Defs) Guards(b *Block) []Guard {
	var out []Guard
	for test := d.dom.Idom(b); test != nil; test = d.dom.Idom(test) {
		t, ok := test.Term.(*If)
		if !ok || t.Then == t.Else {
			continue
		}
		at := Loc{test, len(test.Instrs)}
		switch {
		case d.onlyThrough(test, t.Then, b):
			out = append(out, Guard{t.Cond, at})
		case d.onlyThrough(test, t.Else, b):
			out = append(out, Guard{Simplify(Un{Op: "!", X: t.Cond}), at})
		}
	}
	return out
}

// onlyThrough reports whether b is reached over the edge from one block to the next only.
func (d *Defs) onlyThrough(from, to, b *Block) bool {
	return len(to.Preds) == 1 && to.Preds[0] == from && d.dom.Dominates(to, b)
}

// counters returns the variables that move by one step in every pass of l.
func (d *Defs) counters(l *Loop) []*ivScope {
	out := []*ivScope{}
	for v := range d.defs {
		if s, ok := d.newScope(l, v); ok && s.step != nil {
			out = append(out, s)
		}
	}
	return out
}

// oneValue reports whether cond, evaluated at a place in the loop, holds for one value of the counter only.
func (s *ivScope) oneValue(cond Expr, at Loc) bool {
	e, isBin := Simplify(cond).(Bin)
	switch {
	case isBin && e.Op == "&&":
		return s.oneValue(e.X, at) || s.oneValue(e.Y, at)
	case !isBin || e.Op != "==":
		return false
	}
	x, okX := s.at(e.X, at)
	y, okY := s.at(e.Y, at)
	if !okX || !okY {
		return false
	}
	factor, rest, ok := s.split(Bin{Op: "-", X: flattenOffsets(Simplify(x)), Y: flattenOffsets(Simplify(y))})
	return ok && factor != 0 && s.d.Invariant(rest, s.loop)
}
