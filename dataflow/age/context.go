package age

import (
	"mpivet/ir"
)

// context is a function with one fact at its entry.
type context struct {
	fn     *cfunc
	entry  *fact
	args   *env // constants of its parameters, or nil
	exits  []*exit
	uses   map[int]*use // of the entry block by communication calls
	useIDs []int
	ended  []release // of the entry block
	given  bool      // budget exceeded
	facts  int
	*solving
}

// solving is what a context needs until it is solved.
type solving struct {
	seen   map[uint64]struct{} // facts by instruction, see push
	byExit map[exitKey]struct{}
	conts  []cont
}

type exitKey struct {
	fact uint32
	ret  retVal
}

// exit is a fact at the end of a function, in terms of its parameters, globals and results.
type exit struct {
	f   *fact
	ret retVal
}

// retVal is what is known of the first result.
type retVal struct {
	known bool
	k     int64
}

// cont is a caller's fact that waits for the exits of a context.
type cont struct {
	at    item
	frame []place // places that the callee cannot change
	orig  []renamed
	maps  []mapping
}

// renamed is a place at a callee's entry and the caller's place behind it.
type renamed struct{ entry, caller place }

// origins returns the caller's places behind an entry place.
func (k *cont) origins(entry place) (list []place) {
	for _, r := range k.orig {
		if r.entry == entry {
			list = append(list, r.caller)
		}
	}
	return list
}

// mapping relates a callee's formal place to the caller's.
type mapping struct {
	formal  *ir.Var
	actual  place
	addr    bool  // the argument is the address of actual
	shift   bool  // the argument points into the block at an unknown offset
	pointee place // what the argument points to, by another name that is known for it
	inside  bool  // the argument points into the block that actual holds
}

// context returns the context of fn with the given entry fact and constants, started if it is new.
func (a *analysis) context(fn *ir.Func, entry *fact, args *env) *context {
	c := a.cfunc(fn)
	key := entry.key
	if args != nil {
		key += "#" + args.key
	}
	x := c.ctxs[key]
	if x == nil {
		a.wake(c)
		x = &context{fn: c, entry: entry, args: args, uses: map[int]*use{},
			solving: &solving{seen: map[uint64]struct{}{}, byExit: map[exitKey]struct{}{}}}
		c.ctxs[key] = x
		a.order = append(a.order, x)
		a.push(item{x, 0, 0, entry})
	}
	return x
}

var start = fact{org: nothing, call: -1}.finish()

// giveUp stops following a context. Its callers must take it that the block may have gone anywhere.
func (a *analysis) giveUp(x *context) {
	x.given = true
	if x.entry.org == entry {
		a.finishExit(x, &exit{f: x.entry.withEscape(escStored)})
	}
}

// push queues an item once.
func (a *analysis) push(it item) {
	if it.f.org == entry && it.f.call < 0 && len(it.f.places) == 0 {
		// The callee cannot reach the block any more: it comes out as it is.
		a.addExit(it.ctx, &exit{f: it.f})
		return
	}
	if it.ctx.given {
		return
	}
	it.f = it.ctx.fn.intern(it.f)
	k := uint64(it.ctx.fn.blocks[it.block].first+it.instr)<<32 | uint64(it.f.id)
	if _, old := it.ctx.seen[k]; old {
		return
	}
	it.ctx.seen[k] = struct{}{}
	it.ctx.facts++
	it.ctx.fn.facts++
	if it.ctx.facts > maxFacts || it.ctx.fn.facts > maxTotal {
		a.giveUp(it.ctx)
		return
	}
	a.work = append(a.work, it)
}

// run solves the contexts that were started and all that they need.
func (a *analysis) run() {
	for len(a.work) > 0 {
		it := a.work[len(a.work)-1]
		a.work = a.work[:len(a.work)-1]
		a.step(it)
	}
	// What a context depends on was started before it was solved, so nothing new can reach it: its exits, uses and releases
	// are its summary, and the rest is dropped.
	for _, x := range a.order[a.solved:] {
		joinTwins(x)
		x.solving = nil
		x.fn.byKey = nil
	}
	a.solved = len(a.order)
	a.round++
	a.rest()
}

// intern returns the one fact of the function that stands for f. Its number tells it from the function's others.
func (c *cfunc) intern(f *fact) *fact {
	g := c.byKey[f.key]
	if g == nil {
		h := *f
		g = &h
		g.id = uint32(len(c.byKey) + 1)
		if c.byKey == nil {
			c.byKey = map[string]*fact{}
		}
		c.byKey[g.key] = g
	}
	return g
}
