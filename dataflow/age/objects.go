package age

import (
	"mpivet/dataflow/steady"
	"mpivet/ir"
	"mpivet/mpi"
)

// maxClimb bounds the functions that are looked at for a loop around the maker of an object.
const maxClimb = 100

// changes says whether what describes the object of s is the same in every pass of l, which is in the function that the calls
// down to s begin in; nil stands for the calls of that function. Only objects that describe data are asked about: for
// communicators and windows, which cost a collective call each, it is better to keep one for each description.
func (d *decider) changes(s *site, l *ir.Loop, calls []steady.Call) steady.Change {
	if made, ok := s.root().in.(*ir.Acquire); !ok || !describesData(made) {
		return steady.Same
	}
	return d.description(s, l, calls)
}

func describesData(made *ir.Acquire) bool {
	return made.Kind == ir.Object && (makes(made.How, mpi.Datatype) || makes(made.How, mpi.Request))
}

func makes(how string, o mpi.Object) bool {
	p := mpi.Lookup(how)
	return p != nil && p.Makes == o
}

// usedIn reports whether the function of s itself uses the block: communicates it, or in the case of an object does more
// than to make it, to commit it and to hand it out.
func (d *decider) usedIn(s *site) bool {
	if s.kind() != ir.Object || !s.leaves {
		return len(s.events) > 0
	}
	for _, e := range s.events {
		switch in := d.a.calls[e.call].in.(type) {
		case *ir.Acquire:
		case *ir.Call:
			if p := mpi.Lookup(in.Callees[0]); p == nil || p.Kind != mpi.Commit {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// description is changes for all objects.
func (d *decider) description(s *site, l *ir.Loop, calls []steady.Call) steady.Change {
	root := s.root()
	made, ok := root.in.(*ir.Acquire)
	for t := s; t.inner != nil; t = t.inner {
		call, isCall := t.in.(*ir.Call)
		ok = ok && isCall
		calls = append(calls[:len(calls):len(calls)], steady.Call{Fn: t.fn.fn, In: call})
	}
	switch {
	case !ok:
		return steady.Unclear
	case l == nil:
		return d.steady.InCalls(calls, root.fn.fn, made)
	}
	return d.steady.InLoop(l, calls, root.fn.fn, made)
}

// climbObject looks in the callers of a function that makes, uses and frees an object for the nearest loop whose passes it
// does not describe. Changed says that it describes the passes of a loop in the function.
func (d *decider) climbObject(s *site, changed bool) {
	ch := d.churn(s, false)
	if l, ok := d.a.recursion(s.fn.fn, s.block); ok {
		ch.Loop, ch.LoopFn, ch.Levels, ch.Described = l, s.fn.fn, true, d.changes(s, nil, nil)
		ch.Piled = s.across || d.handedUp(s)
		if ch.Described == steady.Same && d.description(s, nil, nil) != steady.Same {
			ch.Described = steady.Unclear // one for each depth: they are alive together
		}
	} else if c := d.loopOfObject(s, &changed); c != nil {
		ch.Loop, ch.LoopFn, ch.Levels, ch.Callers, ch.Described = c.loop, c.fn, c.levels, append(c.down, ch.Callers...), c.change
		ch.Setup = d.buildsIn(nil, d.a.cfunc(c.fn), ch.Loop)
	} else {
		ch.Region, ch.Seen, ch.Described = s.fn.fn, d.visibility(s.fn.fn), d.changes(s, nil, nil)
		if ch.Seen == Once {
			return
		}
		ch.Setup = ch.Seen == Unseen && d.handsOut(s)
	}
	ch.Setup = ch.Setup || s.fn.once(s.block)
	if ch.Loop == nil && ch.Described != steady.Same && makes(ch.How, mpi.Datatype) {
		return // it describes what the call is asked for
	}
	if ch.Described == steady.Changes || changed && ch.Described != steady.Same {
		return
	}
	d.keep(s, ch)
}

// caller is a loop in a caller, and the way from there down.
type caller struct {
	fn     *ir.Func
	at     *ir.Block
	wants  []demand
	loop   *ir.Loop
	down   []Step
	calls  []steady.Call
	change steady.Change
	levels bool // the loop stands for a recursion
}

// loopOfObject returns the nearest loop in whose passes the object is described alike, else one where that is not clear.
func (d *decider) loopOfObject(s *site, changed *bool) *caller {
	var unclear *caller
	seen := map[*ir.Block]bool{s.block: true}
	queue := []caller{{fn: s.fn.fn, at: s.block}}
	for len(queue) > 0 && len(seen) < maxClimb {
		n := queue[0]
		queue = queue[1:]
		wants := append(n.wants, d.demands(n.fn, n.at)...)
		for _, cs := range d.a.prog.Callers(n.fn) {
			open, met := d.meets(cs.Fn, cs.Call, n.fn, wants)
			if !met || d.a.cfunc(cs.Fn).once(cs.Block) {
				continue
			}
			up := caller{fn: cs.Fn, at: cs.Block, wants: open, down: append([]Step{{Pos: cs.Call.Pos, Func: n.fn.Display}}, n.down...),
				calls: append([]steady.Call{{Fn: cs.Fn, In: cs.Call}}, n.calls...)}
			for l := d.loopAt(d.a.cfunc(cs.Fn), cs.Block); l != nil && spelled(open); l = l.Parent {
				c := up
				c.loop, c.change = l, d.changes(s, l, up.calls)
				switch {
				case c.change == steady.Same:
					return &c
				case c.change == steady.Changes:
					*changed = true
				case unclear == nil:
					unclear = &c
				}
			}
			if l, ok := d.a.recursion(cs.Fn, cs.Block); ok && !d.a.cyclic(cs.Fn, n.fn) && unclear == nil {
				c := up
				c.loop, c.levels, c.change = l, true, d.changes(s, nil, up.calls)
				switch c.change {
				case steady.Same:
					return &c
				case steady.Changes:
					*changed = true
				default:
					unclear = &c
				}
			}
			if !seen[cs.Block] {
				seen[cs.Block] = true
				queue = append(queue, up)
			}
		}
	}
	return unclear
}
