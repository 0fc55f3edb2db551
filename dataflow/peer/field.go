package peer

import "mpivet/ir"

// initial returns what p holds when fr's function starts.
func (a *analysis) initial(fr *frame, p ir.Path) values {
	entry := ir.Loc{Block: fr.fn.f.Blocks[0]}
	k, isParam := fr.fn.params[p.Root]
	switch {
	case isParam && fr.parent != nil:
		if k < len(fr.site.call.Args) {
			return a.evalPart(fr.parent, fr.site.call.Args[k], p.Sels, fr.site.at)
		}
	case isParam:
		return a.paramValue(fr, p, k)
	case p.Root.Kind == ir.Global, lastField(p) != "":
		return a.fieldOr(fr, p, entry)
	}
	return a.opaque(fr, entry, "initial "+p.Key(), nil)
}

// paramValue returns what a parameter, or what it points to, holds in every call that we see: a field by the stores to it,
// else what all callers agree on, else a symbol.
func (a *analysis) paramValue(fr *frame, p ir.Path, k int) values {
	if vs, ok := a.fieldContents(p); ok {
		return vs
	}
	if vs, ok := a.agreed(fr, p, k); ok {
		return vs
	}
	id := fr.id + ":" + p.Key()
	a.params[id] = cell{fr: fr, path: p}
	b := a.births[id]
	if b == nil {
		b = &birth{rank: a.holdsRank(lastField(p))}
		a.births[id] = b
	}
	return one(symValue(sym{kind: symCell, id: id, param: true, birth: b}))
}

// agreed returns what every caller passes for p, when that is the same and no value of theirs alone.
func (a *analysis) agreed(fr *frame, p ir.Path, k int) (values, bool) {
	if len(fr.fn.callers) == 0 || fr.fn.f.AddrTaken {
		return nil, false
	}
	return a.memo("param "+fr.id+":"+p.Key(), func() (values, bool) {
		var all values
		for i, s := range fr.fn.callers {
			if k >= len(s.call.Args) {
				return nil, false
			}
			vs := a.evalPart(s.in.root, s.call.Args[k], p.Sels, s.at)
			if vs.any(isLocal) || i > 0 && !vs.same(all) {
				return nil, false
			}
			all = vs
		}
		return all, true
	})
}

// isLocal reports whether a symbol means something in its own function alone.
func isLocal(s sym) bool {
	return s.kind == symIter || s.kind == symOpaque || s.kind == symCell && s.param
}

// memo computes what key stands for once; a computation that comes back to itself knows nothing.
func (a *analysis) memo(key string, compute func() (values, bool)) (values, bool) {
	if vs, ok := a.known[key]; ok {
		return vs, vs != nil
	}
	if a.busy[key] {
		return nil, false
	}
	a.busy[key] = true
	vs, ok := compute()
	delete(a.busy, key)
	if !ok {
		vs = nil
	}
	if a.steps > 0 {
		a.known[key] = vs
	}
	return vs, ok
}

// fieldOr returns what is known of field or global p from the stores of the whole program, else a symbol for the cell.
func (a *analysis) fieldOr(fr *frame, p ir.Path, at ir.Loc) values {
	if vs, ok := a.fieldContents(p); ok {
		return vs
	}
	if vs, ok := a.globalValue(p); ok {
		return vs
	}
	if p.Root.Kind == ir.Global {
		return one(symValue(sym{kind: symCell, id: "global " + p.Key()}))
	}
	vs := a.opaque(fr, at, "cell "+p.Key(), a.indices(fr, p, at))
	vs[0].lin.terms[0].sym.birth.rank = a.holdsRank(lastField(p))
	return vs
}

// holdsRank reports whether some store to a field of that name writes the own rank.
func (a *analysis) holdsRank(f string) bool {
	if f == "" {
		return false
	}
	_, ok := a.memo("rank in "+f, func() (values, bool) {
		for _, s := range a.fields[f] {
			vs := a.stored(s.in.root, s.instr, s.dst, nil, s.at)
			if len(vs) == 1 && vs[0].kind == vLinear && len(vs[0].lin.terms) == 1 && vs[0].lin.has(symRank) {
				return vs, true
			}
		}
		return nil, false
	})
	return ok
}

// indices returns the indices in p: what is read there varies with them.
func (a *analysis) indices(fr *frame, p ir.Path, at ir.Loc) values {
	var out values
	for _, s := range p.Sels {
		if s.Kind == ir.Elem && s.Index != nil {
			out = append(out, a.eval(fr, s.Index, at)...)
		}
	}
	return out
}

// fieldContents returns what is known of the field that p ends in: one value, or that it is a number of ranks, or several values.
func (a *analysis) fieldContents(p ir.Path) (values, bool) {
	vs, ok := a.fieldValue(p)
	if size, isSize := a.sizeOf(p); isSize && (!ok || len(vs) > 1) {
		return size, true
	}
	return vs, ok
}

// fieldValue returns what all stores to the field that p ends in agree on. Stores to a field of the same name in another type
// do not count, where types are known.
func (a *analysis) fieldValue(p ir.Path) (values, bool) {
	f := lastField(p)
	if f == "" {
		return nil, false
	}
	t := a.holder(p)
	return a.memo("field "+t+"."+f, func() (values, bool) {
		var own []store
		for _, s := range a.fields[f] {
			if mayBeSame(a.holder(s.path), t) {
				own = append(own, s)
			}
		}
		if len(own) == 0 {
			own = a.fields[f]
		}
		return a.unite(own)
	})
}

// globalValue returns what all stores to a global agree on.
func (a *analysis) globalValue(p ir.Path) (values, bool) {
	if p.Root.Kind != ir.Global || p.Root.Name == "" {
		return nil, false
	}
	return a.memo("global "+p.Key(), func() (values, bool) {
		var own []store
		for _, s := range a.globals[p.Root.Name] {
			if s.path.Key() == p.Key() {
				own = append(own, s)
			}
		}
		return a.unite(own)
	})
}

// unite evaluates stores. Constants and null handles beside other values are initial values; what is left must be few
// alternatives that mean the same everywhere.
func (a *analysis) unite(stores []store) (values, bool) {
	var initial, rest values
	for _, s := range stores {
		for _, v := range a.stored(s.in.root, s.instr, s.dst, nil, s.at) {
			if v.kind != vNowhere && !(v.kind == vLinear && v.lin.isConst()) {
				rest = rest.add(v)
			} else if len(initial) <= maxValues {
				initial = initial.add(v)
			}
		}
		if len(rest) > maxValues {
			return nil, false
		}
	}
	if len(rest) == 0 {
		rest = initial
	}
	if len(rest) == 0 || len(rest) > maxValues || rest.any(isLocal) {
		return nil, false
	}
	for _, v := range rest {
		if v.kind == vAddress {
			return nil, false
		}
	}
	return rest, true
}
