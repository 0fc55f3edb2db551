package age

import (
	"mpivet/ir"
)

// decider turns what was seen of the sites into churns: one for a position, the nearest loop first.
type decider struct {
	a       *analysis
	best    map[ir.Pos]*Churn
	given   map[*cfunc]bool // functions beyond their budget
	sitesOf map[*cfunc][]*site
	cycles  map[*ir.Func]map[*ir.Func]bool // see cycle
}

func newDecider(a *analysis) *decider {
	d := &decider{a: a, best: map[ir.Pos]*Churn{}, given: map[*cfunc]bool{}, sitesOf: map[*cfunc][]*site{}}
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
	if d.given[s.fn] {
		return
	}
	if len(s.events) == 0 {
		for _, o := range s.outer {
			d.decide(o.s)
		}
		return
	}
	same := s.same || anySame(s.events)
	for l := s.fn.loops.Innermost(s.block); l != nil; l = l.Parent {
		if !s.communicatedIn(l) {
			continue
		}
		if s.escapedAt[l] {
			return
		}
		if s.reused[l] {
			same = same || d.a.repeats(s.fn, l)
			continue
		}
		ch := d.churn(s, same)
		ch.Loop, ch.LoopFn = l, s.fn.fn
		if acq, ok := s.in.(*ir.Acquire); ok && acq.Of != nil {
			ch.Varies = s.fn.varies(d.a.value(s.fn, acq.Of), l)
		}
		d.fate(s, l, ch)
		ch.Setup = d.builds(s, l)
		if !ch.Kept || !s.fn.guarded(s.block) {
			d.keep(ch) // what is made on first use and kept is found again by the next call
		}
		return
	}
	switch {
	case s.escaped:
	case s.leaves:
		for _, o := range s.outer {
			d.decide(o.s)
		}
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
		for _, o := range s.outer {
			for l := o.s.fn.loops.Innermost(o.s.block); l != nil; l = l.Parent {
				if !o.s.piled[l] && !o.s.escapedAt[l] {
					ch.Kept, ch.Repeats = false, true
					return
				}
			}
		}
		return
	}
	_, _, ch.Repeats = d.loopAround(s.fn.fn)
}

// climb looks for the loop in the callers of a function that acquires, communicates and gives up the block itself.
func (d *decider) climb(s *site, same bool) {
	ch := d.churn(s, same)
	if l, ok := d.recursion(s.fn.fn); ok {
		ch.Loop, ch.LoopFn = l, s.fn.fn
	} else if site, steps, ok := d.loopAround(s.fn.fn); ok {
		g := d.a.cfunc(site.Fn)
		ch.Loop, ch.LoopFn, ch.Callers = g.loops.Innermost(site.Block), site.Fn, append(steps, ch.Callers...)
		ch.Setup = d.buildsIn(nil, g, ch.Loop)
	} else {
		ch.Region = s.fn.fn
		ch.Seen = d.visibility(s.fn.fn)
		if ch.Seen == Once {
			return
		}
		ch.Setup = ch.Seen == Unseen && d.handsOut(s)
	}
	d.keep(ch)
}

// recursion returns a loop that stands for the calls by which fn reaches itself.
func (d *decider) recursion(fn *ir.Func) (*ir.Loop, bool) {
	if !d.a.prog.Recursive(fn) {
		return nil, false
	}
	for _, cs := range d.a.prog.Calls(fn) {
		for _, g := range d.a.prog.Targets(fn, cs.Call) {
			if g == fn || d.cycle(fn)[g] {
				return &ir.Loop{Header: cs.Block, Pos: cs.Call.Pos}, true
			}
		}
	}
	return nil, false
}

// maxCycle is how many functions a recursion may go through. Longer cycles (a solver that may be its own preconditioner)
// are possible rather than real.
const maxCycle = 8

// cycle returns the functions that call each other with fn.
func (d *decider) cycle(fn *ir.Func) map[*ir.Func]bool {
	if d.cycles == nil {
		d.cycles = map[*ir.Func]map[*ir.Func]bool{}
		for _, comp := range d.a.prog.SCCs() {
			if len(comp) < 2 || len(comp) > maxCycle {
				continue
			}
			set := map[*ir.Func]bool{}
			for _, g := range comp {
				set[g] = true
				d.cycles[g] = set
			}
		}
	}
	return d.cycles[fn]
}

// loopAround returns the nearest call in a loop through which fn is reached, and the calls from there down to fn.
func (d *decider) loopAround(fn *ir.Func) (ir.CallSite, []Step, bool) {
	type node struct {
		fn   *ir.Func
		down []Step
	}
	seen := map[*ir.Func]bool{fn: true}
	queue := []node{{fn: fn}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, cs := range d.a.prog.Callers(n.fn) {
			down := append([]Step{{Pos: cs.Call.Pos, Func: n.fn.Display}}, n.down...)
			if d.a.cfunc(cs.Fn).loops.Innermost(cs.Block) != nil {
				return cs, down, true
			}
			if !seen[cs.Fn] {
				seen[cs.Fn] = true
				queue = append(queue, node{cs.Fn, down})
			}
		}
	}
	return ir.CallSite{}, nil, false
}

// visibility says what the callers of fn, none of which repeats it, show.
func (d *decider) visibility(fn *ir.Func) Visibility {
	if open := d.a.open(fn); len(d.a.prog.Callers(fn)) == 0 {
		if open {
			return Unseen
		}
		return Once // main, or a function that nobody calls
	}
	seen := map[*ir.Func]bool{fn: true}
	work := []*ir.Func{fn}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		callers := d.a.prog.Callers(f)
		if d.a.open(f) && (len(callers) == 0 || f.AddrTaken) {
			return Called
		}
		for _, cs := range callers {
			if !seen[cs.Fn] {
				seen[cs.Fn] = true
				work = append(work, cs.Fn)
			}
		}
	}
	return Once
}

// open reports whether callers outside the program are possible.
func (a *analysis) open(fn *ir.Func) bool { return !fn.Main && (fn.Exported || fn.AddrTaken) }

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
	return false
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
		if t == s || !t.leaves || t.kind() == ir.Object || t.fn.guarded(t.block) {
			continue
		}
		if _, ok := t.root().in.(*ir.Acquire); ok {
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

// churn describes a site as seen from its function.
func (d *decider) churn(s *site, same bool) *Churn {
	root := s.root()
	ch := &Churn{Acquire: root.in, Kind: s.kind(), Same: same, Fn: s.fn.fn, Pos: s.in.Position()}
	switch in := root.in.(type) {
	case *ir.Acquire:
		ch.How, ch.Size, ch.Name = in.How, in.Size, in.Name
	case *ir.Ensure:
		ch.How, ch.Name = in.How, in.Name
	}
	// The position moves into callees as long as they communicate the block themselves.
	top := s
	for top.inner != nil && len(top.inner.events) > 0 {
		ch.Callers = append(ch.Callers, Step{top.in.Position(), top.inner.fn.fn.Display})
		top = top.inner
	}
	ch.Fn, ch.Pos = top.fn.fn, top.in.Position()
	if top.inner != nil {
		ch.Name = destination(top)
		for t := top; t.inner != nil; t = t.inner {
			ch.Within = append(ch.Within, Step{t.in.Position(), t.inner.fn.fn.Display})
		}
		ch.Inside = root.in.Position()
	}
	for _, e := range s.events {
		cc := d.a.calls[e.call]
		at := CommAt{Fn: cc.fn.fn, In: cc.in, Buf: cc.arg, Via: e.via, Size: -1}
		if comm, ok := cc.in.(*ir.Comm); ok && cc.arg < len(comm.Bufs) {
			at.Size = messageBytes(cc.fn, comm.Bufs[cc.arg])
		} else {
			at.Buf = -1
		}
		ch.Comms = append(ch.Comms, at)
	}
	for t := s; t != nil; t = t.inner {
		for _, r := range t.ended {
			ch.Releases = append(ch.Releases, Release{r.how, r.pos})
			if givesUp(r, root.in) {
				ch.GivenUp = r.how
			}
		}
	}
	if _, grown := root.in.(*ir.Ensure); grown && root.moved {
		ch.GivenUp = "move"
	}
	ch.Leaked = s.lost && !s.passed && !s.leaves && len(ch.Releases) == 0
	return ch
}

// givesUp reports whether a release is an operation by which a kept block changes its size or a kept container loses its
// memory, rather than the end of the storage. A realloc gives up the block that it made itself in an earlier pass.
func givesUp(r release, root ir.Instr) bool {
	switch r.how {
	case "shrink_to_fit", "swap", "assignment", "move assignment":
		return true
	case "realloc", "reallocarray":
		return r.pos == root.Position()
	}
	return false
}

// destination names what the call that obtains the block stores it in.
func destination(s *site) string {
	in, ok := s.in.(*ir.Call)
	if !ok {
		return ""
	}
	for _, p := range in.Dsts {
		if p.Root != nil && p.Root.Kind != ir.Temp {
			return pathText(p)
		}
	}
	// The result goes on from a temporary to the variable it is assigned to.
	for _, p := range in.Dsts {
		if p.Root == nil {
			continue
		}
		for _, other := range s.block.Instrs {
			if as, ok := other.(*ir.Assign); ok && isVar(as.Src, p.Root) && as.Dst.Root.Kind != ir.Temp {
				return pathText(as.Dst)
			}
		}
	}
	return ""
}

// pathText writes a path as C does.
func pathText(p ir.Path) string {
	out := p.Root.Name
	for i, st := range p.Sels {
		switch st.Kind {
		case ir.Field:
			if len(st.Name) > 0 && st.Name[0] == '#' {
				continue
			}
			if i > 0 && p.Sels[i-1].Kind == ir.Deref {
				out += "->" + st.Name
			} else {
				out += "." + st.Name
			}
		case ir.Elem:
			if k, ok := st.Index.(ir.Const); ok {
				out += "[" + itoa(int(k.V)) + "]"
			} else if l, ok := st.Index.(ir.Load); ok {
				out += "[" + pathText(l.Path) + "]"
			} else {
				out += "[]"
			}
		}
	}
	return out
}

// messageBytes returns the constant size of a message, −1 when it is not constant.
func messageBytes(c *cfunc, b ir.Buf) int64 {
	if b.Elem <= 0 || b.Count == nil {
		return -1
	}
	if k, ok := c.constant(b.Count, 0); ok {
		return k * b.Elem
	}
	return -1
}

// constant evaluates an expression whose variables are assigned one constant.
func (c *cfunc) constant(e ir.Expr, depth int) (int64, bool) {
	if depth > 8 {
		return 0, false
	}
	switch e := e.(type) {
	case ir.Const:
		return e.V, true
	case ir.Load:
		if len(e.Path.Sels) == 0 {
			if src, ok := c.single(e.Path.Root); ok {
				return c.constant(src, depth+1)
			}
		}
	case ir.Bin:
		x, okx := c.constant(e.X, depth+1)
		y, oky := c.constant(e.Y, depth+1)
		if okx && oky {
			if k, ok := ir.Simplify(ir.Bin{Op: e.Op, X: ir.Const{V: x}, Y: ir.Const{V: y}}).(ir.Const); ok {
				return k.V, true
			}
		}
	}
	return 0, false
}

// keep enters a churn under its position unless a better one is there: a loop before none, a nearer loop before one
// further away.
func (d *decider) keep(ch *Churn) {
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
	return ch.Same || ch.Setup || ch.Kept || ch.Piled && !ch.Repeats || ch.Seen == Called
}
