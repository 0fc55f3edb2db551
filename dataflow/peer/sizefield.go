package peer

import "mpivet/ir"

// Some fields hold the number of ranks of the communicator that the same structure holds, one for each object: every store to
// them writes a communicator's size, a constant before that is known, another such field, or a part of one. Their stores do not
// agree on a value, but wherever such a field is read it is a number of ranks.

// fieldKey is a field of a type, as far as the type is known.
type fieldKey struct{ holder, name string }

// findSizeFields finds these fields: of those that get a size somewhere, all are taken to be such fields until one is found to
// get something else, which may rule out others that copy it.
func (a *analysis) findSizeFields() {
	a.sizes = map[fieldKey]bool{}
	for name, stores := range a.fields {
		for _, s := range stores {
			if a.storesSize(s) {
				a.sizes[fieldKey{a.holder(s.path), name}] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for key := range a.sizes {
			if !a.onlySizes(key) {
				delete(a.sizes, key)
				changed = true
			}
		}
	}
}

// storesSize reports whether s writes the size of a communicator as such.
func (a *analysis) storesSize(s store) bool {
	i, ok := s.instr.(*ir.Assign)
	if !ok {
		return false
	}
	_, ok = i.Src.(ir.CommSize)
	return ok
}

// onlySizes reports whether all stores to a field fit the assumption that the fields in a.sizes hold numbers of ranks.
func (a *analysis) onlySizes(key fieldKey) bool {
	for _, s := range a.fields[key.name] {
		if !mayBeSame(a.holder(s.path), key.holder) {
			continue
		}
		i, ok := s.instr.(*ir.Assign)
		if !ok || !a.isSize(s.in, i.Src, map[*ir.Var]bool{}, true) {
			return false
		}
	}
	return true
}

// isSize reports whether e is a number of ranks, or a part of one. A constant is one only where it stands alone, as the value
// before the communicator is known.
func (a *analysis) isSize(g *fn, e ir.Expr, seen map[*ir.Var]bool, alone bool) bool {
	switch x := e.(type) {
	case ir.Const:
		return alone && x.V >= -1 && x.V <= 1
	case ir.CommSize:
		return true
	case ir.Load:
		return a.holdsSize(g, x.Path, seen)
	case ir.Bin:
		return a.sizeArithmetic(g, x, seen)
	}
	return false
}

// sizeArithmetic accepts what splits ranks into groups: n / 2, (n + 1) / 2, n - n / 2.
func (a *analysis) sizeArithmetic(g *fn, e ir.Bin, seen map[*ir.Var]bool) bool {
	_, constant := e.Y.(ir.Const)
	switch e.Op {
	case "+":
		return constant && a.isSize(g, e.X, seen, false)
	case "-":
		return a.isSize(g, e.X, seen, false) && (constant || a.isSize(g, e.Y, seen, false))
	case "/", ">>":
		return constant && a.isSize(g, e.X, seen, false)
	}
	return false
}

// holdsSize reports whether p is a field that holds a number of ranks, or a local variable that nothing else is written to.
func (a *analysis) holdsSize(g *fn, p ir.Path, seen map[*ir.Var]bool) bool {
	if f := lastField(p); f != "" {
		return a.isSizeField(p)
	}
	if len(p.Sels) > 0 || p.Root.Kind == ir.Global {
		return false
	}
	if _, isParam := g.params[p.Root]; isParam {
		return false
	}
	if seen[p.Root] {
		return true // asked for on the way to itself
	}
	seen[p.Root] = true
	written := false
	ok := true
	g.eachInstr(func(instr ir.Instr) {
		for _, d := range ir.Dests(instr) {
			if d.Root != p.Root || len(d.Sels) > 0 {
				continue
			}
			i, assign := instr.(*ir.Assign)
			written = true
			ok = ok && assign && a.isSize(g, i.Src, seen, true)
		}
		if c, isCall := instr.(*ir.Call); isCall && a.callWrites(c, p) {
			ok = false
		}
	})
	return written && ok
}

// isSizeField reports whether field p holds a number of ranks.
func (a *analysis) isSizeField(p ir.Path) bool {
	f := lastField(p)
	if f == "" {
		return false
	}
	t := a.holder(p)
	if a.sizes[fieldKey{t, f}] {
		return true
	}
	if t != "" {
		return a.sizes[fieldKey{"", f}]
	}
	found := false // of a holder that is not known, all fields of that name have to be
	for _, s := range a.fields[f] {
		found = a.sizes[fieldKey{a.holder(s.path), f}]
		if !found {
			return false
		}
	}
	return found
}

// sizeOf is the number of ranks that field p holds: of a communicator that is known by the field alone.
func (a *analysis) sizeOf(p ir.Path) (values, bool) {
	if !a.isSizeField(p) {
		return nil, false
	}
	return one(symValue(sym{kind: symSize, comm: Communicator{ID: "that of field " + a.holder(p) + "." + lastField(p)}, div: 1})), true
}
