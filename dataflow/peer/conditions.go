package peer

import "mpivet/ir"

// onlyOne reports whether a condition between the head of l and the communication call leaves one value of counter f.
func (a *analysis) onlyOne(path []step, l *ir.Loop, f *phi) bool {
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

// sparse reports whether a condition on data, which differs from pass to pass of l, decides whether the call is reached.
// Conditions whose other way leaves the loop do not count, nor do those on return codes.
func (a *analysis) sparse(path []step, l *ir.Loop) bool {
	first := path[0]
	if a.selects(first.fr, l.Header, first.at.Block, l, inLoop(l)) {
		return true
	}
	for _, s := range path[1:] {
		entry := s.fr.fn.f.Blocks[0]
		varies := func(x sym) bool { return inLoop(l)(x) || x.birth != nil && x.birth.fr == s.fr }
		if a.selects(s.fr, entry, s.at.Block, nil, varies) {
			return true
		}
	}
	return false
}

// selects reports whether a branch on data stands between from and to.
func (a *analysis) selects(fr *frame, from, to *ir.Block, within *ir.Loop, varies func(sym) bool) bool {
	for _, b := range fr.fn.f.Blocks {
		if within != nil && !within.Contains(b) {
			continue
		}
		t, ok := b.Term.(*ir.If)
		if !ok || b == to {
			continue
		}
		for arm, other := range []*ir.Block{t.Else, t.Then} {
			e := edge{b, arm}
			if reach(from, to, within, func(x edge) bool { return x == e }) {
				continue
			}
			if (within == nil || comesBack(other, to, within)) && a.onData(fr, t, b, varies) {
				return true
			}
		}
	}
	return false
}

// comesBack reports whether the loop goes on from b without passing to.
func comesBack(b, to *ir.Block, l *ir.Loop) bool {
	if !l.Contains(b) {
		return false
	}
	if b == l.Header {
		return true
	}
	for _, latch := range l.Latches {
		if reach(b, latch, l, func(e edge) bool { return e.from == to }) && latch != to {
			return true
		}
	}
	return false
}

// onData reports whether a condition depends on what varies and is no counter, rank or size.
func (a *analysis) onData(fr *frame, t *ir.If, b *ir.Block, varies func(sym) bool) bool {
	for _, v := range a.eval(fr, t.Cond, endOf(b)) {
		if v.any(func(s sym) bool { return s.kind == symOpaque && varying(s, varies) }) {
			return true
		}
	}
	return false
}

// varying reports whether an opaque value varies, itself or what it was computed from. Return codes do not.
func varying(s sym, varies func(sym) bool) bool {
	if s.birth == nil || s.birth.status || s.birth.rank {
		return false
	}
	if varies(s) {
		return true
	}
	for _, v := range s.birth.of {
		if v.any(varies) {
			return true
		}
	}
	return false
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

// continued returns the loop over all ranks whose counter f goes on with, behind or inside it, as that which tells the rest of
// the ranks about a failure; l, the loop of f, if there is none.
func (a *analysis) continued(l *ir.Loop, f *phi) *ir.Loop {
	if f == nil || len(f.init) != 1 || f.init[0].kind != vLinear {
		return l
	}
	for _, t := range f.init[0].lin.terms {
		if from := t.sym.phi; t.sym.kind == symIter && from.fr == f.fr && from.loop != l && t.coef == 1 && a.spanOf(from) != nil {
			return from.loop
		}
	}
	return l
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
