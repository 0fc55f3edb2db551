package ir

import (
	"slices"

	"mpivet/mpi"
)

// Trim forgets the functions that have nothing to do with MPI: those that neither use it, nor reach a function that does, nor are
// reached from one that reaches it, nor change a field or global variable that any of these reads, nor call or are called by one
// that does. Their bodies go, in the units too, so that memory is kept for what matters only.
func (p *Program) Trim() {
	t := trim{p: p, keep: map[*Func]bool{}, read: map[string]bool{}}
	for _, f := range p.All {
		if usesMPI(f) {
			t.mark(f)
		}
	}
	t.close()
	for before := -1; before != len(t.keep); {
		before = len(t.keep)
		for _, f := range t.order[t.noted:] {
			t.noteReads(f)
		}
		t.noted = len(t.order)
		for _, f := range p.All {
			if !t.keep[f] && t.changesRead(f) {
				t.mark(f)
			}
		}
		t.close()
	}
	for _, u := range p.Units {
		for _, f := range u.Funcs {
			if !t.keep[f] {
				f.Blocks, f.Locals = nil, nil
			}
		}
	}
	p.All = slices.DeleteFunc(p.All, func(f *Func) bool { return !t.keep[f] })
	clear(p.calls)
	clear(p.callers)
	clear(p.comp)
	p.order()
}

func (p *Program) callersOf(f *Func) (list []*Func) {
	for _, s := range p.callers[f] {
		list = append(list, s.Fn)
	}
	return list
}

func (p *Program) calleesOf(f *Func) (list []*Func) {
	for _, s := range p.calls[f] {
		list = append(list, p.Targets(f, s.Call)...)
	}
	return list
}

// trim is the set of functions that stay, as it grows.
type trim struct {
	p     *Program
	keep  map[*Func]bool
	fresh []*Func         // marked, not spread yet
	noted int             // of order: their reads are in read
	order []*Func         // in the order they were marked
	read  map[string]bool // cells that kept functions read, see cellName
}

func (t *trim) mark(f *Func) {
	if !t.keep[f] {
		t.keep[f] = true
		t.order = append(t.order, f)
		t.fresh = append(t.fresh, f)
	}
}

// close marks the callers of what was marked since the last time, theirs, and what all of these call.
func (t *trim) close() {
	start := len(t.order) - len(t.fresh)
	t.spread(t.p.callersOf)
	t.fresh = append(t.fresh, t.order[start:]...)
	t.spread(t.p.calleesOf)
}

// spread marks what is next to marked functions, and so on.
func (t *trim) spread(next func(*Func) []*Func) {
	for len(t.fresh) > 0 {
		f := t.fresh[len(t.fresh)-1]
		t.fresh = t.fresh[:len(t.fresh)-1]
		for _, g := range next(f) {
			t.mark(g)
		}
	}
}

// cellName returns what is known by name everywhere of a cell: its last field, or its global variable.
func cellName(p Path) string {
	for i := len(p.Sels) - 1; i >= 0; i-- {
		if p.Sels[i].Kind == Field {
			return "." + p.Sels[i].Name
		}
	}
	if p.Root != nil && p.Root.Kind == Global {
		return p.Root.Name
	}
	return ""
}

// eachExpr calls visit for every expression in f, those within others included.
func eachExpr(f *Func, visit func(Expr)) {
	walk := func(e Expr) { Walk(e, func(x Expr) bool { visit(x); return true }) }
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			for _, e := range Operands(in) {
				walk(e)
			}
			for _, d := range Dests(in) {
				walkPath(d, func(x Expr) bool { visit(x); return true })
			}
		}
		for _, e := range TermOperands(b.Term) {
			walk(e)
		}
	}
}

// noteReads notes the cells that f reads.
func (t *trim) noteReads(f *Func) {
	eachExpr(f, func(e Expr) {
		if l, ok := e.(Load); ok {
			t.read[cellName(l.Path)] = true
		}
	})
	delete(t.read, "")
}

// changesRead reports whether f writes a cell that kept functions read, or hands its address on.
func (t *trim) changesRead(f *Func) (found bool) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			for _, d := range Dests(in) {
				found = found || t.read[cellName(d)]
			}
		}
	}
	eachExpr(f, func(e Expr) {
		if a, ok := e.(Addr); ok {
			found = found || t.read[cellName(a.Path)]
		}
	})
	return found
}

// usesMPI reports whether a function calls MPI itself.
func usesMPI(f *Func) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *Comm:
				return true
			case *Acquire:
				if in.Kind == Object {
					return true
				}
			case *Release:
				if mpi.Lookup(in.How) != nil {
					return true
				}
			case *Call:
				if mpi.Lookup(in.Name) != nil || slices.ContainsFunc(in.Callees, func(n string) bool { return mpi.Lookup(n) != nil }) {
					return true
				}
			}
		}
	}
	return false
}
