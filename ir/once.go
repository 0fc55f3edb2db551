package ir

// InOnePass reports whether b is reached in one pass of l at most, however often l repeats: every way to b within l asks whether
// the loop's counter equals a value that does not change in l, as loops do in which each rank waits for its turn, or for a flag that is
// cleared before the pass ends.
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
		if d.cleared(g.Cond, b, l) {
			return true
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

// cleared reports whether cond holds no more once a pass of l that reaches b has ended: it asks for a variable to which l assigns nothing
// but constants for which cond is false, and one of these assignments lies on every way from b to the next pass.
func (d *Defs) cleared(cond Expr, b *Block, l *Loop) bool {
	vars := Vars(cond)
	if len(vars) != 1 || d.taken[vars[0]] || d.partial[vars[0]] || vars[0].Kind == Global {
		return false
	}
	clears := map[*Block]bool{}
	for _, def := range d.defs[vars[0]] {
		if !l.Contains(def.Block) {
			continue
		}
		k, ok := def.Src.(Const)
		if !ok {
			return false
		}
		holds, known := Truth(Substitute(cond, func(Path) (Expr, bool) { return k, true }))
		if !known || holds {
			return false
		}
		clears[def.Block] = true
	}
	return len(clears) > 0 && !d.nextPass(b, l, clears)
}

// nextPass reports whether the header of l is reached from b without passing one of the given blocks.
func (d *Defs) nextPass(b *Block, l *Loop, without map[*Block]bool) bool {
	seen := map[*Block]bool{}
	work := []*Block{b}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || without[x] || !l.Contains(x) {
			continue
		}
		seen[x] = true
		for _, s := range x.Term.Succs() {
			if s == l.Header {
				return true
			}
			work = append(work, s)
		}
	}
	return false
}
