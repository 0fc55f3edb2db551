package age

import (
	"strings"

	"mpivet/ir"
)

// exitWith records a fact at a return.
func (a *analysis) exitWith(it item, t *ir.Return) {
	c := it.ctx.fn
	ret := a.returned(c, it.f, t)
	if it.f.org == nothing {
		a.addExit(it.ctx, &exit{f: start, ret: ret})
		return
	}
	for _, f := range a.abroad(c, it.f) {
		places := a.exported(c, f, t)
		if f.org == block && len(places) > 0 {
			f.site.leavesIn(places)
		} else if f.org == block {
			f.site.ends(f)
		}
		if f.org == entry || len(places) > 0 {
			g := *f
			g.preds, g.level, g.last = "", 0, 0
			a.addExit(it.ctx, &exit{f: (&g).withPlaces(places), ret: ret})
		}
	}
}

// addExit records an exit of a context once.
func (a *analysis) addExit(x *context, e *exit) {
	e.f = x.fn.intern(e.f)
	key := exitKey{e.f.id, e.ret}
	if _, old := x.byExit[key]; old {
		return
	}
	if len(x.exits) >= maxExits {
		if !x.given {
			a.giveUp(x)
		}
		return
	}
	x.byExit[key] = struct{}{}
	a.finishExit(x, e)
}

// finishExit enters an exit and continues the callers that wait.
func (a *analysis) finishExit(x *context, e *exit) {
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
	for i, v := range a.returnValues(c, t) {
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

// returnValues resolves what a return returns.
func (a *analysis) returnValues(c *cfunc, t *ir.Return) []value {
	list, ok := c.returns[t]
	if !ok {
		for _, e := range t.Vals {
			list = append(list, a.value(c, e))
		}
		if c.returns == nil {
			c.returns = map[*ir.Return][]value{}
		}
		c.returns[t] = list
	}
	return list
}

// returned says what is known of the first result.
func (a *analysis) returned(c *cfunc, f *fact, t *ir.Return) retVal {
	if len(t.Vals) == 0 {
		return retVal{}
	}
	v := a.returnValues(c, t)[0]
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
