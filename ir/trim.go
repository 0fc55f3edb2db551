package ir

import (
	"slices"

	"mpivet/mpi"
)

// Trim forgets the functions that have nothing to do with MPI: those that neither use it, nor reach a function that does, nor are
// reached from one that reaches it. Their bodies go, in the units too, so that memory is kept for what matters only.
func (p *Program) Trim() {
	keep := map[*Func]bool{}
	var work []*Func
	mark := func(f *Func) {
		if !keep[f] {
			keep[f] = true
			work = append(work, f)
		}
	}
	spread := func(next func(*Func)) {
		for len(work) > 0 {
			f := work[len(work)-1]
			work = work[:len(work)-1]
			next(f)
		}
	}
	for _, f := range p.All {
		if usesMPI(f) {
			mark(f)
		}
	}
	spread(func(f *Func) {
		for _, s := range p.callers[f] {
			mark(s.Fn)
		}
	})
	for f := range keep {
		work = append(work, f)
	}
	spread(func(f *Func) {
		for _, s := range p.calls[f] {
			for _, g := range p.Targets(f, s.Call) {
				mark(g)
			}
		}
	})
	for _, u := range p.Units {
		for _, f := range u.Funcs {
			if !keep[f] {
				f.Blocks, f.Locals = nil, nil
			}
		}
	}
	p.All = slices.DeleteFunc(p.All, func(f *Func) bool { return !keep[f] })
	clear(p.calls)
	clear(p.callers)
	clear(p.comp)
	p.order()
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
