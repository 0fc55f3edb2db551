package ir

// Expressions by number.
const (
	exprNil uint8 = iota
	exprConst
	exprNull
	exprStr
	exprNamed
	exprFuncRef
	exprLoad
	exprAddr
	exprOffset
	exprBin
	exprUn
	exprCommRank
	exprCommSize
	exprUnknown
)

func exprTag(e Expr) uint8 {
	switch e.(type) {
	case Const:
		return exprConst
	case Null:
		return exprNull
	case Str:
		return exprStr
	case Named:
		return exprNamed
	case FuncRef:
		return exprFuncRef
	case Load:
		return exprLoad
	case Addr:
		return exprAddr
	case Offset:
		return exprOffset
	case Bin:
		return exprBin
	case Un:
		return exprUn
	case CommRank:
		return exprCommRank
	case CommSize:
		return exprCommSize
	case Unknown:
		return exprUnknown
	}
	return exprNil
}

func (c *codec) expr(e *Expr) {
	c.depth++
	defer func() { c.depth-- }()
	switch {
	case c.writing && c.depth > maxExprDepth:
		var deep Expr = Unknown{}
		e = &deep
	case c.depth > maxExprDepth+1: // one more for the unknown value that is written in place of what is deeper
		c.fail("expression nested deeper than %d", maxExprDepth)
		return
	}
	switch c.byte(exprTag(*e), exprUnknown) {
	case exprConst:
		field(c, e, func(x *Const) { c.int64(&x.V) })
	case exprNull:
		field(c, e, func(*Null) {})
	case exprStr:
		field(c, e, func(x *Str) { c.str(&x.S) })
	case exprNamed:
		field(c, e, func(x *Named) { c.str(&x.Name) })
	case exprFuncRef:
		field(c, e, func(x *FuncRef) { c.str(&x.Name) })
	case exprLoad:
		field(c, e, func(x *Load) { c.path(&x.Path) })
	case exprAddr:
		field(c, e, func(x *Addr) { c.path(&x.Path) })
	case exprOffset:
		field(c, e, func(x *Offset) { c.expr(&x.X); c.expr(&x.N) })
	case exprBin:
		field(c, e, func(x *Bin) { c.str(&x.Op); c.expr(&x.X); c.expr(&x.Y) })
	case exprUn:
		field(c, e, func(x *Un) { c.str(&x.Op); c.expr(&x.X) })
	case exprCommRank:
		field(c, e, func(x *CommRank) { c.expr(&x.Comm) })
	case exprCommSize:
		field(c, e, func(x *CommSize) { c.expr(&x.Comm) })
	case exprUnknown:
		field(c, e, func(x *Unknown) { c.str(&x.Text) })
	}
}

// field handles one type of expression: it writes the value in *e, or reads one into it.
func field[T Expr](c *codec, e *Expr, fields func(*T)) {
	var x T
	if c.writing {
		x = (*e).(T)
	}
	fields(&x)
	if !c.writing {
		*e = x
	}
}

func (c *codec) path(p *Path) {
	c.variable(&p.Root)
	list(c, &p.Sels, func(s *Sel) {
		s.Kind = SelKind(c.byte(uint8(s.Kind), uint8(Elem)))
		switch s.Kind {
		case Field:
			c.str(&s.Name)
		case Elem:
			c.expr(&s.Index)
		}
	})
}

// optPath handles a path that may be missing.
func (c *codec) optPath(p **Path) {
	present := *p != nil
	c.flags(&present)
	if !present {
		return
	}
	if !c.writing {
		*p = &Path{}
	}
	c.path(*p)
}
