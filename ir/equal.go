package ir

// Equal reports whether a and b are the same expression, term by term. Two Unknowns with the same text are equal
// expressions, although their values may differ; see Pure.
func Equal(a, b Expr) bool {
	switch x := a.(type) {
	case Load:
		y, ok := b.(Load)
		return ok && x.Path.Equal(y.Path)
	case Addr:
		y, ok := b.(Addr)
		return ok && x.Path.Equal(y.Path)
	case Offset:
		y, ok := b.(Offset)
		return ok && Equal(x.X, y.X) && Equal(x.N, y.N)
	case Bin:
		y, ok := b.(Bin)
		return ok && x.Op == y.Op && Equal(x.X, y.X) && Equal(x.Y, y.Y)
	case Un:
		y, ok := b.(Un)
		return ok && x.Op == y.Op && Equal(x.X, y.X)
	case CommRank:
		y, ok := b.(CommRank)
		return ok && Equal(x.Comm, y.Comm)
	case CommSize:
		y, ok := b.(CommSize)
		return ok && Equal(x.Comm, y.Comm)
	}
	switch b.(type) { // these hold uncomparable types
	case Load, Addr, Offset, Bin, Un, CommRank, CommSize:
		return false
	}
	return a == b
}

// Pure reports whether e has one value wherever it is evaluated in the same state: nothing in it is unknown.
func Pure(e Expr) bool {
	pure := e != nil
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case Unknown:
			pure = false
		case Load:
			pure = pure && knownCell(x.Path)
		case Addr:
			pure = pure && knownCell(x.Path)
		}
		return pure
	})
	return pure
}

func knownCell(p Path) bool {
	for _, s := range p.Sels {
		if s.Kind == Elem && s.Index == nil {
			return false
		}
	}
	return true
}

// Equal reports whether p and q are the same steps from the same variable.
func (p Path) Equal(q Path) bool { return len(p.Sels) == len(q.Sels) && p.HasPrefix(q) }

// HasPrefix reports whether p is q or continues it.
func (p Path) HasPrefix(q Path) bool {
	if !SameVar(p.Root, q.Root) || len(p.Sels) < len(q.Sels) {
		return false
	}
	for i, s := range q.Sels {
		if !p.Sels[i].Equal(s) {
			return false
		}
	}
	return true
}

// SameVar reports whether v and w are the same variable. The same global has a Var of its own in every unit.
func SameVar(v, w *Var) bool {
	return v == w || v != nil && w != nil && v.Kind == Global && w.Kind == Global && v.Name == w.Name
}

// Equal reports whether s and t are the same step.
func (s Sel) Equal(t Sel) bool {
	return s.Kind == t.Kind && s.Name == t.Name && Equal(s.Index, t.Index)
}

// ReplacePrefix returns p with its prefix old replaced by new; without that prefix p itself, and false.
func (p Path) ReplacePrefix(old, new Path) (Path, bool) {
	if !p.HasPrefix(old) {
		return p, false
	}
	return new.With(p.Sels[len(old.Sels):]...), true
}

// Parent returns p without its last step; a bare variable is its own parent.
func (p Path) Parent() Path {
	if len(p.Sels) == 0 {
		return p
	}
	return Path{Root: p.Root, Sels: p.Sels[: len(p.Sels)-1 : len(p.Sels)-1]}
}

// Key identifies p among the paths of its function: equal paths have equal keys.
func (p Path) Key() string { return p.String() }
