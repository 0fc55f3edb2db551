package age

import (
	"mpivet/dataflow/steady"
	"mpivet/ir"
)

// decider turns what was seen of the sites into churns: one for a position, the nearest loop first.
type decider struct {
	a       *analysis
	best    map[ir.Pos]*Churn
	given   map[*cfunc]bool // functions beyond their budget
	sitesOf map[*cfunc][]*site
	done    map[*site]bool
	steady  *steady.Analysis
	counter *counter
	defs    map[*ir.Func]*ir.Defs // see defsOf
	handed  map[string]int        // see findHanded

	gathering *gathering         // see gathers
	args      map[*ir.Var]number // see passed
}

func newDecider(a *analysis) *decider {
	d := &decider{a: a, best: map[ir.Pos]*Churn{}, given: map[*cfunc]bool{}, sitesOf: map[*cfunc][]*site{}, done: map[*site]bool{}, steady: steady.New(a.prog),
		counter: newCounter(a.prog), defs: map[*ir.Func]*ir.Defs{}, args: map[*ir.Var]number{}}
	for _, x := range a.order {
		if x.given {
			d.given[x.fn] = true
		}
	}
	for _, s := range a.sites {
		d.sitesOf[s.fn] = append(d.sitesOf[s.fn], s)
	}
	return d
}

// decide looks at an acquisition in the function that makes it, then in those that it leaves to.
func (d *decider) decide(s *site) {
	if d.given[s.fn] || d.done[s] {
		return
	}
	d.done[s] = true
	if len(s.events) == 0 {
		for _, o := range s.outers() {
			d.decide(o.s)
		}
		return
	}
	if d.resized(s) {
		return // the realloc's own blocks are looked at by themselves
	}
	same := s.same || anySame(s.events)
	changed := false // an object describes the pass of a loop
	for l := s.fn.loops.Innermost(s.block); l != nil; l = l.Parent {
		if !s.communicatedIn(l) || d.passesOnce(s, l) {
			continue
		}
		if s.escapedAt[l] {
			return
		}
		if s.reused[l] {
			same = same || d.a.repeats(s.fn, l)
			continue
		}
		if d.ownPlaces(s, l) {
			continue
		}
		change := d.changes(s, l, nil)
		ch := d.churn(s, same)
		if (change == steady.Changes || changed && change != steady.Same) && !leaks(ch) {
			changed = true
			continue
		}
		ch.Loop, ch.LoopFn, ch.Described = l, s.fn.fn, change
		d.fate(s, l, ch)
		ch.Setup = d.builds(s, l)
		if !ch.Kept || !s.fn.guarded(s.block) {
			d.keep(s, ch) // what is made on first use and kept is found again by the next call
		}
		return
	}
	switch {
	case s.escaped:
	case s.leaves:
		for _, o := range s.outers() {
			d.decide(o.s)
		}
	case s.kind() == ir.Object:
		d.climbObject(s, changed)
	default:
		d.climb(s, same)
	}
}

func anySame(list []*event) bool {
	for _, e := range list {
		if e.same {
			return true
		}
	}
	return false
}

func (s *site) communicatedIn(l *ir.Loop) bool {
	for _, e := range s.events {
		if l.Contains(e.block) {
			return true
		}
	}
	return false
}

// fate says what becomes of blocks that are alive together: given up in a region around the loop that repeats, or kept.
func (d *decider) fate(s *site, l *ir.Loop, ch *Churn) {
	if !s.piled[l] {
		return
	}
	ch.Piled = true
	for _, r := range s.ended {
		if l.Contains(r.block) {
			ch.Repeats = true // in a later pass of the same loop
			return
		}
	}
	for o := l.Parent; o != nil; o = o.Parent {
		if !s.piled[o] {
			ch.Repeats = true
			return
		}
	}
	if s.leaves {
		ch.Kept = true
		for _, o := range s.outers() {
			for l := o.s.fn.loops.Innermost(o.s.block); l != nil; l = l.Parent {
				if !o.s.piled[l] && !o.s.escapedAt[l] {
					ch.Kept, ch.Repeats = false, true
					return
				}
			}
		}
		return
	}
	_, ch.Repeats = d.loopAround(s.fn.fn, s.block)
}

// builds reports whether every pass of l adds other memory that stays.
func (d *decider) builds(s *site, l *ir.Loop) bool { return d.buildsIn(s, s.fn, l) }

func (d *decider) buildsIn(s *site, c *cfunc, l *ir.Loop) bool {
	for _, t := range d.sitesOf[c] {
		if t == s || !l.Contains(t.block) || !t.added[l] || t.kind() == ir.Object {
			continue
		}
		if s != nil && t.root().in == s.root().in {
			continue
		}
		if gone := (&Churn{}); dominatesLatches(c, t.block, l) {
			if d.fate(t, l, gone); gone.Repeats {
				continue // given up again where the loop repeats: nothing stays
			}
			return true
		}
	}
	return d.gathers(c, l)
}

func dominatesLatches(c *cfunc, b *ir.Block, l *ir.Loop) bool {
	for _, x := range l.Latches {
		if !c.dom.Dominates(b, x) {
			return false
		}
	}
	return true
}

// handsOut reports whether the function also hands out memory that it acquired.
func (d *decider) handsOut(s *site) bool {
	for _, t := range d.sitesOf[s.fn] {
		if t == s || !t.leaves || t.kind() == ir.Object || t.root().in == s.root().in || t.onDemand() {
			continue
		}
		if _, ok := t.root().in.(*ir.Acquire); ok {
			return true
		}
	}
	return false
}

// partOf returns the function that hands the block out as part of an object that it builds: it acquires other parts of it as well, and
// communicates to fill it.
func (d *decider) partOf(s *site) *ir.Func {
	for t := s.inner; t != nil; t = t.inner {
		if !d.a.want[t.fn.fn] {
			continue
		}
		for _, u := range d.sitesOf[t.fn] {
			if u.root().in != t.root().in && u.kind() != ir.Object && shared(u.parts, t.parts) {
				return t.fn.fn
			}
		}
	}
	return nil
}

func shared(a, b map[place]bool) bool {
	for p := range a {
		if b[p] {
			return true
		}
	}
	return false
}

// onDemand reports whether the block is made on first use, here or where it comes from.
func (s *site) onDemand() bool {
	for ; s != nil; s = s.inner {
		if s.fn.guarded(s.block) || s.fn.once(s.block) {
			return true
		}
	}
	return false
}

func (s *site) root() *site {
	for s.inner != nil {
		s = s.inner
	}
	return s
}

func (s *site) kind() ir.AcqKind {
	if acq, ok := s.root().in.(*ir.Acquire); ok {
		return acq.Kind
	}
	return ir.Container
}

// keep enters a churn under its position unless a better one is there: a loop before none, a nearer loop before one
// further away.
func (d *decider) keep(s *site, ch *Churn) {
	d.atDeclaration(s, ch)
	old := d.best[ch.Pos]
	if old == nil || better(ch, old) {
		d.best[ch.Pos] = ch
	}
}

func better(a, b *Churn) bool {
	if (a.Loop != nil) != (b.Loop != nil) {
		return a.Loop != nil
	}
	if weak(a) != weak(b) {
		return !weak(a)
	}
	return len(a.Callers) < len(b.Callers)
}

// weak reports whether a churn amounts to a note.
func weak(ch *Churn) bool {
	return ch.Same || ch.Setup || ch.PartOf != nil || ch.Kept || ch.Piled && !ch.Repeats || ch.Seen == Called
}
