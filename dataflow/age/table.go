package age

import "mpivet/ir"

// loopOf returns the innermost loop that repeats a call of one function.
func (d *decider) loopOf(cs ir.CallSite) *ir.Loop {
	c := d.a.cfunc(cs.Fn)
	l := d.loopAt(c, cs.Block)
	for l != nil && (d.inOnePass(c, cs.Block, l) || c.goesThrough(cs.Call, l)) {
		l = l.Parent
	}
	return l
}

// goesThrough reports whether a call calls another entry of a table in each pass of l.
func (c *cfunc) goesThrough(call *ir.Call, l *ir.Loop) bool {
	through, ok := call.Through.(ir.Load)
	if !ok || len(call.Callees) < 2 {
		return false
	}
	p := through.Path
	for len(p.Sels) > 0 {
		if c.movesOn(ir.Load{Path: ir.Path{Root: p.Root}}, l) {
			return true // a pointer that walks
		}
		for _, s := range p.Sels {
			if s.Kind == ir.Elem && s.Index != nil && c.movesOn(s.Index, l) {
				return true
			}
		}
		src, ok := c.single(p.Root)
		if !ok {
			return false
		}
		switch src := base(src).(type) { // &table[i]
		case ir.Addr:
			p = src.Path
		case ir.Load:
			p = src.Path
		default:
			return false
		}
	}
	return false
}

// movesOn reports whether e is a variable that each pass of l moves on, give or take a constant.
func (c *cfunc) movesOn(e ir.Expr, l *ir.Loop) bool {
	switch e := c.resolve(e, 0).(type) {
	case ir.Bin:
		return (e.Op == "+" || e.Op == "-") && isConstant(e.Y) && c.movesOn(e.X, l)
	case ir.Load:
		v := e.Path.Root
		return len(e.Path.Sels) == 0 && c.assigned[l][v] && !c.def(v).addrTaken && len(c.sources[l][v]) == 1 && c.def(v).inductive
	}
	return false
}
