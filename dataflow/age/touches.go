package age

import (
	"mpivet/ir"
)

// summarise finds the fields and parameters whose blocks the functions of a component release, communicate, store, hand out
// or overwrite, their callees' doing included.
func (r *relevance) summarise(comp []*ir.Func) {
	set := map[string]bool{}
	for _, fn := range comp {
		r.inert[fn] = make([]bool, len(fn.Params))
		for _, cs := range r.a.prog.Calls(fn) {
			for _, g := range r.a.prog.Targets(fn, cs.Call) {
				for f := range r.moved[g] {
					set[f] = true
				}
			}
		}
	}
	for _, fn := range comp {
		sunk := r.sunk(fn)
		for n := range sunk {
			if f, ok := n.(fieldNode); ok {
				set[string(f)] = true
			}
		}
		if len(comp) > 1 {
			continue // within a cycle every parameter counts as touched
		}
		for i, p := range fn.Params {
			r.inert[fn][i] = !sunk[p]
		}
	}
	for _, fn := range comp {
		r.moved[fn] = set
	}
}

// sunk returns the nodes from which values flow, within fn, into something that matters to the block's owner.
func (r *relevance) sunk(fn *ir.Func) map[node]bool {
	from := map[node][]node{}
	out := map[node]bool{}
	var work []node
	sink := func(e ir.Expr) {
		if n, _, ok := r.valueNode(e); ok && !out[n] {
			out[n] = true
			work = append(work, n)
		}
	}
	store := func(p ir.Path) {
		// Overwriting a cell loses what it held; a local variable is nobody else's.
		if p.Root != nil && (len(p.Sels) > 0 || p.Root.Kind == ir.Global) {
			sink(ir.Load{Path: p})
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				if l, ok := in.Src.(ir.Load); ok && scalar(in.Dst, l.Path) {
					continue // numbers of arrays
				}
				if n, addr, ok := r.valueNode(in.Src); ok {
					d := r.nodeOf(in.Dst)
					from[d] = append(from[d], n)
					if addr {
						from[n] = append(from[n], d)
					}
					if len(in.Dst.Sels) > 0 || in.Dst.Root.Kind == ir.Global {
						sink(in.Src)
					}
					store(in.Dst)
				} else if _, null := in.Src.(ir.Null); null {
					store(in.Dst)
				} else if k, ok := in.Src.(ir.Const); ok && k.V == 0 {
					store(in.Dst)
				}
			case *ir.Acquire:
				store(in.Dst)
				sink(in.Of)
			case *ir.Ensure:
				store(in.Dst)
				sink(in.Base)
			case *ir.Call:
				r.handedOn(fn, in, sink)
				for _, p := range in.Dsts {
					store(p)
				}
			default:
				eachExpr(in, sink)
			}
		}
		if t, ok := b.Term.(*ir.Return); ok {
			for _, e := range t.Vals {
				sink(e)
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range from[n] {
			if !out[s] {
				out[s] = true
				work = append(work, s)
			}
		}
	}
	return out
}

// scalar reports whether an assignment copies an element of an array to an element of another variable's: numbers. Arrays of
// pointers are filled from variables.
func scalar(dst, src ir.Path) bool {
	return len(dst.Sels) > 0 && len(src.Sels) > 0 && dst.Sels[len(dst.Sels)-1].Kind == ir.Elem && src.Sels[len(src.Sels)-1].Kind == ir.Elem
}

func base(e ir.Expr) ir.Expr {
	for {
		o, ok := e.(ir.Offset)
		if !ok {
			return e
		}
		e = o.X
	}
}

// plainSteps reports whether a path names a cell that may itself hold a pointer which the caller knows under the same
// variable: the variable, or what it points to, without a field. Elements count as well: arrays of pointers.
func plainSteps(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Field && !hidden(s) {
			return false
		}
	}
	return true
}

// handedOn applies used to the arguments of a call that its callees do not leave alone.
func (r *relevance) handedOn(fn *ir.Func, in *ir.Call, used func(ir.Expr)) {
	targets := r.a.prog.Targets(fn, in)
	if len(targets) == 0 || len(targets) < len(in.Callees) {
		if !r.a.harmless(in) {
			for _, e := range in.Args {
				used(e)
			}
		}
	}
	for _, g := range targets {
		for i, e := range in.Args {
			if inert := r.inert[g]; i >= len(inert) || !inert[i] {
				used(e)
			}
		}
	}
}

// ignores reports whether fn leaves a block alone that its caller holds in the given place, in fn's terms.
func (r *relevance) ignores(fn *ir.Func, p place) bool {
	if f, ok := placeNode(p).(fieldNode); ok {
		return !r.moved[fn][string(f)]
	}
	if p.root.Kind == ir.Global {
		return false
	}
	for i, q := range fn.Params {
		if q == p.root {
			return r.inert[fn] != nil && r.inert[fn][i]
		}
	}
	return false
}
