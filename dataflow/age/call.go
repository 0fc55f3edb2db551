package age

import (
	"strings"

	"mpivet/ir"
	"mpivet/mpi"
)

// callees returns the bodies that a call may run; known is false when some may be missing.
func (a *analysis) callees(c *cfunc, in *ir.Call) (list []*ir.Func, known bool) {
	known = len(in.Callees) > 0
	for _, name := range in.Callees {
		if fn := a.prog.Resolve(c.fn, name); fn != nil && len(fn.Blocks) > 0 {
			list = append(list, fn)
		} else {
			known = false
		}
	}
	return list, known
}

// bind relates the parameters of fn to the arguments of a call.
func (a *analysis) bind(c *cfunc, fn *ir.Func, args []value) []mapping {
	var out []mapping
	for i, formal := range fn.Params {
		if i >= len(args) {
			break
		}
		switch v := args[i]; v.kind {
		case isLoad:
			out = append(out, mapping{formal: formal, actual: v.p, shift: v.shift, pointee: a.behind(c, v.p)})
		case isAddr:
			out = append(out, mapping{formal: formal, actual: v.p, addr: true, shift: v.shift})
			if h, ok := v.holder(); ok {
				// The address of a cell inside a block: the block itself is handed over too.
				out = append(out, mapping{formal: formal, actual: h, inside: true})
			}
		}
	}
	return out
}

// behind returns the place that is known for what the pointer variable p points to, when accesses through p are resolved to
// another one.
func (a *analysis) behind(c *cfunc, p place) place {
	if p.sels != "" {
		return place{}
	}
	if q := a.place(c, ir.Path{Root: p.root, Sels: []ir.Sel{{Kind: ir.Deref}}}); q != p.join(derefStep) {
		return q
	}
	return place{}
}

// enter translates a fact's places into the callee's terms. frame holds the places that the callee cannot change.
func (a *analysis) enter(c *cfunc, f *fact, fn *ir.Func, maps []mapping, not map[place]bool) (entry []place, k cont) {
	k = cont{maps: maps, orig: map[place][]place{}}
	add := func(q, p place) {
		if k.orig[q] == nil {
			entry = append(entry, q)
		}
		k.orig[q] = append(k.orig[q], p)
	}
	for _, p := range f.places {
		owned := false
		if p.root.Kind == ir.Global {
			if a.touches(fn)[p.root] {
				add(place{p.root, general(p.sels)}, p)
				owned = true
			}
		}
		for _, m := range maps {
			if not[p] {
				break
			}
			if m.pointee.root != nil {
				if ok, rest, _ := prefixed(p, m.pointee, c.elemMatch); ok != no {
					add(place{m.formal, derefStep + shifted(general(rest), m.shift)}, p)
					owned = true
					continue
				}
			}
			ok, rest, _ := prefixed(p, m.actual, c.elemMatch)
			switch {
			case ok == no, m.inside && rest != "":
			case m.addr:
				add(place{m.formal, derefStep + shifted(general(rest), m.shift)}, p)
				owned = true
			case rest == "":
				add(place{m.formal, ""}, p)
			default:
				add(place{m.formal, shifted(general(rest), m.shift)}, p)
				owned = true
			}
		}
		if !owned {
			k.frame = append(k.frame, p)
		}
	}
	return entry, k
}

// ignored reports whether a function leaves a block alone that is held by the given places.
func (a *analysis) ignored(fn *ir.Func, entry []place) bool {
	for _, p := range entry {
		if !a.rel.ignores(fn, p) {
			return false
		}
	}
	return true
}

// shifted forgets the index of the first element when the pointer points at an unknown offset.
func shifted(rest string, shift bool) string {
	if !shift || !containsElem(rest) {
		return rest
	}
	out, done := "", false
	for _, st := range steps(rest) {
		if st[0] == markElem && !done {
			st, done = elemStep(keyAny), true
		}
		out += st
	}
	return out
}

// overCall carries a fact over a call: around it when the callee cannot reach the block, else through it.
func (a *analysis) overCall(it item, ci *cinstr, in *ir.Call, not map[place]bool) []*fact {
	c, f := it.ctx.fn, it.f
	list, known := a.callees(c, in)
	if f.org == block && f.site.local {
		list = nil // followed within its function only
	}
	var out []*fact
	if !known || len(list) == 0 {
		g := f
		if !a.harmless(in) {
			for _, v := range ci.args {
				g = c.overEscape(g, v, escGiven, not)
			}
		}
		out = append(out, g)
	}
	if f.org == block && mpi.Lookup(in.Name) == nil {
		for _, v := range ci.args {
			f.site.passed = f.site.passed || c.holdsValue(f, v, not)
		}
	}
	for i, u := range a.objectUses(c, ci, in) {
		if c.holdsValue(f, u, not) {
			a.communicated(it, f, a.callID(c, in, objectArg+i), u, use{})
		}
	}
	for _, fn := range list {
		maps := a.bind(c, fn, ci.args)
		inside, k := a.enter(c, f, fn, maps, not)
		if len(inside) == 0 || a.ignored(fn, inside) {
			out = append(out, f)
			continue
		}
		org := f.org
		if org == block {
			org = entry
		}
		x := a.context(fn, fact{org: org, call: -1, places: inside}.finish())
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
	x.conts = append(x.conts, k)
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
func (a *analysis) callAtStart(it item, ci *cinstr, in *ir.Call) []*fact {
	c := it.ctx.fn
	list, known := a.callees(c, in)
	var out []*fact
	if !known {
		out = append(out, c.afterCall(it.f, ci, retVal{}, it.block))
	}
	for _, fn := range list {
		x := a.context(fn, start)
		a.attach(x, cont{at: it, maps: a.bind(c, fn, ci.args)})
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
	if (e.f.org == block || e.f.org == null && it.f.org == nothing) && !a.reached(it.ctx) || e.f.org == block && e.f.site.root().local {
		return
	}
	base := c.afterCall(it.f, ci, e.ret, it.block)
	places := a.back(e.f, k, ci)
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

// back translates an exit's places into the caller's terms.
func (a *analysis) back(f *fact, k cont, ci *cinstr) []place {
	var out []place
	for _, q := range f.places {
		if list := k.orig[q]; f.org != block && list != nil && (q.root.Kind == ir.Global || q.sels != "") {
			// Where the callee left the block, the caller knows it by its own, more exact names.
			out = append(out, list...)
			continue
		}
		if q.root.Kind == ir.Global {
			if i := a.resultIndex(q.root); i >= 0 {
				if i < len(ci.dsts) && ci.dsts[i].root != nil {
					out = append(out, ci.dsts[i].join(q.sels))
				}
			} else {
				out = append(out, q)
			}
			continue
		}
		for _, m := range k.maps {
			if m.formal == q.root && !m.inside {
				out = append(out, m.toActual(q.sels))
			}
		}
	}
	return out
}

// toActual returns the caller's place for what lies below a formal parameter; sels begins with a dereference.
func (m mapping) toActual(sels string) place {
	sels = shifted(sels, m.shift)
	if !m.addr && m.pointee.root != nil && strings.HasPrefix(sels, derefStep) {
		return m.pointee.join(sels[len(derefStep):])
	}
	if !m.addr {
		return m.actual.join(sels)
	}
	rest := strings.TrimPrefix(sels, derefStep)
	// (&x)[0] is x itself.
	if st, tail := firstStep(rest); st == elemStep(constKey(0)) && !m.shift {
		if last := lastStep(m.actual.sels); last == "" || last[0] != markElem {
			rest = tail
		}
	}
	return m.actual.join(rest)
}

func lastStep(s string) string {
	st := steps(s)
	if len(st) == 0 {
		return ""
	}
	return st[len(st)-1]
}

func (a *analysis) resultIndex(v *ir.Var) int {
	for i, r := range a.rets {
		if r == v {
			return i
		}
	}
	return -1
}

// mapCond translates the container that must be empty at a callee's entry. It reports false when it is one of the
// caller's own variables: whether that is empty is followed there.
func (a *analysis) mapCond(cond place, maps []mapping) (place, bool) {
	if cond.root.Kind == ir.Global {
		return cond, true
	}
	for _, m := range maps {
		if m.formal != cond.root || m.inside {
			continue
		}
		p := m.toActual(cond.sels)
		if p.root.Kind == ir.Global || p.root.Kind == ir.Param && strings.HasPrefix(p.sels, derefStep) {
			return p, true
		}
		return place{}, false
	}
	return place{}, false
}

// exitWith records a fact at a return.
func (a *analysis) exitWith(it item, t *ir.Return) {
	c, f := it.ctx.fn, it.f
	e := &exit{ret: a.returned(c, f, t)}
	if f.org == nothing {
		e.f = start
	} else {
		places := a.exported(c, f, t)
		g := *f
		g.preds, g.level, g.last = "", 0, 0
		e.f = (&g).withPlaces(places)
		switch {
		case f.org == entry:
		case len(places) > 0:
			if f.org == block {
				f.site.leaves = true
			}
		default:
			if f.org == block {
				f.site.ends(f)
			}
			return
		}
	}
	a.addExit(it.ctx, e)
}

// addExit records an exit of a context once and continues the callers that wait.
func (a *analysis) addExit(x *context, e *exit) {
	key := e.f.key
	if e.ret.known {
		key += "=" + itoa(int(e.ret.k))
	}
	if x.byExit[key] {
		return
	}
	if len(x.exits) >= maxExits {
		x.given = true
		return
	}
	x.byExit[key] = true
	x.exits = append(x.exits, e)
	for i := 0; i < len(x.conts); i++ {
		a.resume(x, x.conts[i], e)
	}
}

// exported returns the places that mean something outside the function.
func (a *analysis) exported(c *cfunc, f *fact, t *ir.Return) []place {
	var out []place
	for _, p := range f.places {
		if p.root.Kind == ir.Global || p.root.Kind == ir.Param && strings.HasPrefix(p.sels, derefStep) {
			out = append(out, place{p.root, general(p.sels)})
		}
	}
	for i, e := range t.Vals {
		v := a.value(c, e)
		rests, _ := c.under(f, v.p, nil)
		switch v.kind {
		case isLoad:
			for _, r := range rests {
				out = append(out, place{a.result(i), general(r)})
			}
		case isAddr:
			for _, r := range rests {
				out = append(out, place{a.result(i), derefStep + general(r)})
			}
			if c.holdsValue(f, v, nil) {
				out = append(out, place{a.result(i), ""})
			}
		}
	}
	return out
}

// returned says what is known of the first result.
func (a *analysis) returned(c *cfunc, f *fact, t *ir.Return) retVal {
	if len(t.Vals) == 0 {
		return retVal{}
	}
	v := a.value(c, t.Vals[0])
	switch v.kind {
	case isConst, isNull:
		return retVal{true, v.k}
	}
	e, neg := c.plain(t.Vals[0])
	if n, ok := c.byCond[ir.Key(e)]; ok && !neg {
		if val, known := f.pred(n); known && !val {
			return retVal{true, 0}
		} else if known {
			return retVal{true, 1}
		}
	}
	return retVal{}
}
