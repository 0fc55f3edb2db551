package fix

import (
	"mpivet/ir"
)

// holds reports whether a size has one value in all passes of a loop and can be worked out before the first pass: it divides by
// constants only, and goes through no pointer but those that are gone through on every way to the loop.
func (f *Fixer) holds(fn *ir.Func, l *ir.Loop, size ir.Expr) bool {
	if size == nil {
		return false
	}
	defs := f.prog.Defs(fn)
	if !defs.Invariant(size, l) {
		return false
	}
	safe := true
	f.expand(defs, size, 0, func(x ir.Expr) {
		switch x := x.(type) {
		case ir.Bin:
			if x.Op == "/" || x.Op == "%" || x.Op == "<<" || x.Op == ">>" {
				k, constant := x.Y.(ir.Const)
				safe = safe && constant && k.V > 0
			}
		case ir.Load:
			safe = safe && reached(fn, defs, l, x.Path)
		}
	})
	return safe
}

// maxExpand is how many variables in a row are replaced by what they are assigned.
const maxExpand = 20

// expand visits an expression with what its variables that are assigned once stand for.
func (f *Fixer) expand(defs *ir.Defs, e ir.Expr, depth int, visit func(ir.Expr)) {
	ir.Walk(e, func(x ir.Expr) bool {
		visit(x)
		if load, ok := x.(ir.Load); ok && len(load.Path.Sels) == 0 && depth < maxExpand {
			if src, ok := defs.SingleDef(load.Path.Root); ok {
				f.expand(defs, src, depth+1, visit)
			}
		}
		return true
	})
}

// reached reports whether what a path goes through on its way, pointers and elements, is gone through before the loop too, in a
// block that every way to a pass takes.
func reached(fn *ir.Func, defs *ir.Defs, l *ir.Loop, p ir.Path) bool {
	last := -1
	for i, s := range p.Sels {
		if s.Kind == ir.Deref || s.Kind == ir.Elem {
			last = i
		}
	}
	if last < 0 {
		return true
	}
	if len(defs.Of(p.Root)) > 1 {
		return false // it may be another pointer by then
	}
	prefix := ir.Path{Root: p.Root, Sels: p.Sels[:last+1]}
	dom := fn.Dominators()
	for _, b := range fn.Blocks {
		if dom.Dominates(b, l.Header) && mentionsPath(b, prefix) {
			return true
		}
	}
	return false
}

// mentionsPath reports whether an instruction or the end of a block reads or writes a cell at or below a path.
func mentionsPath(b *ir.Block, prefix ir.Path) bool {
	found := false
	see := func(p ir.Path) {
		if p.HasPrefix(prefix) {
			found = true
		}
	}
	operands := ir.TermOperands(b.Term)
	for _, in := range b.Instrs {
		operands = append(operands, ir.Operands(in)...)
		for _, p := range ir.Dests(in) {
			see(p)
		}
	}
	for _, e := range operands {
		for _, p := range ir.Loads(e) {
			see(p)
		}
	}
	return found
}

// runs reports whether the loop that communicates, and those around it, are sure to make a first pass: what can fail may then move in
// front of them, as it would have failed in the first pass.
func (f *Fixer) runs(fn *ir.Func, l *ir.Loop) bool {
	defs := f.prog.Defs(fn)
	for ; l != nil; l = l.Parent {
		ind, ok := defs.Induction(l)
		if !ok {
			return false
		}
		first, known := ind.Init.(ir.Const)
		bound, fixed := ind.Bound.(ir.Const)
		if !ind.Bottom && !(known && fixed && (ind.Op == "<" && first.V < bound.V || ind.Op == "<=" && first.V <= bound.V)) {
			return false
		}
	}
	return true
}
