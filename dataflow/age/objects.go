package age

import (
	"mpivet/dataflow/steady"
	"mpivet/ir"
	"mpivet/mpi"
)

// maxClimb bounds the functions that are looked at for a loop around the maker of an object.
const maxClimb = 100

// changes says whether what describes the object of s is the same in every pass of l, which is in the function that the calls
// down to s begin in; nil stands for the calls of that function. An attached buffer is not described by its size: a large
// enough one serves every pass.
func (d *decider) changes(s *site, l *ir.Loop, calls []steady.Call) steady.Change {
	if made, ok := s.root().in.(*ir.Acquire); !ok || made.Kind != ir.Object || makes(made.How, mpi.AttachedBuffer) {
		return steady.Same
	}
	return d.description(s, l, calls)
}

// leaks reports whether a churn of an object that is limited in number, or that pins memory, loses it in each pass: whatever
// describes it, one more is gone. Changes in what describes it are left to say in Described.
func leaks(ch *Churn) bool {
	return ch.Leaked && !makes(ch.How, mpi.Datatype) && !makes(ch.How, mpi.Request)
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

func (d *decider) description(s *site, l *ir.Loop, calls []steady.Call) steady.Change {
	root := s.root()
	made, ok := root.in.(*ir.Acquire)
	down, isDown := s.down(calls)
	switch {
	case !ok || !isDown:
		return steady.Unclear
	case l == nil:
		return d.steady.InCalls(down, root.fn.fn, made)
	}
	return d.steady.InLoop(l, down, root.fn.fn, made)
}

// down returns the calls extended by those from s down to its root.
func (s *site) down(calls []steady.Call) (list []steady.Call, ok bool) {
	list = calls[:len(calls):len(calls)]
	for t := s; t.inner != nil; t = t.inner {
		call, isCall := t.in.(*ir.Call)
		if !isCall {
			return nil, false
		}
		list = append(list, steady.Call{Fn: t.fn.fn, In: call})
	}
	return list, true
}

// ownPlaces reports whether each pass of l stores its object in another place that lives on, and frees there what an earlier run
// of the loop had stored: the object of a pass stays when the next one begins.
func (d *decider) ownPlaces(s *site, l *ir.Loop) bool {
	root := s.root()
	made, ok := root.in.(*ir.Acquire)
	if !ok || made.Kind != ir.Object || !s.kept[l] || !s.endsIn(l) {
		return false
	}
	for t := s; t != nil; t = t.inner {
		for _, r := range t.ended {
			if !freesAt(root.fn.fn, r.pos, made.Dst) {
				return false
			}
		}
	}
	calls, ok := s.down(nil)
	return ok && d.steady.Place(l, calls, root.fn.fn, made) == steady.Changes
}

// endsIn reports whether a block is given up within l.
func (s *site) endsIn(l *ir.Loop) bool {
	for _, r := range s.ended {
		if l.Contains(r.block) {
			return true
		}
	}
	return false
}

// freesAt reports whether the release at a position gives up what is stored in p of fn.
func freesAt(fn *ir.Func, pos ir.Pos, p ir.Path) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			r, ok := in.(*ir.Release)
			if !ok || r.Pos != pos {
				continue
			}
			at, isLoad := r.Val.(ir.Load)
			return isLoad && at.Path.Equal(p)
		}
	}
	return false
}

// climbObject looks in the callers of a function that makes, uses and frees an object for the nearest loop whose passes it
// does not describe. Changed says that it describes the passes of a loop in the function.
func (d *decider) climbObject(s *site, changed bool) {
	ch := d.churn(s, false)
	if l, ok := d.a.recursion(s.fn.fn, s.block); ok {
		ch.Loop, ch.LoopFn, ch.Levels, ch.Described = l, s.fn.fn, true, d.changes(s, nil, nil)
		ch.Piled = s.across || d.handedUp(s)
	} else if c := d.loopOfObject(s, &changed); c != nil {
		ch.Loop, ch.LoopFn, ch.Levels, ch.Callers, ch.Described = c.loop, c.fn, c.levels, append(c.down, ch.Callers...), c.change
		ch.Setup = d.buildsIn(nil, d.a.cfunc(c.fn), ch.Loop)
	} else {
		ch.Region, ch.Seen, ch.Described = s.fn.fn, d.visibility(s.fn.fn), d.changes(s, nil, nil)
		if ch.Seen == Once {
			return
		}
		ch.Setup = ch.Seen == Unseen && (d.handsOut(s) || constructor(s.fn.fn))
	}
	ch.Setup = ch.Setup || s.fn.once(s.block)
	if ch.Described != steady.Same && makes(ch.How, mpi.Datatype) {
		return // it describes what the call is asked for, or may do so
	}
	if (ch.Described == steady.Changes || changed && ch.Described != steady.Same) && !leaks(ch) {
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
			for l := d.loopOf(cs); l != nil && spelled(open); l = l.Parent {
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
