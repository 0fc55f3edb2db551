package age

import (
	"slices"
	"strings"

	"mpivet/ir"
)

// Budgets. A function whose facts exceed maxFacts in one context is given up: it stays silent and counts as unseen.
const (
	maxFacts = 20000
	maxExits = 300
	maxChain = 16 // how many calls a block may leave through before it is followed no further
	// maxPlaces bounds the places that are known to hold one block.
	maxPlaces = 24
	// maxTotal bounds the facts of one function in all its contexts.
	maxTotal = 150000
)

type analysis struct {
	prog      *ir.Program
	globals   map[string]*ir.Var
	rets      []*ir.Var
	funcs     map[*ir.Func]*cfunc
	order     []*context
	round     int // components that are solved
	awake     []*cfunc
	solved    int // how many of order are
	work      []item
	sites     []*site
	bySite    map[siteKey]*site
	calls     []*commCall
	byCall    map[commKey]int
	want      map[*ir.Func]bool
	rel       *relevance
	globalsOf map[*ir.Func]map[*ir.Var]bool // filled by findTouched
	variants  map[*ir.Func]map[string]bool  // combinations of constants that functions are analysed for
	testedBy  map[*ir.Var]bool              // parameters that branches depend on
	cycles    map[*ir.Func]int              // see findCycles
}

// item is a fact about to enter an instruction of a block.
type item struct {
	ctx   *context
	block int
	instr int
	f     *fact
}

type commKey struct {
	in  ir.Instr
	arg int
}

func newAnalysis(prog *ir.Program) *analysis {
	return &analysis{prog: prog, globals: map[string]*ir.Var{}, funcs: map[*ir.Func]*cfunc{},
		bySite: map[siteKey]*site{}, byCall: map[commKey]int{}, want: map[*ir.Func]bool{},
		variants: map[*ir.Func]map[string]bool{}, testedBy: map[*ir.Var]bool{}}
}

func (a *analysis) cfunc(fn *ir.Func) *cfunc {
	c := a.funcs[fn]
	if c == nil {
		c = a.compile(fn, a.lang(fn))
		a.funcs[fn] = c
	}
	return c
}

// result returns the variable that stands for result i of any function.
func (a *analysis) result(i int) *ir.Var {
	for len(a.rets) <= i {
		a.rets = append(a.rets, &ir.Var{Name: "result" + itoa(len(a.rets)), Kind: ir.Global})
	}
	return a.rets[i]
}

// step runs a fact from an instruction to the end of its block, or to where it splits or waits for a callee.
func (a *analysis) step(it item) {
	cb := &it.ctx.fn.blocks[it.block]
	for it.instr < len(cb.in) {
		ci := &cb.in[it.instr]
		if len(ci.touch) > 0 {
			if facts := it.ctx.fn.touch(it.f, ci.touch); len(facts) > 1 {
				// Facts that were split go on one by one; each is certain about this instruction's elements.
				for _, f := range facts {
					a.finishInstr(item{it.ctx, it.block, it.instr, f.f}, ci, f.not)
				}
				return
			} else if len(facts) == 1 {
				it.f = facts[0].f
			}
		}
		next := a.instrFacts(it, ci, nil)
		it.instr++
		if len(next) != 1 {
			for _, f := range next {
				a.push(item{it.ctx, it.block, it.instr, f})
			}
			return
		}
		it.f = next[0]
	}
	a.leave(it)
}

func (a *analysis) finishInstr(it item, ci *cinstr, not map[place]bool) {
	for _, f := range a.instrFacts(it, ci, not) {
		a.push(item{it.ctx, it.block, it.instr + 1, f})
	}
}

// leave carries a fact over the block's terminator.
func (a *analysis) leave(it item) {
	c := it.ctx.fn
	cb := &c.blocks[it.block]
	switch t := cb.b.Term.(type) {
	case *ir.Jump:
		a.edge(it, cb.b, t.To, it.f)
	case *ir.If:
		if k, ok := c.decided(it.ctx.args, cb.arg); ok {
			a.edge(it, cb.b, arm(t, k != 0), it.f)
			return
		}
		a.branch(it, cb, t)
	case *ir.Switch:
		if k, ok := c.decided(it.ctx.args, cb.arg); ok {
			if to := caseOf(t, k); to != nil {
				a.edge(it, cb.b, to, it.f)
				return
			}
		}
		done := map[*ir.Block]bool{}
		for _, s := range t.Succs() {
			if !done[s] {
				done[s] = true
				a.edge(it, cb.b, s, it.f)
			}
		}
	case *ir.Return:
		a.exitWith(it, t)
	case *ir.Halt:
	}
}

func (a *analysis) branch(it item, cb *cblock, t *ir.If) {
	ts := cb.cond
	for _, tf := range it.ctx.fn.touch(it.f, ts.touch) {
		f, then, els := tf.f, true, true
		if ts.isNull && f.org != nothing {
			held := f.holds(ts.null) && !tf.not[ts.null]
			if held {
				isNull := f.org == null
				then = isNull == ts.trueNull
				els = !then
			}
		}
		if ts.cond < 0 || it.ctx.entry.org != nothing || f.site != nil && f.site.local {
			if then {
				a.edge(it, cb.b, t.Then, f)
			}
			if els {
				a.edge(it, cb.b, t.Else, f)
			}
			continue
		}
		// The condition's own value is true on the Then side unless it is negated.
		val, known := f.pred(ts.cond)
		if then && (!known || val == !ts.negated) {
			a.edge(it, cb.b, t.Then, f.withPreds(setPred(f.preds, ts.cond, !ts.negated, true)))
		}
		if els && (!known || val == ts.negated) {
			a.edge(it, cb.b, t.Else, f.withPreds(setPred(f.preds, ts.cond, ts.negated, true)))
		}
	}
}

// edge moves a fact to the start of a successor: levels fall at back edges and loop exits, elements that a loop should
// have touched and did not are impossible, and places that nobody reads any more are forgotten.
func (a *analysis) edge(it item, from, to *ir.Block, f *fact) {
	c := it.ctx.fn
	lf := c.loops
	back := lf.Innermost(to) != nil && lf.Innermost(to).Header == to && lf.Innermost(to).Contains(from)
	if f.org != nothing {
		var ok bool
		if f, ok = c.leaveLoops(from, to, f); !ok {
			return
		}
	}
	f = c.forget(f, to.Index)
	if back && f.org == block {
		f.site.atBackEdge(lf.Innermost(to), f)
	}
	if f.org == block || f.org == entry {
		limit := commonDepth(lf, from, to)
		if back {
			limit = lf.Innermost(to).Depth - 1
		}
		f = f.clipped(limit)
	}
	if f.gone() {
		return
	}
	n := &c.next[to.Index]
	for _, b := range n.blocks {
		g := f
		if b != to {
			if g = c.forget(f, b.Index); g.gone() {
				continue
			}
		}
		a.push(item{it.ctx, b.Index, 0, g})
	}
	for _, t := range n.returns {
		a.exitWith(item{it.ctx, to.Index, 0, f}, t)
	}
}

func commonDepth(lf *ir.LoopForest, from, to *ir.Block) int {
	for l := lf.Innermost(to); l != nil; l = l.Parent {
		if l.Contains(from) {
			return l.Depth
		}
	}
	return 0
}

// leaveLoops turns the elements of loops that end into elements of unknown index. It reports false when the fact is
// impossible: the loop covers all elements and this one was never touched.
func (c *cfunc) leaveLoops(from, to *ir.Block, f *fact) (*fact, bool) {
	changed := false
	list := f.places
	for l := c.loops.Innermost(from); l != nil && !l.Contains(to); l = l.Parent {
		if from == l.Header || isLatch(l, from) {
			for _, cv := range c.covers[l] {
				if slices.ContainsFunc(list, cv.misses) {
					return f, false
				}
			}
		}
		done := elemStep("~" + itoa(l.Header.Index))
		list, changed = rewrite(list, changed, func(st string) string {
			if st == done {
				return elemStep(keyAny)
			}
			return st
		})
	}
	if !changed {
		return f, true
	}
	return f.withPlaces(list), true
}

func isLatch(l *ir.Loop, b *ir.Block) bool {
	for _, x := range l.Latches {
		if x == b {
			return true
		}
	}
	return false
}

// rewrite maps every element step of every place.
func rewrite(list []place, changed bool, f func(step string) string) ([]place, bool) {
	var out []place
	for i, p := range list {
		q := p
		for at := strings.IndexByte(p.sels, markElem); at >= 0 && at < len(q.sels); {
			st, rest := firstStep(q.sels[at:])
			if st[0] == markElem {
				if to := f(st); to != st {
					q.sels = q.sels[:at] + to + rest
					st = to
				}
			}
			at += len(st)
		}
		if q != p && out == nil {
			out = append(make([]place, 0, len(list)), list[:i]...)
		}
		if out != nil {
			out = append(out, q)
		}
	}
	if out == nil {
		return list, changed
	}
	return out, true
}

func containsElem(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == markElem {
			return true
		}
	}
	return false
}

// forget drops places of variables that are not live at block b, unless they say where in others' memory the block is, and
// conditions that are not asked for any more.
func (c *cfunc) forget(f *fact, b int) *fact {
	f = f.withPreds(onlyPreds(f.preds, c.blocks[b].asks))
	kept := func(p place) bool { return c.alive(p.root, b) || c.leadsAway(p, 0) }
	if i := slices.IndexFunc(f.places, func(p place) bool { return !kept(p) }); i >= 0 {
		list := append([]place(nil), f.places[:i]...)
		for _, q := range f.places[i+1:] {
			if kept(q) {
				list = append(list, q)
			}
		}
		return f.withPlaces(list)
	}
	return f
}
