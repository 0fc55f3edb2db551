package peer

import "mpivet/ir"

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
		if !inRange(v) && v.any(func(s sym) bool { return s.kind == symOpaque && varying(s, varies) }) {
			return true
		}
	}
	return false
}

// inRange reports whether v only asks whether a rank that was computed from ranks, sizes and counters exists: rank ^ i < size.
func inRange(v value) bool {
	if v.kind != vCompare || v.op != "<" && v.op != "<=" {
		return false
	}
	for _, t := range v.lin.terms {
		b := t.sym.birth
		if t.sym.kind == symSize || t.sym.kind == symRank || t.sym.kind == symIter {
			continue
		}
		if t.sym.kind != symOpaque || b == nil || b.fr != nil || len(b.of) != 1 || b.of[0].kind != vXor && b.of[0].kind != vMod {
			return false
		}
		if b.of[0].any(func(s sym) bool { return s.kind == symOpaque }) {
			return false
		}
	}
	return true
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
