package age

import (
	"mpivet/ir"
)

// varDefs counts the definitions of a variable.
type varDefs struct {
	n         int
	src       ir.Expr // of the only definition, when it is an Assign
	at        where   // the only definition
	addrTaken bool
	inductive bool // some definition adds to the variable itself
}

// where is the place of an instruction in its function.
type where struct {
	b *ir.Block
	i int
}

// before reports whether every path to y passes x first.
func (c *cfunc) before(x, y where) bool {
	if x.b == y.b {
		return x.i < y.i
	}
	return c.dom.Dominates(x.b, y.b)
}

func (c *cfunc) def(v *ir.Var) *varDefs {
	d := c.defs[v]
	if d == nil {
		d = &varDefs{}
		c.defs[v] = d
	}
	return d
}

// countDefs finds variables that are assigned once and those whose address is taken.
func (c *cfunc) countDefs() {
	for _, b := range c.fn.Blocks {
		for i, in := range b.Instrs {
			eachDst(in, func(p ir.Path) {
				if p.Root == nil {
					return
				}
				if len(p.Sels) == 0 {
					c.defined(where{b, i}, p.Root, in)
				} else {
					c.writes = append(c.writes, write{p, where{b, i}})
				}
				eachIndex(p, func(e ir.Expr) { c.noteAddrs(e) })
			})
			eachExpr(in, c.noteAddrs)
		}
		eachTermExpr(b.Term, c.noteAddrs)
	}
}

func (c *cfunc) defined(at where, v *ir.Var, in ir.Instr) {
	d := c.def(v)
	d.n++
	d.src, d.at = nil, at
	if as, ok := in.(*ir.Assign); ok {
		d.src = as.Src
		if stepsItself(as.Src, v) {
			d.inductive = true
		}
	}
	for l := c.loops.Innermost(at.b); l != nil; l = l.Parent {
		m := c.assigned[l]
		if m == nil {
			m = map[*ir.Var]bool{}
			c.assigned[l] = m
			c.sources[l] = map[*ir.Var][]ir.Expr{}
		}
		m[v] = true
		var src ir.Expr // nil for what a call returns or an acquisition yields
		if as, ok := in.(*ir.Assign); ok {
			src = as.Src
		}
		c.sources[l][v] = append(c.sources[l][v], src)
	}
}

// findStepped marks go/ssa's form of a counter: t = i + 1 in the body, i = t on the back edge.
func (c *cfunc) findStepped() {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			as, ok := in.(*ir.Assign)
			if !ok || len(as.Dst.Sels) > 0 {
				continue
			}
			if l, ok := as.Src.(ir.Load); ok && len(l.Path.Sels) == 0 {
				if src, ok := c.single(l.Path.Root); ok && stepsItself(src, as.Dst.Root) {
					c.def(as.Dst.Root).inductive = true
				}
			}
		}
	}
}

func stepsItself(e ir.Expr, v *ir.Var) bool {
	switch e := e.(type) {
	case ir.Bin:
		return (e.Op == "+" || e.Op == "-") && (isVar(e.X, v) || isVar(e.Y, v))
	case ir.Offset:
		return isVar(e.X, v)
	}
	return false
}

func isVar(e ir.Expr, v *ir.Var) bool {
	l, ok := e.(ir.Load)
	return ok && len(l.Path.Sels) == 0 && l.Path.Root == v
}

func (c *cfunc) noteAddrs(e ir.Expr) {
	walk(e, func(e ir.Expr) {
		if a, ok := e.(ir.Addr); ok && !hasDeref(a.Path) {
			c.def(a.Path.Root).addrTaken = true
		}
	})
}

func hasDeref(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Deref {
			return true
		}
	}
	return false
}

// single returns the only definition of v when following it is sound: one assignment, no address taken.
func (c *cfunc) single(v *ir.Var) (ir.Expr, bool) {
	d := c.defs[v]
	if d == nil || d.n != 1 || d.src == nil || d.addrTaken || v.Kind == ir.Global {
		return nil, false
	}
	return d.src, true
}

// resolve replaces temporaries that are assigned once by their value and folds constants.
func (c *cfunc) resolve(e ir.Expr, depth int) ir.Expr {
	if depth > 8 {
		return e
	}
	switch e := e.(type) {
	case ir.Load:
		if len(e.Path.Sels) == 0 {
			if src, ok := c.single(e.Path.Root); ok && (e.Path.Root.Kind == ir.Temp || pure(src)) {
				return c.resolve(src, depth+1)
			}
		}
	case ir.Bin:
		return ir.Simplify(ir.Bin{Op: e.Op, X: c.resolve(e.X, depth+1), Y: c.resolve(e.Y, depth+1)})
	case ir.Un:
		return ir.Un{Op: e.Op, X: c.resolve(e.X, depth+1)}
	}
	return e
}

// pure reports whether e is computed from variables and constants alone.
func pure(e ir.Expr) bool {
	switch e := e.(type) {
	case ir.Const:
		return true
	case ir.Load:
		return len(e.Path.Sels) == 0
	case ir.Bin:
		return pure(e.X) && pure(e.Y)
	case ir.Un:
		return pure(e.X)
	}
	return false
}
