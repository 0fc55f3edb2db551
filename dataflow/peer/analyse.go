package peer

import (
	"mpivet/ir"
	"mpivet/mpi"
)

// Analyse classifies the peers of every communication call of the program.
func Analyse(prog *ir.Program) *Result { return newAnalysis(prog).run() }

func (a *analysis) run() *Result {
	r := &Result{}
	for _, g := range a.funcs {
		for _, b := range g.f.Blocks {
			for i, instr := range b.Instrs {
				if c, ok := instr.(*ir.Comm); ok && c.Proc != nil {
					a.refill()
					r.Uses = append(r.Uses, a.uses(g, c, ir.Loc{Block: b, Index: i})...)
				}
			}
		}
	}
	return r
}

// refill grants the evaluations for another question. Between questions no frame is in use, so that memory can be given back.
func (a *analysis) refill() {
	a.steps = min(maxSteps, a.all)
	if a.kept-a.all > a.most {
		a.forget()
	}
}

// uses classifies one call.
func (a *analysis) uses(g *fn, c *ir.Comm, at ir.Loc) []*Use {
	base := Use{Fn: g.f, Call: c, Share: 1, Hub: -1, Comm: a.class(g.root, c, at), Block: a.block(g.root, c, at)}
	switch {
	case c.Proc.Kind == mpi.Collective:
		return a.collective(g, c, at, base)
	case c.Proc.Kind == mpi.Neighborhood:
		base.Set = Listed
		return []*Use{&base}
	}
	return a.overPeers(g, c, at, base, c.Peers, AllPairs)
}

// collective classifies a call of a collective: the Alltoall family whatever its root, others by their root.
func (a *analysis) collective(g *fn, c *ir.Comm, at ir.Loc, base Use) []*Use {
	if c.Proc.Fanout == mpi.FanoutAll {
		base.Set, base.Pattern, base.Callers = All, Collective, a.deciders(g, c, at)
		return []*Use{&base}
	}
	if c.Root != nil {
		uses := a.overPeers(g, c, at, base, []ir.Expr{c.Root}, Roots)
		if uses[0].Pattern == Roots || c.Proc.Fanout != mpi.FanoutRoot {
			return uses
		}
	}
	if c.Proc.Fanout == mpi.FanoutRoot {
		base.Set, base.Pattern, base.Callers, base.Side = Fixed, RootLinear, a.deciders(g, c, at), a.side(g)
	}
	return []*Use{&base}
}

// overPeers looks for the loops over all ranks that the peers follow; without any, it returns one use that says what the peers
// are.
func (a *analysis) overPeers(g *fn, c *ir.Comm, at ir.Loc, base Use, peers []ir.Expr, pattern Pattern) []*Use {
	var out []*Use
	set := Nowhere
	for _, e := range peers {
		w := &walk{a: a, c: c, base: base, pattern: pattern, expr: e, seen: map[*ir.Loop]bool{}}
		w.run(g, at)
		for _, u := range w.found {
			if !hasLoop(out, u.Loop) {
				out = append(out, u)
			}
		}
		if s := setOf(w.values); s > set || set == Nowhere {
			set = s
		}
	}
	if len(out) == 0 {
		base.Set = set
		out = append(out, &base)
	}
	return out
}

func hasLoop(uses []*Use, l *ir.Loop) bool {
	for _, u := range uses {
		if u.Loop == l {
			return true
		}
	}
	return false
}

// setOf classifies a peer that follows no loop over all ranks.
func setOf(vs values) Set {
	out := Nowhere
	for _, v := range vs {
		s := setOfOne(v)
		if out != Nowhere && s != Nowhere && s != out {
			return Unclear
		}
		if s != Nowhere {
			out = s
		}
	}
	return out
}

func setOfOne(v value) Set {
	switch v.kind {
	case vAny:
		return Anybody
	case vNowhere:
		return Nowhere
	case vElem:
		return Listed
	case vXor:
		if v.x.kind == vShift || v.y.kind == vShift || v.any(func(s sym) bool { return s.kind == symIter }) {
			return Hypercube
		}
		return Neighbour
	case vLinear, vMod:
		if s, ok := v.lin.single(); ok && v.kind == vLinear && s.birth != nil && s.birth.beside {
			return Neighbour
		}
		if v.any(func(s sym) bool { return s.kind == symIter || s.kind == symOpaque || s.kind == symRest }) {
			return Unclear
		}
		if v.lin.has(symRank) {
			return Neighbour
		}
		return Fixed
	}
	return Unclear
}
