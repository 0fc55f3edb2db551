package ir

import "mpivet/mpi"

// Invariant reports whether e has the same value at every place in l where it is evaluated. Its variables are not assigned
// in l, or only from what is invariant itself; no store through a pointer in l goes to a field of the same name, no store to
// an element where e reads an element; no call in l may change what e reads. An unseen callee does not keep the address of
// a local variable that it was given before. What is unknown is not invariant.
func (d *Defs) Invariant(e Expr, l *Loop) bool { return d.invariant(e, l, map[*Var]bool{}) }

// invariant skips the variables in seen, whose single assignments are looked at already.
func (d *Defs) invariant(e Expr, l *Loop, seen map[*Var]bool) bool {
	if !Pure(e) {
		return false
	}
	for _, cell := range cellsRead(e) {
		def, single := d.single(cell.Root)
		switch {
		case len(cell.Sels) > 0 || !single || !l.Contains(def.Block):
			if d.changedIn(cell, l) {
				return false
			}
		case !seen[cell.Root]:
			seen[cell.Root] = true
			if !d.invariant(def.Src, l, seen) {
				return false
			}
		}
	}
	return true
}

// cellsRead returns every cell whose contents decide the value of e: those it reads, and the pointers on the way.
func cellsRead(e Expr) []Path {
	var out []Path
	pointers := func(p Path) {
		for i, s := range p.Sels {
			if s.Kind == Deref {
				out = append(out, Path{Root: p.Root, Sels: p.Sels[:i:i]})
			}
		}
	}
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case Load:
			pointers(x.Path)
			out = append(out, x.Path)
		case Addr:
			pointers(x.Path)
		}
		return true
	})
	return out
}

// changedIn reports whether an instruction in l may change cell.
func (d *Defs) changedIn(cell Path, l *Loop) bool {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if d.MayChange(i, cell) {
				return true
			}
		}
	}
	return false
}

// MayChange reports whether i may change what cell holds.
func (d *Defs) MayChange(i Instr, cell Path) bool {
	for _, p := range Dests(i) {
		if d.mayOverlap(p, cell) {
			return true
		}
	}
	switch i := i.(type) {
	case *Comm:
		for _, b := range i.Bufs {
			if b.Role != mpi.Send && (d.pointsTo(b.Val, cell) || d.received(b.Val, cell)) {
				return true
			}
		}
	case *Call:
		return d.callMayChange(i, cell)
	}
	return false
}

// received reports whether a pointer that is received through may be the address of the variable that cell is in, which was
// stored somewhere.
func (d *Defs) received(e Expr, cell Path) bool {
	_, pointer := e.(Load)
	return pointer && neverNull(cell) && d.leaked[cell.Root]
}

func (d *Defs) callMayChange(c *Call, cell Path) bool {
	given := false
	for _, a := range c.Args {
		given = given || d.pointsTo(a, cell)
	}
	private := neverNull(cell) && cell.Root.Kind != Global && !d.leaked[cell.Root]
	switch {
	case private || isMPI(c):
		return given
	case d.CallChanges == nil:
		return true
	}
	return d.CallChanges(c, cell)
}

func isMPI(c *Call) bool {
	for _, name := range c.Callees {
		if mpi.Lookup(name) == nil {
			return false
		}
	}
	return len(c.Callees) > 0
}

// pointsTo reports whether a callee that is given the value e can write cell through it: e is the address of the same
// variable, or a pointer with which cell begins.
func (d *Defs) pointsTo(e Expr, cell Path) bool {
	switch e := e.(type) {
	case Addr:
		return SameVar(e.Path.Root, cell.Root) && neverNull(e.Path) && neverNull(cell) ||
			overlaps(e.Path, cell)
	case Offset:
		return d.pointsTo(e.X, cell)
	case Load:
		return overlaps(e.Path.Deref(), cell)
	}
	return false
}

// mayOverlap reports whether writing w may change the value in cell.
func (d *Defs) mayOverlap(w, cell Path) bool {
	if overlaps(w, cell) {
		return true
	}
	if !d.shared(w) || !d.shared(cell) {
		return false
	}
	a, b := lastSel(w), lastSel(cell)
	return a.Kind == b.Kind && (a.Kind != Field || a.Name == b.Name)
}

// shared reports whether other names for the cell may exist: it lies behind a pointer, or in a variable whose address is
// kept.
func (d *Defs) shared(p Path) bool { return !neverNull(p) || d.leaked[p.Root] }

// lastSel is the last step of p; a bare variable counts as reached through its own address.
func lastSel(p Path) Sel {
	if n := len(p.Sels); n > 0 {
		return p.Sels[n-1]
	}
	return Sel{Kind: Deref}
}

// overlaps reports whether one of a and b may lie within the other, judged by their steps alone: elements may coincide
// unless both indices are different constants.
func overlaps(a, b Path) bool {
	if !SameVar(a.Root, b.Root) {
		return false
	}
	for i := range min(len(a.Sels), len(b.Sels)) {
		x, y := a.Sels[i], b.Sels[i]
		if x.Kind != y.Kind || x.Name != y.Name {
			return false
		}
		cx, okX := x.Index.(Const)
		cy, okY := y.Index.(Const)
		if okX && okY && cx != cy {
			return false
		}
	}
	// What a pointer points to is no part of the pointer.
	longer := a.Sels
	if len(b.Sels) > len(longer) {
		longer = b.Sels
	}
	return neverNull(Path{Root: a.Root, Sels: longer[min(len(a.Sels), len(b.Sels)):]})
}
