package age

import (
	"mpivet/ir"
)

// global returns the one variable that stands for a global in all units.
func (a *analysis) global(v *ir.Var) *ir.Var {
	if v.Kind != ir.Global {
		return v
	}
	if w, ok := a.globals[v.Name]; ok {
		return w
	}
	a.globals[v.Name] = v
	return v
}

// place turns a path into a place. A dereferenced pointer that is assigned once is replaced by what it points to, so
// that `g = &s->cache; g->out` and `s->cache.out` are the same place.
func (a *analysis) place(c *cfunc, p ir.Path) place { return a.placeDepth(c, p, 0) }

func (a *analysis) placeDepth(c *cfunc, p ir.Path, depth int) place {
	base := place{root: a.global(p.Root)}
	sels := p.Sels
	if depth < 12 && len(sels) > 0 && sels[0].Kind == ir.Deref {
		if src, ok := c.single(p.Root); ok {
			if q, used, ok := a.pointee(c, src, c.defs[p.Root].at, sels, depth+1); ok {
				base, sels = q, sels[used:]
			}
		}
	}
	for _, s := range sels {
		switch s.Kind {
		case ir.Field:
			base.sels += fieldStep(s.Name)
		case ir.Deref:
			base.sels += derefStep
		case ir.Elem:
			base.sels += elemStep(a.elemKey(c, s.Index, depth+1))
		}
	}
	return base
}

// pointee resolves what a pointer with value src points to; sels begins with the dereference. It returns the place and
// how many steps of sels it stands for.
func (a *analysis) pointee(c *cfunc, src ir.Expr, at where, sels []ir.Sel, depth int) (place, int, bool) {
	switch e := src.(type) {
	case ir.Addr:
		return a.placeDepth(c, e.Path, depth), 1, true
	case ir.Load:
		if len(e.Path.Sels) == 0 && e.Path.Root.Kind == ir.Temp || c.stable(e.Path, at) {
			q := a.placeDepth(c, e.Path, depth)
			return q.join(derefStep), 1, true
		}
	case ir.Offset:
		return a.pointeeOffset(c, e, at, sels, depth)
	}
	return place{}, 0, false
}

func (a *analysis) pointeeOffset(c *cfunc, e ir.Offset, at where, sels []ir.Sel, depth int) (place, int, bool) {
	q, used, ok := a.pointee(c, e.X, at, sels[:1], depth)
	if !ok {
		return q, 0, false
	}
	n := e.N
	if len(sels) > 1 && sels[1].Kind == ir.Elem {
		used = 2
		if sels[1].Index == nil {
			n = nil
		} else if n != nil {
			n = ir.Bin{Op: "+", X: n, Y: sels[1].Index}
		}
	}
	return q.join(elemStep(a.elemKey(c, n, depth))), used, true
}

// stable reports whether the cells that a path reads on its way keep the values that they have at a place for as long as
// what is computed from them there is used: whatever assigns one of them comes first.
func (c *cfunc) stable(p ir.Path, at where) bool {
	if d := c.defs[p.Root]; p.Root.Kind != ir.Global && d != nil && (d.n > 1 || d.addrTaken) && len(p.Sels) == 0 {
		return false
	}
	for _, w := range c.writes {
		if d := c.defs[w.p.Root]; d != nil && d.n == 1 && d.at == at {
			continue // behind the pointer that is read from p there, which holds no container that holds it
		}
		if mayOverwrite(w.p, p) && !c.before(w.at, at) {
			return false
		}
	}
	return true
}

// write is an assignment of a cell that is no variable.
type write struct {
	p  ir.Path
	at where
}

// mayOverwrite reports whether assigning d may change the pointer read by p: it assigns p's own cell or one on the way,
// or, through any pointer, a cell that ends in the same field.
func mayOverwrite(d, p ir.Path) bool {
	if d.Root == p.Root && len(d.Sels) <= len(p.Sels) {
		same := true
		for i, s := range d.Sels {
			if s.Kind != p.Sels[i].Kind || s.Name != p.Sels[i].Name {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	last := d.Sels[len(d.Sels)-1]
	if last.Kind != ir.Field || !hasDeref(d) {
		return false
	}
	for _, s := range p.Sels {
		if s.Kind == ir.Field && s.Name == last.Name {
			return true
		}
	}
	return false
}

// elemKey returns the key of an element.
func (a *analysis) elemKey(c *cfunc, e ir.Expr, depth int) string {
	if e == nil || depth > 12 {
		return keyAny
	}
	e = c.resolve(e, 0)
	if k, ok := e.(ir.Const); ok {
		return constKey(k.V)
	}
	text := ir.Key(e)
	id, ok := c.byText[text]
	if !ok {
		id = len(c.exprs)
		c.byText[text] = id
		c.exprs = append(c.exprs, elemExpr{vars: ir.Vars(e), cells: a.cellsOf(c, e, depth)})
	}
	return "x" + itoa(id)
}

// cellsOf returns the cells of memory that an index expression reads.
func (a *analysis) cellsOf(c *cfunc, e ir.Expr, depth int) []place {
	var out []place
	walk(e, func(e ir.Expr) {
		if l, ok := e.(ir.Load); ok && len(l.Path.Sels) > 0 && depth < 4 {
			out = append(out, a.place(c, l.Path))
		}
	})
	return out
}
