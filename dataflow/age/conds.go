package age

import "mpivet/ir"

// maxConds bounds the repeated conditions that split the paths of one function.
const maxConds = 4

// cond is a condition that is tested more than once, or tested after its variable was given a constant.
type cond struct {
	expr ir.Expr // as tested, without negation
	vars []*ir.Var
	cell bool // reads memory that a call may change
}

// test is the condition of an If, resolved.
type test struct {
	null     place // the value compared with null
	isNull   bool  // a null test at all
	trueNull bool  // the Then side is the one where it is null
	cond     int   // number in conds, or -1
	negated  bool
	touch    []place
}

// findConds resolves the conditions of all branches and picks those worth splitting paths on.
func (c *cfunc) findConds(a *analysis) {
	type seen struct {
		e ir.Expr
		n int
	}
	var order []string
	count := map[string]*seen{}
	for i := range c.blocks {
		t, ok := c.blocks[i].b.Term.(*ir.If)
		if !ok {
			continue
		}
		e, _ := c.plain(t.Cond)
		text := ir.Key(e)
		if count[text] == nil {
			count[text] = &seen{e: e}
			order = append(order, text)
		}
		count[text].n++
	}
	for _, text := range order {
		s := count[text]
		if vars := ir.Vars(s.e); len(c.conds) < maxConds && len(vars) > 0 && !c.counts(vars) && s.n+c.constAssigns(vars) >= 2 {
			c.byCond[text] = len(c.conds)
			c.conds = append(c.conds, cond{expr: s.e, vars: vars, cell: c.readsMemory(s.e)})
		}
	}
	for i := range c.blocks {
		if t, ok := c.blocks[i].b.Term.(*ir.If); ok {
			c.blocks[i].cond = a.test(c, t.Cond)
		}
	}
}

// counts reports whether one of the variables is stepped: such conditions are those of loops.
func (c *cfunc) counts(vars []*ir.Var) bool {
	for _, v := range vars {
		if d := c.defs[v]; d != nil && d.inductive {
			return true
		}
	}
	return false
}

func (c *cfunc) readsMemory(e ir.Expr) bool {
	found := false
	walk(e, func(e ir.Expr) {
		if l, ok := e.(ir.Load); ok {
			d := c.defs[l.Path.Root]
			if l.Path.Root.Kind == ir.Global || hasDeref(l.Path) || d != nil && d.addrTaken {
				found = true
			}
		}
	})
	return found
}

// constAssigns counts the assignments of a constant to the only variable of a condition.
func (c *cfunc) constAssigns(vars []*ir.Var) int {
	n := 0
	for _, v := range vars {
		if v != vars[0] {
			return 0
		}
	}
	for _, cb := range c.blocks {
		for _, ci := range cb.in {
			if as, ok := ci.in.(*ir.Assign); ok && len(as.Dst.Sels) == 0 && as.Dst.Root == vars[0] {
				if k := ci.val.kind; k == isConst || k == isNull {
					n++
				}
			}
			if call, ok := ci.in.(*ir.Call); ok {
				for _, d := range call.Dsts {
					if len(d.Sels) == 0 && d.Root == vars[0] {
						n++
					}
				}
			}
		}
	}
	return n
}

// plain strips negations and comparisons with zero and resolves temporaries: the condition and whether it was negated.
func (c *cfunc) plain(e ir.Expr) (ir.Expr, bool) {
	e = c.resolve(e, 0)
	neg := false
	for {
		switch x := e.(type) {
		case ir.Un:
			if x.Op != "!" {
				return e, neg
			}
			e, neg = c.resolve(x.X, 0), !neg
			continue
		case ir.Bin:
			if (x.Op == "==" || x.Op == "!=") && isZero(x.Y) {
				e, neg = x.X, neg != (x.Op == "==")
				continue
			}
			if (x.Op == "==" || x.Op == "!=") && isZero(x.X) {
				e, neg = x.Y, neg != (x.Op == "==")
				continue
			}
			if x.Op == "!=" {
				return ir.Bin{Op: "==", X: x.X, Y: x.Y}, !neg
			}
			if x.Op == ">=" {
				return ir.Bin{Op: "<", X: x.X, Y: x.Y}, !neg
			}
			if x.Op == "<=" {
				return ir.Bin{Op: ">", X: x.X, Y: x.Y}, !neg
			}
		}
		return e, neg
	}
}

func isZero(e ir.Expr) bool {
	switch e := e.(type) {
	case ir.Null:
		return true
	case ir.Const:
		return e.V == 0
	}
	return false
}

func (a *analysis) test(c *cfunc, e ir.Expr) *test {
	p, neg := c.plain(e)
	t := &test{cond: -1, negated: neg}
	if n, ok := c.byCond[ir.Key(p)]; ok {
		t.cond = n
	}
	if l, ok := p.(ir.Load); ok {
		t.isNull = true
		t.null = a.place(c, l.Path)
		t.trueNull = neg
		ci := cinstr{}
		ci.access(t.null)
		t.touch = ci.touch
	}
	return t
}

// evalCond evaluates a condition when variable v has the constant value k.
func (c *cfunc) evalCond(n int, v *ir.Var, k int64) (val, known bool) {
	e := substitute(c.conds[n].expr, v, k)
	if b, ok := e.(ir.Const); ok {
		return b.V != 0, true
	}
	return false, false
}

func substitute(e ir.Expr, v *ir.Var, k int64) ir.Expr {
	switch x := e.(type) {
	case ir.Load:
		if len(x.Path.Sels) == 0 && x.Path.Root == v {
			return ir.Const{V: k}
		}
	case ir.Bin:
		return ir.Simplify(ir.Bin{Op: x.Op, X: substitute(x.X, v, k), Y: substitute(x.Y, v, k)})
	}
	return e
}
