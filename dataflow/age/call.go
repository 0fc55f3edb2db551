package age

import (
	"mpivet/ir"
)

// target is a body that a call may run.
type target struct {
	fn    *ir.Func
	bound bool // maps is filled
	maps  []mapping
}

// findTargets looks up the bodies that a call may run; known is false when some may be missing.
func (a *analysis) findTargets(c *cfunc, ci *cinstr, in *ir.Call) {
	ci.known = len(in.Callees) > 0
	for _, name := range in.Callees {
		if fn := a.prog.Resolve(c.fn, name); fn != nil && len(fn.Blocks) > 0 {
			ci.targets = append(ci.targets, target{fn: fn})
		} else {
			ci.known = false
		}
	}
	ci.harmless = a.harmless(in)
}

// bindings relates the parameters of a target to the arguments of the call.
func (a *analysis) bindings(c *cfunc, ci *cinstr, t *target) []mapping {
	if !t.bound {
		t.bound = true
		t.maps = a.bind(c, t.fn, ci.args)
	}
	return t.maps
}

// overCall carries a fact over a call: around it when the callee cannot reach the block, else through it.
func (a *analysis) overCall(it item, ci *cinstr, in *ir.Call, not map[place]bool) []*fact {
	c, f := it.ctx.fn, it.f
	list := ci.targets
	if f.org == block && f.site.local {
		list = nil // followed within its function only
	}
	var out []*fact
	if !ci.known || len(list) == 0 {
		g := f
		if !ci.harmless {
			for _, v := range ci.args {
				g = c.overEscape(g, v, escGiven, not)
			}
		}
		out = append(out, g)
	}
	if f.org == block && !a.harmless(in) {
		for _, v := range ci.args {
			f.site.passed = f.site.passed || c.holdsValue(f, v, not)
		}
	}
	for i, u := range a.objectUses(c, ci, in) {
		if c.holdsValue(f, u, not) {
			a.communicated(it, f, a.callID(c, in, objectArg+i), u, use{})
		}
	}
	for i := range list {
		fn := list[i].fn
		if f.org == block && a.cyclic(c.fn, fn) {
			f.site.across = true
		}
		inside, k := a.enter(c, f, fn, a.bindings(c, ci, &list[i]), not)
		if len(inside) == 0 || a.ignored(fn, inside) {
			out = append(out, f)
			continue
		}
		org := f.org
		if org == block {
			org = entry
		}
		x := a.context(fn, fact{org: org, call: -1, places: inside}.finish(), a.constants(it.ctx, fn, in.Args))
		k.at = it
		a.attach(x, k)
	}
	for i, g := range out {
		out[i] = c.afterCall(g, ci, retVal{}, it.block)
	}
	return dedupe(out)
}

func dedupe(list []*fact) []*fact {
	var out []*fact
	seen := map[string]bool{}
	for _, f := range list {
		if !f.gone() && !seen[f.key] {
			seen[f.key] = true
			out = append(out, f)
		}
	}
	return out
}

// afterCall kills what the results overwrite and updates the conditions.
func (c *cfunc) afterCall(f *fact, ci *cinstr, ret retVal, b int) *fact {
	f = c.afterCallPreds(f)
	for i, d := range ci.dsts {
		f = c.kill(f, d, nil)
		if d.root != nil {
			f = c.redefine(f, d, b)
		}
		v := value{}
		if i == 0 && ret.known {
			v = value{kind: isConst, k: ret.k}
		}
		f = c.assignPreds(f, d, v)
	}
	return f
}

// attach makes a caller's fact wait for a context and replays what is known already.
func (a *analysis) attach(x *context, k cont) {
	if x.solving != nil {
		x.conts = append(x.conts, k)
	}
	for i := 0; i < len(x.exits); i++ {
		a.resume(x, k, x.exits[i])
	}
	for i := 0; i < len(x.useIDs); i++ {
		a.useThrough(x, k, x.useIDs[i])
	}
	for i := 0; i < len(x.ended); i++ {
		a.given(k.at, k.at.f, x.ended[i].how, x.ended[i].pos)
	}
}

// callAtStart carries control over a call: what the callee acquires and hands out is born here.
func (a *analysis) callAtStart(it item, ci *cinstr) []*fact {
	c := it.ctx.fn
	var out []*fact
	if !ci.known {
		out = append(out, c.afterCall(it.f, ci, retVal{}, it.block))
	}
	for i := range ci.targets {
		x := a.context(ci.targets[i].fn, start, a.constants(it.ctx, ci.targets[i].fn, ci.in.(*ir.Call).Args))
		a.attach(x, cont{at: it, maps: a.bindings(c, ci, &ci.targets[i])})
	}
	return dedupe(out)
}

// resume continues a caller's fact behind a call with one exit of the callee.
func (a *analysis) resume(x *context, k cont, e *exit) {
	it := k.at
	c := it.ctx.fn
	ci := &c.blocks[it.block].in[it.instr]
	in := ci.in.(*ir.Call)
	depth := c.blocks[it.block].depth
	next := func(f *fact) { a.push(item{it.ctx, it.block, it.instr + 1, f}) }
	if e.f.org == nothing {
		next(c.afterCall(it.f, ci, e.ret, it.block))
		return
	}
	// Blocks are born where control comes in, or where a container comes in that is empty.
	if (e.f.org == block && it.f.org != null || e.f.org == null && it.f.org == nothing) && !a.reached(it.ctx) || e.f.org == block && e.f.site.root().local {
		return
	}
	if e.f.org == block && behindNull(x.fn.fn, e.f, ci) {
		return // the callee cannot have stored anything there
	}
	base := c.afterCall(it.f, ci, e.ret, it.block)
	places, away := a.back(e.f, k, ci)
	if e.f.org == block && !a.rel.matters(e.f.site, places) {
		return
	}
	g := *base
	g.places = nil
	switch e.f.org {
	case block:
		var cond place
		if e.f.cond.root != nil {
			var ok bool
			if cond, ok = a.mapCond(e.f.cond, k.maps); !ok {
				return
			}
		}
		s := a.site(c, it, in, e.f.site)
		if s == nil {
			return
		}
		s.inherited(a, it, e.f.call)
		g = fact{org: block, site: s, level: depth, call: -1, preds: base.preds, escaped: e.f.escaped, cond: cond}
	case null:
		g = fact{org: null, call: -1, preds: base.preds}
	default:
		g.escaped |= e.f.escaped
		for _, p := range k.frame {
			if base.holds(p) {
				places = append(places, p)
			}
		}
	}
	if away && e.f.org != null {
		g.escaped |= escStored
	}
	if id := e.f.call; id >= 0 {
		if g.call >= 0 && g.call != id {
			return
		}
		g.call, g.last = id, depth
	}
	h := (&g).withPlaces(places)
	if !h.gone() {
		next(h)
	}
}
