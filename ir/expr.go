package ir

// Var path of a bare variable.
func VarPath(v *Var) Path { return Path{Root: v} }

// Value is the expression that reads variable v.
func Value(v *Var) Expr { return Load{Path: Path{Root: v}} }

// With returns p extended by the given steps; p is not changed.
func (p Path) With(sels ...Sel) Path {
	out := make([]Sel, 0, len(p.Sels)+len(sels))
	out = append(out, p.Sels...)
	return Path{Root: p.Root, Sels: append(out, sels...)}
}

// Field returns the path of field name.
func (p Path) Field(name string) Path { return p.With(Sel{Kind: Field, Name: name}) }

// Deref returns the path of what the pointer in p points to.
func (p Path) Deref() Path { return p.With(Sel{Kind: Deref}) }

// Elem returns the path of element index of the inline array at p.
func (p Path) Elem(index Expr) Path { return p.With(Sel{Kind: Elem, Index: index}) }

// IsZero reports whether p names nothing.
func (p Path) IsZero() bool { return p.Root == nil }
