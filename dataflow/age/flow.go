package age

import (
	"strings"

	"mpivet/ir"
)

// touched is a fact that is certain about the elements that an instruction accesses. not lists the places that turned
// out to be other elements.
type touched struct {
	f   *fact
	not map[place]bool
}

// touch splits a fact on every place whose element only may be the one that an access names.
func (c *cfunc) touch(f *fact, accs []place) []touched {
	out := []touched{{f: f}}
	for _, acc := range accs {
		if len(out) == 1 && !c.mayTouch(out[0], acc) {
			continue
		}
		var next []touched
		for _, t := range out {
			next = append(next, c.touchOne(t, acc)...)
		}
		out = next
	}
	return out
}

// mayTouch reports whether an access splits a fact.
func (c *cfunc) mayTouch(t touched, acc place) bool {
	for _, p := range t.f.places {
		if p.root == acc.root && !t.not[p] {
			if m, _, _ := prefixed(p, acc, c.elemMatch); m == may {
				return true
			}
		}
	}
	return false
}

func (c *cfunc) touchOne(t touched, acc place) []touched {
	for i, p := range t.f.places {
		if t.not[p] {
			continue
		}
		m, _, at := prefixed(p, acc, c.elemMatch)
		if m != may {
			continue
		}
		var out []touched
		key := elemKeyAt(acc, p, at)
		if key == keyAny || key == keyAll {
			// The access does not say which element: nothing to remember, both may be.
			key = keyAny
		}
		if q := p.replaceElem(at, key); q != p {
			list := append([]place(nil), t.f.places...)
			list[i] = q
			out = append(out, c.touchOne(touched{t.f.withPlaces(list), t.not}, acc)...)
		} else {
			out = append(out, touched{t.f, t.not})
		}
		not := map[place]bool{p: true}
		for q := range t.not {
			not[q] = true
		}
		return append(out, c.touchOne(touched{t.f, not}, acc)...)
	}
	return []touched{t}
}

// under returns what lies below cell acc among the fact's places: the rest of each such place.
func (c *cfunc) under(f *fact, acc place, not map[place]bool) (rests []string, places []place) {
	for _, p := range f.places {
		if not[p] {
			continue
		}
		if m, rest, _ := prefixed(p, acc, c.elemMatch); m == must || m == may && not == nil {
			rests = append(rests, rest)
			places = append(places, p)
		}
	}
	return rests, places
}

// holdsValue reports whether the fact's block is the one that v points into.
func (c *cfunc) holdsValue(f *fact, v value, not map[place]bool) bool {
	h, ok := v.holder()
	if !ok {
		return false
	}
	rests, _ := c.under(f, h, not)
	for _, r := range rests {
		if r == "" {
			return true
		}
	}
	return false
}

// instrFacts is the transfer function: the facts behind an instruction. A call to a function with a body returns what
// goes around it; the rest follows when the callee's exits are known.
func (a *analysis) instrFacts(it item, ci *cinstr, not map[place]bool) []*fact {
	c := it.ctx.fn
	if it.f.org == nothing {
		return a.nothingFacts(it, ci)
	}
	switch in := ci.in.(type) {
	case *ir.Acquire:
		return a.overAcquire(it, ci, in, not)
	case *ir.Ensure:
		return a.overEnsure(it, ci, not)
	case *ir.Release:
		return a.overRelease(it, ci, in, not)
	case *ir.Assign:
		return one(a.overAssign(it, ci, not))
	case *ir.Escape:
		return one(c.overEscape(it.f, ci.val, escStored, not))
	case *ir.Call:
		return a.overCall(it, ci, in, not)
	case *ir.Comm:
		return a.overComm(it, ci, in, not)
	}
	return one(it.f)
}

func one(f *fact) []*fact {
	if f == nil {
		return nil
	}
	return []*fact{f}
}

// nothingFacts makes the facts that are born at an instruction.
func (a *analysis) nothingFacts(it item, ci *cinstr) []*fact {
	c, f := it.ctx.fn, it.f
	switch in := ci.in.(type) {
	case *ir.Acquire:
		s := a.site(c, it, in, nil)
		if in.Kind == ir.Object {
			s.event(a, it, a.made(c, in), use{})
		}
		f = c.assignPreds(f, ci.dst, value{})
		if a.reached(it.ctx) {
			return []*fact{f, born(s, c.blocks[it.block].depth, ci.dst, f.preds)}
		}
		return one(f)
	case *ir.Ensure:
		f = c.assignPreds(f, ci.dst, value{})
		out := one(f)
		if grown, cond, ok := c.ensureAtStart(ci); ok && a.reached(it.ctx) {
			b := *born(a.site(c, it, in, nil), c.blocks[it.block].depth, grown, f.preds)
			b.cond = cond
			out = append(out, b.finish())
		}
		return out
	case *ir.Assign:
		f = c.assignPreds(f, ci.dst, ci.val)
		if ci.val.kind == isNull && c.mayGrow(ci.dst) && a.reached(it.ctx) {
			return []*fact{f, fact{org: null, call: -1, places: []place{ci.dst}, preds: f.preds}.finish()}
		}
		return one(f)
	case *ir.Call:
		return a.callAtStart(it, ci)
	}
	return one(f)
}

// mayGrow reports whether an empty cell may be grown here or in a callee.
func (c *cfunc) mayGrow(p place) bool {
	return c.ensured[p] || strings.HasSuffix(p.sels, fieldStep("#data")) || c.lang == ir.Go && p.sels == "" && c.defs[p.root] != nil && c.defs[p.root].addrTaken
}

// reached reports whether facts are born in this context: only where nothing but control comes in.
func (a *analysis) reached(x *context) bool { return x.entry.org == nothing }

func born(s *site, level int, dst place, preds string) *fact {
	if s.local {
		preds = ""
	}
	return fact{org: block, site: s, level: level, call: -1, places: []place{dst}, preds: preds}.finish()
}

// ensureAtStart says whether an Ensure may find its container empty where nothing is known: always for a nil base, and
// for containers that live outside the function, whose state at its entry is unknown; then cond names the container.
func (c *cfunc) ensureAtStart(ci *cinstr) (dst, cond place, ok bool) {
	if ci.val.kind == isNull {
		return ci.dst, place{}, true
	}
	if ci.val.kind != isLoad {
		return place{}, place{}, false
	}
	root := ci.val.p.root
	if root.Kind == ir.Global || root.Kind == ir.Param && strings.HasPrefix(ci.val.p.sels, derefStep) {
		return ci.dst, ci.val.p, true
	}
	return place{}, place{}, false
}

// overAcquire: the destination holds something else now; realloc consumes the old block.
func (a *analysis) overAcquire(it item, ci *cinstr, in *ir.Acquire, not map[place]bool) []*fact {
	c, f := it.ctx.fn, it.f
	if in.Of != nil && in.Kind == ir.Heap && f.org != null && c.holdsValue(f, ci.val, not) {
		a.given(it, f, in.How, in.Pos)
		return nil
	}
	return one(c.assignPreds(c.kill(f, ci.dst, not), ci.dst, value{}))
}

// overEnsure: the block of the base stays and is the destination's now.
func (a *analysis) overEnsure(it item, ci *cinstr, not map[place]bool) []*fact {
	c, f := it.ctx.fn, it.f
	held := c.holdsValue(f, ci.val, not)
	if f.org == null && held {
		if !a.reached(it.ctx) && it.ctx.entry.org != null {
			return nil
		}
		s := a.site(c, it, ci.in, nil)
		return one(born(s, c.blocks[it.block].depth, ci.dst, f.preds))
	}
	if ci.val.kind == isLoad && ci.val.p == ci.dst {
		return one(c.assignPreds(f, ci.dst, value{})) // what the container holds stays in it
	}
	g := c.kill(f, ci.dst, not)
	if held {
		g = g.withPlaces(append(append([]place(nil), g.places...), ci.dst))
	}
	return one(c.assignPreds(g, ci.dst, value{}))
}

func (a *analysis) overRelease(it item, ci *cinstr, in *ir.Release, not map[place]bool) []*fact {
	c, f := it.ctx.fn, it.f
	if !c.holdsValue(f, ci.val, not) || f.org == null {
		return one(f)
	}
	a.given(it, f, in.How, in.Pos)
	// A container that gave its block up is empty: what grows it next acquires.
	var empty []place
	for _, p := range f.places {
		if c.ensured[p] || strings.HasSuffix(p.sels, fieldStep("#data")) {
			empty = append(empty, p)
		}
	}
	if len(empty) == 0 {
		return nil
	}
	return one(fact{org: null, call: -1, places: empty, preds: f.preds}.finish())
}

// kill removes the places below a cell that gets another value.
func (c *cfunc) kill(f *fact, dst place, not map[place]bool) *fact {
	if dst.root == nil {
		return f
	}
	var keep []place
	away, killed := false, false
	for i, p := range f.places {
		m, rest, _ := prefixed(p, dst, c.elemMatch)
		if m == must && !not[p] {
			if !killed {
				keep, killed = append(keep, f.places[:i]...), true
			}
			away = away || c.leadsAway(p, len(p.sels)-len(rest))
		} else if killed {
			keep = append(keep, p)
		}
	}
	if !killed {
		return f
	}
	if away && f.org != null {
		f = f.withEscape(escStored)
	}
	return f.withPlaces(keep)
}

// overAssign copies what lies below the source to the destination.
func (a *analysis) overAssign(it item, ci *cinstr, not map[place]bool) *fact {
	c, f := it.ctx.fn, it.f
	var added []place
	switch ci.val.kind {
	case isLoad:
		rests, _ := c.under(f, ci.val.p, not)
		for _, r := range rests {
			added = append(added, ci.dst.join(r))
		}
	case isAddr:
		rests, _ := c.under(f, ci.val.p, not)
		for _, r := range rests {
			added = append(added, ci.dst.join(derefStep+r))
		}
		// The address of a cell inside a block points into that block.
		if c.holdsValue(f, ci.val, not) {
			added = append(added, ci.dst)
		}
	}
	if ci.seeThrough {
		added = notBelow(added)
	}
	g := c.kill(f, ci.dst, not)
	if f.org == block && ci.val.kind == isNull && len(g.places) > 0 && len(g.places) < len(f.places) {
		f.site.moved = true
	}
	if len(added) > 0 {
		g = g.withPlaces(append(append([]place(nil), g.places...), added...))
	}
	g = c.redefine(g, ci.dst, it.block)
	g = c.assignPreds(g, ci.dst, ci.val)
	if g.gone() {
		return nil
	}
	return g
}

// transparent reports whether accesses through a pointer variable are always resolved to what it points to, so that
// places below it need no copy.
func (c *cfunc) transparent(dst place) bool {
	if dst.sels != "" {
		return false
	}
	src, ok := c.single(dst.root)
	if !ok {
		return false
	}
	switch e := src.(type) {
	case ir.Addr:
		return true
	case ir.Load:
		return len(e.Path.Sels) == 0 && e.Path.Root.Kind == ir.Temp || c.stable(e.Path, c.defs[dst.root].at)
	}
	return false
}

// notBelow drops the places that lie behind a pointer.
func notBelow(list []place) []place {
	var out []place
	for _, p := range list {
		if !strings.HasPrefix(p.sels, derefStep) {
			out = append(out, p)
		}
	}
	return out
}

// redefineCell renames the elements whose index expression reads a cell of memory that just changed (c->n in c->buf[c->n]).
func (c *cfunc) redefineCell(f *fact, dst place) *fact {
	list, changed := rewrite(f.places, false, func(st string) string {
		if st[1] != 'x' {
			return st
		}
		for _, p := range c.exprs[atoi(st[2:])].cells {
			if m, _, _ := prefixed(p, dst, c.elemMatch); m != no {
				return elemStep(keyAny)
			}
		}
		return st
	})
	if !changed {
		return f
	}
	return f.withPlaces(list)
}

// redefine renames the elements whose index expression reads a variable that just changed.
func (c *cfunc) redefine(f *fact, dst place, b int) *fact {
	if !f.indexed() {
		return f
	}
	if dst.sels != "" {
		return c.redefineCell(f, dst)
	}
	done := keyAny
	if c.defs[dst.root] != nil && c.defs[dst.root].inductive {
		if l := c.inductionLoop(dst.root, c.blocks[b].b); l != nil {
			done = "~" + itoa(l.Header.Index)
		}
	}
	list, changed := rewrite(f.places, false, func(st string) string {
		if st[1] != 'x' {
			return st
		}
		for _, v := range c.exprs[atoi(st[2:])].vars {
			if v == dst.root {
				return elemStep(done)
			}
		}
		return st
	})
	if !changed {
		return f
	}
	return f.withPlaces(list)
}

func (c *cfunc) overEscape(f *fact, v value, how uint8, not map[place]bool) *fact {
	if f.org != block && f.org != entry || v.kind != isLoad && v.kind != isAddr {
		return f
	}
	if c.holdsValue(f, v, not) {
		return f.withEscape(how)
	}
	if rests, _ := c.under(f, v.p, not); len(rests) > 0 {
		return f.withEscape(how)
	}
	return f
}

// assignPreds updates the known conditions after an assignment.
func (c *cfunc) assignPreds(f *fact, dst place, v value) *fact {
	if len(c.conds) == 0 || dst.root == nil || f.site != nil && f.site.local {
		return f
	}
	preds := f.preds
	for n, cd := range c.conds {
		hit := false
		for _, x := range cd.vars {
			hit = hit || x == dst.root || cd.cell && dst.sels != "" && strings.Contains(dst.sels, derefStep)
		}
		if !hit {
			continue
		}
		if dst.sels == "" && (v.kind == isConst || v.kind == isNull) {
			if val, known := c.evalCond(n, dst.root, v.k); known {
				preds = setPred(preds, n, val, true)
				continue
			}
		}
		preds = setPred(preds, n, false, false)
	}
	return f.withPreds(preds)
}

// afterCallPreds forgets the conditions that a callee may change.
func (c *cfunc) afterCallPreds(f *fact) *fact {
	preds := f.preds
	for n, cd := range c.conds {
		if cd.cell {
			preds = setPred(preds, n, false, false)
		}
	}
	return f.withPreds(preds)
}
