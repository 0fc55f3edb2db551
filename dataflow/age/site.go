package age

import (
	"slices"
	"strings"

	"mpivet/ir"
)

// siteKey identifies an acquisition within one function: the instruction, and for a call the callee's site.
type siteKey struct {
	in    ir.Instr
	inner *site
}

// site is an acquisition as one function sees it, and what was seen of its blocks there.
type site struct {
	id    int
	fn    *cfunc
	in    ir.Instr // *ir.Acquire, *ir.Ensure, or the *ir.Call that it comes out of
	inner *site    // the callee's site
	block *ir.Block
	outer []outerSite // the same acquisition in callers
	twin  *site       // another one that the callers follow for this one

	events []*event
	seen   map[eventKey]*event
	reused loopSet // some call communicates a block in two passes of the loop
	// kept and piled say that a block is alive at the loop's back edge; piled, that it was acquired in an earlier pass.
	kept, piled, escapedAt loopSet
	// added says that blocks of all passes stay, in different places: the loop builds something.
	added   loopSet
	same    bool // communicated again and again from the same place by an inner loop
	escaped bool
	local   bool           // can never be communicated: followed within its function only, to see what stays
	leaves  bool           // alive behind the function, where its callers reach it
	parts   map[place]bool // the objects that it leaves in a field of
	moved   bool           // moved out of its container
	passed  bool           // handed to a function that is not one of MPI's
	across  bool           // alive during a call by which the function may reach itself
	lost    bool           // the last place that held it was overwritten
	ended   []release
}

type outerSite struct {
	s  *site
	it item
}

// event is a communication of a site's block in a function: at a call of MPI, or below a call of a function.
type event struct {
	call  int // number of the communication call
	block *ir.Block
	in    ir.Instr
	via   []Step // calls from the function down to the communication call
	same  bool
}

type eventKey struct {
	call int
	in   ir.Instr
}

// release is how a block was given up.
type release struct {
	how   string
	pos   ir.Pos
	block *ir.Block // of the release, or of the call that leads to it, in the site's function
}

// use is a communication of a context's entry block.
type use struct {
	same bool  // the callee's own loop communicates the same region again and again
	args []int // parameters that the communicated address depends on
	via  []Step
}

// commCall is a communication call, or another use of an object by MPI.
type commCall struct {
	fn  *cfunc
	in  ir.Instr
	arg int // number of the buffer of a Comm; objects count from 100
}

func (a *analysis) callID(c *cfunc, in ir.Instr, arg int) int {
	k := commKey{in, arg}
	id, ok := a.byCall[k]
	if !ok {
		id = len(a.calls)
		a.byCall[k] = id
		a.calls = append(a.calls, &commCall{c, in, arg})
	}
	return id
}

// made numbers the creation of an object, which costs whether or not the object is used.
func (a *analysis) made(c *cfunc, in *ir.Acquire) int { return a.callID(c, in, objectArg) }

// site returns the site of an instruction, nil when a block has left through too many calls.
func (a *analysis) site(c *cfunc, it item, in ir.Instr, inner *site) *site {
	k := siteKey{in, inner}
	if s := a.bySite[k]; s != nil {
		return s
	}
	n := 0
	for s := inner; s != nil; s = s.inner {
		if n++; n > maxChain || s.in == in {
			return nil // too far away, or around a recursion
		}
	}
	s := &site{id: len(a.sites), fn: c, in: in, inner: inner, block: c.blocks[it.block].b}
	s.local = a.localOnly(s)
	a.sites = append(a.sites, s)
	a.bySite[k] = s
	if inner != nil {
		inner.outer = append(inner.outer, outerSite{s, it})
	}
	return s
}

// localOnly reports whether a site's blocks can never be communicated.
func (a *analysis) localOnly(s *site) bool {
	switch in := s.in.(type) {
	case *ir.Acquire:
		return in.Kind != ir.Object && !a.rel.communicable(in.Dst)
	case *ir.Ensure:
		return !a.rel.communicable(in.Dst)
	}
	return false
}

// inherited notes the communications within the call that a block came out of: the one that its fact follows, else the making of an
// object.
func (s *site) inherited(a *analysis, it item, call int) {
	for _, e := range s.inner.events {
		if e.call == call || call < 0 && a.calls[e.call].in == s.root().in {
			s.inherit(a, it, e)
		}
	}
}

// inherit notes in the caller that the block was communicated within the call that it came out of.
func (s *site) inherit(a *analysis, it item, e *event) {
	step := Step{Pos: s.in.Position(), Func: a.calls[e.call].fn.fn.Display}
	if s.inner != nil {
		step.Func = s.inner.fn.fn.Display
	}
	s.event(a, it, e.call, use{same: e.same, via: append([]Step{step}, e.via...)})
}

// event records that a communication call reached a block of the site.
func (s *site) event(a *analysis, it item, call int, u use) {
	in := it.ctx.fn.blocks[it.block].in[it.instr].in
	k := eventKey{call, in}
	if e := s.seen[k]; e != nil {
		e.same = e.same || u.same
		return
	}
	e := &event{call: call, block: it.ctx.fn.blocks[it.block].b, in: in, via: u.via, same: u.same}
	if s.seen == nil {
		s.seen = map[eventKey]*event{}
	}
	s.seen[k] = e
	s.events = append(s.events, e)
}

// atBackEdge notes what is alive when a pass of l ends.
func (s *site) atBackEdge(l *ir.Loop, f *fact) {
	if len(f.places) > 0 || f.escaped != 0 {
		s.kept.add(l)
		// Old blocks can only pile up where every pass has a place of its own: an element, or a list.
		if own := ownElement(f, l); f.level < l.Depth && (own || f.escaped&escStored != 0 || anyElement(f)) {
			s.piled.add(l)
			if own || f.escaped&escStored != 0 {
				s.added.add(l)
			}
		}
		if f.escaped != 0 {
			s.escapedAt.add(l)
		}
	}
}

// ownElement reports whether the block lies in an element that belongs to one pass of l.
func ownElement(f *fact, l *ir.Loop) bool {
	mark := elemStep("~" + itoa(l.Header.Index))
	for _, p := range f.places {
		for _, st := range steps(p.sels) {
			if st == mark {
				return true
			}
		}
	}
	return false
}

// anyElement reports whether the block lies in an element of unknown index.
func anyElement(f *fact) bool {
	for _, p := range f.places {
		for _, st := range steps(p.sels) {
			if st == elemStep(keyAny) {
				return true
			}
		}
	}
	return false
}

// ends notes that no place of the function's callers holds the block at a return.
func (s *site) ends(f *fact) {
	if f.escaped != 0 {
		s.escaped = true
	} else {
		s.lost = true
	}
}

// leavesIn notes the places in which a block outlives the function.
func (s *site) leavesIn(places []place) {
	s.leaves = true
	for _, p := range places {
		if st := lastStep(p.sels); st != "" && st[0] == markField {
			if s.parts == nil {
				s.parts = map[place]bool{}
			}
			s.parts[place{p.root, p.sels[:strings.LastIndexByte(p.sels, markDeref)+1]}] = true // structures within it are parts of it
		}
	}
}

// given notes a release.
func (a *analysis) given(it item, f *fact, how string, pos ir.Pos) {
	list := &it.ctx.ended
	switch f.org {
	case block:
		list = &f.site.ended
	case entry:
	default:
		return
	}
	r := release{how, pos, it.ctx.fn.blocks[it.block].b}
	for _, x := range *list {
		if x == r {
			return
		}
	}
	*list = append(*list, r)
	if f.org == entry {
		for i := 0; i < len(it.ctx.conts); i++ {
			a.given(it.ctx.conts[i].at, it.ctx.conts[i].at.f, how, pos)
		}
	}
}

// overComm carries a fact over a communication call.
func (a *analysis) overComm(it item, ci *cinstr, in *ir.Comm, not map[place]bool) []*fact {
	c, f := it.ctx.fn, it.f
	out := []*fact{f}
	if f.org == block || f.org == entry {
		for i, v := range ci.args {
			if i < len(in.Bufs) && in.Proc != nil && in.Proc.Persistent {
				continue // binding a buffer once is set-up
			}
			if !c.holdsValue(f, v, not) {
				continue
			}
			arg := i
			if i >= len(in.Bufs) {
				arg = objectArg + i
			}
			out = append(out, a.communicated(it, f, a.callID(c, in, arg), v, use{})...)
		}
		if f.call >= 0 && len(out) > 1 {
			out = out[1:] // the followed call communicated again
		}
	}
	for i, g := range out {
		out[i] = c.afterCall(g, ci, retVal{}, it.block)
	}
	return dedupe(out)
}

const objectArg = 100

// communicated records that a call communicates the fact's block, and returns the fact that follows this call.
func (a *analysis) communicated(it item, f *fact, id int, v value, u use) []*fact {
	c := it.ctx.fn
	b := c.blocks[it.block].b
	depth := c.blocks[it.block].depth
	if f.org == block && !f.site.concerns(a.calls[id]) {
		return nil
	}
	if f.call == id {
		for l := c.loops.Innermost(b); l != nil && l.Depth > f.last; l = l.Parent {
			if f.org == block && l.Contains(f.site.block) {
				f.site.reused.add(l)
			}
			if a.repeats(c, l) && !c.varies(v, l) {
				u.same = true
			}
		}
	}
	switch f.org {
	case block:
		f.site.event(a, it, id, u)
		if u.same {
			f.site.same = true
		}
	case entry:
		u.args = c.paramsOf(v)
		a.noteUse(it.ctx, id, u)
	default:
		return nil
	}
	if f.call >= 0 && f.call != id {
		return nil
	}
	return []*fact{f.withCall(id, depth)}
}

// repeats reports whether a loop may run sixteen times or more.
func (a *analysis) repeats(c *cfunc, l *ir.Loop) bool {
	n, ok := a.trips(c, l)
	return !ok || n >= 16
}

// varies reports whether an operand moves with a loop: it depends on a variable that carries a value from one pass into the
// next. (An offset that each pass counts up from zero comes back to the same memory.)
func (c *cfunc) varies(v value, l *ir.Loop) bool {
	seen := map[*ir.Var]bool{}
	for _, x := range v.vars {
		if c.carried(x, l, seen) {
			return true
		}
	}
	return false
}

// paramsOf returns the numbers of the parameters that a value depends on.
func (c *cfunc) paramsOf(v value) []int {
	var out []int
	seen := map[*ir.Var]bool{}
	work := append([]*ir.Var(nil), v.vars...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		for i, p := range c.fn.Params {
			if p == x {
				out = append(out, i)
			}
		}
		if src, ok := c.single(x); ok {
			work = append(work, ir.Vars(src)...)
		}
	}
	return out
}

func (c *cfunc) carried(x *ir.Var, l *ir.Loop, seen map[*ir.Var]bool) bool {
	if seen[x] || !c.assigned[l][x] || c.rotates(x, l, map[*ir.Var]bool{}) {
		return false
	}
	seen[x] = true
	i, ok := c.index[x]
	if !ok || c.blocks[l.Header.Index].live.has(i) || c.defs[x] != nil && c.defs[x].addrTaken {
		return true
	}
	for _, src := range c.sources[l][x] {
		for _, y := range ir.Vars(src) {
			if c.carried(y, l, seen) {
				return true
			}
		}
	}
	return false
}

// rotates reports whether a loop only hands a variable values that other variables had before: two halves of a buffer that change
// places.
func (c *cfunc) rotates(x *ir.Var, l *ir.Loop, seen map[*ir.Var]bool) bool {
	if seen[x] || !c.assigned[l][x] {
		return true
	}
	seen[x] = true
	if c.defs[x] != nil && c.defs[x].addrTaken {
		return false
	}
	for _, src := range c.sources[l][x] {
		y, ok := src.(ir.Load)
		if !ok || len(y.Path.Sels) > 0 || y.Path.Root.Kind == ir.Global || !c.rotates(y.Path.Root, l, seen) {
			return false
		}
	}
	return true
}

// concerns reports whether a communication matters to the site: MPI's use of an object does to objects only. (An array of
// requests that is passed where MPI takes a request is no object.)
func (s *site) concerns(c *commCall) bool { return c.arg < objectArg || s.kind() == ir.Object }

// noteUse records a communication of the entry block and tells the callers that wait.
func (a *analysis) noteUse(x *context, id int, u use) {
	old := x.uses[id]
	if old != nil && (old.same || !u.same) {
		return
	}
	if old == nil {
		x.useIDs = append(x.useIDs, id)
		old = &use{via: u.via, args: u.args}
		x.uses[id] = old
	}
	old.same = old.same || u.same
	for i := 0; i < len(x.conts); i++ {
		a.useThrough(x, x.conts[i], id)
	}
}

// useThrough records in a caller that the callee communicates the block that it was given.
func (a *analysis) useThrough(x *context, k cont, id int) {
	it := k.at
	c := it.ctx.fn
	ci := &c.blocks[it.block].in[it.instr]
	u := x.uses[id]
	step := Step{Pos: ci.in.Position(), Func: x.fn.fn.Display}
	if len(u.via) > maxChain {
		return
	}
	via := append([]Step{step}, u.via...)
	v := value{}
	for i, arg := range ci.args {
		if c.holdsValue(it.f, arg, nil) || slices.Contains(u.args, i) {
			v.vars = append(v.vars, arg.vars...)
		}
	}
	a.communicated(it, it.f, id, v, use{same: u.same, via: via})
}
