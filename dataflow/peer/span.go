package peer

import "mpivet/ir"

// span is how far a counter gets.
type span struct {
	comm  Communicator // whose ranks the distance grows with
	share int64        // it covers 1/share of them
	exact bool         // it makes n-1 or n passes
	wide  bool         // it covers one in some number of ranks that is not known
}

// spanOf returns how far f gets, nil when that does not grow with the number of ranks or is not known.
func (a *analysis) spanOf(f *phi) *span {
	if s, ok := a.grown[f]; ok {
		return s
	}
	a.grown[f] = nil // a distance that depends on itself is not known
	a.advance(f)
	var s *span
	if f.step != 0 {
		s = a.furthest(f)
	}
	a.grown[f] = s
	return s
}

// furthest takes the tests that leave the loop one by one: each bounds the counter, and one of them must do so by the number of
// ranks while none does by anything else that is the same for all passes.
func (a *analysis) furthest(f *phi) *span {
	var best *span
	for _, b := range f.loop.Blocks {
		t, ok := b.Term.(*ir.If)
		if !ok || f.loop.Contains(t.Then) == f.loop.Contains(t.Else) {
			continue
		}
		for _, limit := range a.limits(f, t, b) {
			s := a.distance(f, limit)
			if s == nil {
				return nil
			}
			if best == nil || s.share > best.share {
				best = s
			}
		}
	}
	if best == nil {
		return a.inStep(f)
	}
	return best
}

// inStep returns how far a counter that no test bounds gets beside one of the same loop that counts ranks, when every pass moves both on
// and this one no faster.
func (a *analysis) inStep(f *phi) *span {
	if !f.every || f.wide {
		return nil
	}
	var best *span
	for _, g := range a.countersOf(f.fr, f.loop) {
		s := a.spanOf(g)
		if g == f || !g.every || g.wide || abs(f.step) > abs(g.step) {
			continue
		}
		f.open = f.open || g.open
		if s != nil && (best == nil || s.share > best.share) {
			best, f.beside = s, g
		}
	}
	return best
}

// limit is a bound of a counter inside the loop: the counter's last value, perhaps one step further.
type limit struct {
	last linear
}

// limits returns the bounds that staying in the loop at test t puts on f.
func (a *analysis) limits(f *phi, t *ir.If, b *ir.Block) []limit {
	var out []limit
	for _, v := range a.eval(f.fr, t.Cond, endOf(b)) {
		a.implied(v, f.loop.Contains(t.Then), func(c value) bool {
			if l, ok := boundOf(f, c); ok {
				out = append(out, l)
			}
			return false
		})
	}
	return out
}

// boundOf solves comparison c for f.
func boundOf(f *phi, c value) (limit, bool) {
	k := c.lin.coef(sym{kind: symIter, phi: f})
	if k != 1 && k != -1 {
		return limit{}, false
	}
	rest := c.lin.plus(symbol(sym{kind: symIter, phi: f}), -k).times(-k) // f op rest, with op turned round for k < 0
	up := f.step > 0
	switch c.op {
	case "!=":
		if up {
			return limit{last: rest.plus(constant(1), -1)}, true
		}
		return limit{last: rest.plus(constant(1), 1)}, true
	case "<", "<=":
		if (k == 1) != up {
			return limit{}, false // bounds the side that it comes from
		}
		if c.op == "<=" {
			return limit{last: rest}, true
		}
		if up {
			return limit{last: rest.plus(constant(1), -1)}, true
		}
		return limit{last: rest.plus(constant(1), 1)}, true
	}
	return limit{}, false
}

// distance returns how far it is from the first value of f to l, nil when that does not grow with the ranks.
func (a *analysis) distance(f *phi, l limit) *span {
	var out *span
	for _, first := range f.init {
		if first.kind != vLinear {
			return nil
		}
		d := l.last.plus(first.lin, -1)
		f.open = f.open || d.any(func(s sym) bool { return s.kind == symCell && s.param })
		if f.step < 0 {
			d = d.times(-1)
		}
		s := a.growth(d.plus(constant(1), 1))
		if s == nil {
			return nil
		}
		s.share *= abs(f.step)
		s.wide = f.wide
		s.exact = s.exact && abs(f.step) == 1 && f.every
		if out == nil || s.share > out.share {
			out = s
		}
	}
	return out
}

// growth reads a number of ranks: it must grow with the size of a communicator, with the rank, or with a counter that does.
func (a *analysis) growth(d linear) *span {
	s := &span{share: 1}
	grows := false
	for _, t := range d.terms {
		switch {
		case t.sym.kind == symSize && t.coef > 0:
			s.comm, s.share, grows = t.sym.comm, t.sym.div, true
		case t.sym.kind == symRank && t.coef > 0:
			s.comm, grows = t.sym.comm, true
		case t.sym.kind == symRank: // the ranks above the own one
		case t.sym.kind == symRest: // less than a step
		case t.sym.kind == symIter:
			inner := a.spanOf(t.sym.phi)
			if inner == nil {
				return nil
			}
			if t.coef > 0 {
				s.comm, grows = inner.comm, true
			}
		default:
			return nil
		}
	}
	if !grows {
		return nil
	}
	s.exact = len(d.terms) == 1 && d.terms[0].sym.kind == symSize && d.terms[0].coef == 1 && s.share == 1 && (d.c == 0 || d.c == -1)
	return s
}
