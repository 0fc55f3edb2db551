package peer

import "mpivet/ir"

// onlyOne reports whether a condition between the head of l and the communication call leaves one value of counter f.
func (a *analysis) onlyOne(path []step, l *ir.Loop, f *phi) bool {
	if f.beside != nil && a.onlyOne(path, l, f.beside) {
		return true
	}
	self := sym{kind: symIter, phi: f}
	isEqual := func(v value) bool {
		k := v.lin.coef(self)
		return v.op == "==" && (k == 1 || k == -1) && !v.lin.plus(symbol(self), -k).dependsOn(f)
	}
	if a.guarded(path[0].fr, l.Header, path[0].at.Block, l, isEqual) {
		return true
	}
	for _, s := range path[1:] {
		if a.guarded(s.fr, s.fr.fn.f.Blocks[0], s.at.Block, nil, isEqual) {
			return true
		}
	}
	return false
}

// dependsOn reports whether a symbol of a was computed from f.
func (a linear) dependsOn(f *phi) bool {
	return a.any(func(s sym) bool { return s.kind == symIter && s.phi == f })
}

// fewHubs is how many ranks a condition on the own rank may let through and still make a star.
const fewHubs = 8

// star reports whether only one rank (or a few) reaches the call, and which one where that is a constant, else -1.
func (a *analysis) star(path []step) (hub int64, star bool) {
	hubs := map[int64]bool{}
	isRank := func(v value) bool {
		r, ok := a.oneRank(v)
		if ok {
			hubs[r] = true
		}
		return ok
	}
	for _, s := range path {
		star = star || a.guarded(s.fr, s.fr.fn.f.Blocks[0], s.at.Block, nil, isRank)
	}
	star = star || a.guardedCalls(path[0].fr.fn, isRank, map[*fn]bool{})
	if len(hubs) == 1 {
		for r := range hubs {
			return r, star
		}
	}
	return -1, star
}

// oneRank reports whether comparison v leaves one value, or a few, of the own rank; r is the rank where it is a constant, else -1.
func (a *analysis) oneRank(v value) (r int64, ok bool) {
	for _, t := range v.lin.terms {
		if !isOwnRank(t.sym) || t.coef != 1 && t.coef != -1 {
			continue
		}
		rest := v.lin.plus(symbol(t.sym), -t.coef).times(-t.coef) // rank op rest, turned round for a negative coefficient
		switch {
		case v.op == "==":
			if a.takesTurns(rest) {
				return -1, false
			}
			return constantOr(rest, -1), true
		case v.op == "!=" || rest.has(symIter):
			continue
		case t.coef > 0 && rest.isConst() && rest.c < fewHubs: // rank <= c
			if rest.c == 0 || rest.c == 1 && v.op == "<" {
				return 0, true
			}
			return -1, true
		case t.coef < 0 && len(rest.terms) == 1 && rest.terms[0].sym.kind == symSize && rest.terms[0].coef == 1 && rest.c >= -fewHubs:
			return -1, true // rank >= size - c
		}
	}
	return -1, false
}

// isOwnRank reports whether s is the own rank among all ranks, as far as that is known.
func isOwnRank(s sym) bool {
	switch s.kind {
	case symRank:
		return s.comm.Class != Sub && s.comm.Class != Shared
	case symOpaque, symCell:
		return s.birth != nil && s.birth.rank
	}
	return false
}

func constantOr(l linear, other int64) int64 {
	if l.isConst() {
		return l.c
	}
	return other
}

// takesTurns reports whether l follows a counter over all ranks, so that each rank is equal to it once.
func (a *analysis) takesTurns(l linear) bool {
	for _, t := range l.terms {
		if t.sym.kind == symIter && a.spanOf(t.sym.phi) != nil {
			return true
		}
	}
	return false
}

// guardedCalls reports whether all calls of g that we see, and at least one, stand behind a condition that satisfies is. known
// holds what was found out about other functions; one that is asked for again on the way is not guarded by itself.
func (a *analysis) guardedCalls(g *fn, is func(value) bool, known map[*fn]bool) bool {
	if ok, asked := known[g]; asked {
		return ok
	}
	known[g] = false
	if len(g.callers) == 0 || g.f.AddrTaken {
		return false
	}
	for _, s := range g.callers {
		if !a.guarded(s.in.root, s.in.f.Blocks[0], s.at.Block, nil, is) && !a.guardedCalls(s.in, is, known) {
			return false
		}
	}
	known[g] = true
	return true
}

// side returns the one function that calls g, if it does so once and only where a comparison with the own rank lets it.
func (a *analysis) side(g *fn) *ir.Func {
	if len(g.callers) != 1 || g.f.AddrTaken {
		return nil
	}
	s := g.callers[0]
	byRank := func(v value) bool {
		for _, t := range v.lin.terms {
			if isOwnRank(t.sym) {
				return true
			}
		}
		return false
	}
	for _, b := range s.in.f.Blocks {
		for arm := range b.Term.Succs() {
			only := edge{b, arm}
			if a.holds(s.in.root, only, byRank) && !reach(s.in.f.Blocks[0], s.at.Block, nil, func(e edge) bool { return e == only }) {
				return s.in.f
			}
		}
	}
	return nil
}

// sometimes reports whether a pass through l may go by without the call.
func sometimes(path []step, l *ir.Loop) bool {
	call := path[0].at.Block
	for _, latch := range l.Latches {
		if call != latch && reach(l.Header, latch, l, func(e edge) bool { return e.from == call }) {
			return true
		}
	}
	for _, s := range path[1:] {
		call := s.at.Block
		for _, r := range s.fr.fn.returns() {
			if call != r.Block && reach(s.fr.fn.f.Blocks[0], r.Block, nil, func(e edge) bool { return e.from == call }) {
				return true
			}
		}
	}
	return false
}

// continued returns the loop over all ranks that is left early for l, whose counter f goes on from there: as one that tells the
// rest of the ranks about a failure. It returns l if there is none.
func (a *analysis) continued(l *ir.Loop, f *phi) *ir.Loop {
	if f == nil || len(f.init) != 1 || f.init[0].kind != vLinear {
		return l
	}
	for _, t := range f.init[0].lin.terms {
		if from := t.sym.phi; t.sym.kind == symIter && from.fr == f.fr && from.loop != l && t.coef == 1 && a.spanOf(from) != nil && !a.countedOut(from, l) {
			return from.loop
		}
	}
	return l
}

// countedOut reports whether l is reached from the loop of f when that has counted to its end.
func (a *analysis) countedOut(f *phi, l *ir.Loop) bool {
	for _, b := range f.loop.Blocks {
		t, ok := b.Term.(*ir.If)
		if !ok || f.loop.Contains(t.Then) == f.loop.Contains(t.Else) {
			continue
		}
		out := t.Then
		if f.loop.Contains(out) {
			out = t.Else
		}
		counts := a.eval(f.fr, t.Cond, endOf(b)).any(func(s sym) bool { return s.kind == symIter && s.phi == f })
		if counts && reach(out, l.Header, nil, func(edge) bool { return false }) {
			return true
		}
	}
	return false
}

// nest returns the outermost loop around l, l included, of those that count all ranks without a break between them.
func (a *analysis) nest(fr *frame, l *ir.Loop) *ir.Loop {
	for l.Parent != nil && a.countsRanks(fr, l.Parent) {
		l = l.Parent
	}
	return l
}

func (a *analysis) countsRanks(fr *frame, l *ir.Loop) bool {
	for _, f := range a.countersOf(fr, l) {
		if a.spanOf(f) != nil {
			return true
		}
	}
	return false
}
