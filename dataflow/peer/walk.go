package peer

import "mpivet/ir"

// walk follows a peer outwards: through the loops around the call, then through the callers where they decide.
type walk struct {
	a       *analysis
	c       *ir.Comm
	base    Use
	pattern Pattern // of a peer that ranges over all ranks
	expr    ir.Expr
	found   []*Use
	values  values // the peer as the call's own function sees it
	seen    map[*ir.Loop]bool
}

// maxChains bounds the chains of calls that are looked at for one peer. Shorter chains come first, so that of a wrapper with
// very many callers those are seen that call it directly.
const maxChains = 2048

// run looks at the call from its own function outwards; at is its place there.
func (w *walk) run(g *fn, at ir.Loc) {
	queue := [][]site{nil}
	for i := 0; i < len(queue) && i < maxChains; i++ {
		chain := queue[i]
		outer := g
		if n := len(chain); n > 0 {
			outer = chain[n-1].in
			w.a.refill()
		}
		if !w.look(outer.root, at, chain) || len(chain) == maxDepth {
			continue
		}
		for _, s := range outer.callers {
			if s.in != g && s.in != outer && !inChain(chain, s.in) && len(queue) < maxChains {
				queue = append(queue, append(chain[:len(chain):len(chain)], s))
			}
		}
	}
}

// look looks at chain, the calls from the outermost function (whose frame is root) down to the communication call, and reports
// whether the callers of that function may know more.
func (w *walk) look(root *frame, at ir.Loc, chain []site) bool {
	path := w.path(root, at, chain)
	vs := w.a.eval(path[len(path)-1].fr, w.expr, at)
	if w.values == nil {
		w.values = vs
	}
	for i := len(path) - 1; i >= 0; i-- {
		for l := path[i].fr.fn.loops().Innermost(path[i].at.Block); l != nil; l = l.Parent {
			if w.seen[l] {
				return false
			}
			if u := w.over(vs, l, path[i:], chain[:len(path)-1-i]); u != nil {
				w.seen[l] = true
				w.found = append(w.found, u)
				return false
			}
		}
	}
	return vs.any(w.a.isOpen)
}

// isOpen reports whether the callers decide what s is, or how far it counts.
func (a *analysis) isOpen(s sym) bool {
	switch s.kind {
	case symCell:
		return s.param
	case symIter:
		return a.spanOf(s.phi) == nil && s.phi.open
	}
	return false
}

func inChain(chain []site, g *fn) bool {
	for _, s := range chain {
		if s.in == g {
			return true
		}
	}
	return false
}

// over checks whether the peer ranges over all ranks in loop l of the function where path begins; chain is the calls along path.
func (w *walk) over(vs values, l *ir.Loop, path []step, chain []site) *Use {
	r := w.a.ranging(path[0].fr, vs, l)
	if r == nil || w.a.onlyOne(path, l, r.phi) || r.hub && sometimes(path, l) {
		return nil
	}
	u := w.base
	u.Set, u.Pattern, u.Loop, u.LoopFn, u.Share, u.Strided = All, w.pattern, l, path[0].fr.fn.f, r.share, r.wide
	u.Nest = w.a.nest(path[0].fr, w.a.continued(l, r.phi))
	u.Comm = mixed(w.base.Comm, r.comm.Class)
	u.Sparse = w.a.sparse(path, l)
	for _, s := range chain {
		u.Callers = append(u.Callers, Site{Fn: s.in.f, Call: s.call})
	}
	hub, star := w.a.star(path)
	star = star || w.a.servesOthers(path, l, w.c)
	switch {
	case r.hub:
		u.Set, u.Pattern, u.Hub = Anybody, Hub, hub
	case star && w.pattern == AllPairs:
		u.Pattern, u.Hub = Star, hub
	}
	return &u
}

// mixed is the class of a pattern whose calls go over one communicator while its loop counts the ranks of another.
func mixed(call, loop Class) Class {
	switch {
	case call == loop:
		return call
	case call == Sub, call == Shared, call == Self:
		return call
	case loop == Sub, loop == Shared, loop == Self:
		return loop
	}
	return Unknown
}

// step is a frame and the place in it from which the next inner one is entered, or at which the communication call stands.
type step struct {
	fr *frame
	at ir.Loc
}

// path enters the calls of chain from root, the last one first, down to the communication call.
func (w *walk) path(root *frame, at ir.Loc, chain []site) []step {
	var out []step
	fr := root
	for i := len(chain) - 1; i >= 0; i-- {
		out = append(out, step{fr, chain[i].at})
		to := w.a.byFunc[w.base.Fn]
		if i > 0 {
			to = chain[i-1].in // the function that holds the next call
		}
		fr = fr.into(to, chain[i])
	}
	return append(out, step{fr, at})
}
