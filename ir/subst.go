package ir

// Substitute returns e with the values of cells replaced: value gives for a cell what it holds, false where nothing is
// known about it. A pointer that is replaced takes the cells behind it along: with %s = &%box, the value in %s.*.n is
// the value in %box.n. Where a pointer's value leads to no cell (null, unknown), the result there is Unknown.
func Substitute(e Expr, value func(Path) (Expr, bool)) Expr {
	s := subst{value}
	return s.expr(e)
}

// SubstitutePath returns the cell that p is after the replacement, as Substitute does for expressions; ok is false when
// a pointer on the way leads to no cell.
func SubstitutePath(p Path, value func(Path) (Expr, bool)) (q Path, ok bool) {
	s := subst{value}
	return s.cell(p)
}

type subst struct {
	value func(Path) (Expr, bool)
}

func (s subst) expr(e Expr) Expr {
	switch e := e.(type) {
	case Load:
		return s.load(e.Path)
	case Addr:
		if p, ok := s.cell(e.Path); ok {
			return Addr{Path: p}
		}
		return Unknown{Text: e.String()}
	case Offset:
		return Offset{X: s.expr(e.X), N: s.expr(e.N)}
	case Bin:
		return Bin{Op: e.Op, X: s.expr(e.X), Y: s.expr(e.Y)}
	case Un:
		return Un{Op: e.Op, X: s.expr(e.X)}
	case CommRank:
		return CommRank{Comm: s.expr(e.Comm)}
	case CommSize:
		return CommSize{Comm: s.expr(e.Comm)}
	}
	return e
}

// load returns the value in cell p.
func (s subst) load(p Path) Expr {
	if e, ok := s.value(p); ok {
		return e
	}
	if e, ok := s.part(p); ok {
		return e
	}
	if q, ok := s.cell(p); ok {
		return Load{Path: q}
	}
	return Unknown{Text: p.String()}
}

// part returns the value in p where p is a part of a value that is replaced as a whole: %s.f where %s = %t.
func (s subst) part(p Path) (Expr, bool) {
	for n := len(p.Sels) - 1; n >= 0; n-- {
		sel := p.Sels[n]
		if sel.Kind == Deref || sel.Kind == Elem && n > 0 && p.Sels[n-1].Kind == Deref {
			return nil, false // what a pointer points to is no part of it
		}
		whole, ok := s.value(Path{Root: p.Root, Sels: p.Sels[:n:n]})
		if !ok {
			continue
		}
		l, ok := whole.(Load)
		if !ok {
			return Unknown{Text: p.String()}, true
		}
		q := l.Path
		for _, sel := range p.Sels[n:] {
			q = s.step(q, sel)
		}
		return Load{Path: q}, true
	}
	return nil, false
}

// cell returns the cell that p names.
func (s subst) cell(p Path) (Path, bool) {
	n := len(p.Sels)
	if n == 0 {
		return p, true
	}
	last := p.Sels[n-1]
	if last.Kind == Deref {
		return target(s.load(p.Parent()), nil)
	}
	if last.Kind == Elem && n > 1 && p.Sels[n-2].Kind == Deref {
		var index Expr
		if last.Index != nil {
			index = s.expr(last.Index)
		}
		return target(s.load(p.Parent().Parent()), &Sel{Kind: Elem, Index: index})
	}
	q, ok := s.cell(p.Parent())
	if !ok {
		return p, false
	}
	return s.step(q, last), true
}

func (s subst) step(p Path, sel Sel) Path {
	if sel.Index != nil {
		sel.Index = s.expr(sel.Index)
	}
	return p.With(sel)
}

// target returns the cell that pointer points to, or element elem from there when elem is not nil.
func target(pointer Expr, elem *Sel) (Path, bool) {
	switch x := pointer.(type) {
	case Load:
		p := x.Path.Deref()
		if elem != nil {
			p = p.With(*elem)
		}
		return p, true
	case Addr:
		return moved(x.Path, elem), true
	case Offset:
		return target(x.X, &Sel{Kind: Elem, Index: indexSum(x.N, elem)})
	}
	return Path{}, false
}

// moved returns the cell elem further than p, in the same array.
func moved(p Path, elem *Sel) Path {
	if elem == nil {
		return p
	}
	n := len(p.Sels)
	if n > 0 && p.Sels[n-1].Kind == Elem {
		if p.Sels[n-1].Index == nil {
			return p
		}
		return p.Parent().Elem(indexSum(p.Sels[n-1].Index, elem))
	}
	if elem.Index == (Const{}) && !(n == 0 && p.Root.Array) {
		return p
	}
	return p.With(*elem)
}

// indexSum returns n plus the index of elem; nil, the unknown index, when elem's is unknown.
func indexSum(n Expr, elem *Sel) Expr {
	switch {
	case elem == nil:
		return n
	case elem.Index == nil:
		return nil
	}
	return simplifyBin("+", Simplify(n), Simplify(elem.Index))
}
