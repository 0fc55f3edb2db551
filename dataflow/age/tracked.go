package age

import (
	"mpivet/ir"
)

// findTracked follows acquisitions forward.
func (r *relevance) findTracked() {
	var start []cell
	for _, fn := range r.a.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Acquire:
					start = append(start, r.flow.of(in.Dst))
				case *ir.Ensure:
					start = append(start, r.flow.of(in.Dst))
				}
			}
		}
	}
	held := r.flow.forward(start)
	for n, id := range r.flow.ids {
		for k := range perNode {
			if held[int(id)*perNode+k] {
				r.tracked[n] = true
			}
		}
	}
}

// findOwners marks the cells from which tracked ones are reached: copying one of them copies the way to a block.
func (r *relevance) findOwners() {
	note := func(p ir.Path) {
		if p.Root == nil || len(p.Sels) == 0 || !r.tracked[r.nodeOf(p)] {
			return
		}
		r.owner[r.a.global(p.Root)] = true
		for _, s := range p.Sels {
			if s.Kind == ir.Field {
				r.owner[fieldNode(s.Name)] = true
			}
		}
	}
	expr := func(e ir.Expr) {
		walk(e, func(e ir.Expr) {
			switch e := e.(type) {
			case ir.Load:
				note(e.Path)
			case ir.Addr:
				note(e.Path)
			}
		})
	}
	for _, fn := range r.a.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				eachDst(in, note)
				eachExpr(in, expr)
			}
		}
	}
}

// concerns reports whether an assignment between two nodes may move a block or the way to one.
func (r *relevance) concerns(n node) bool { return r.tracked[n] || r.owner[n] }

// findActive marks the functions of a component that may change what is known of a block.
func (r *relevance) findActive(comp []*ir.Func) {
	act := false
	for _, fn := range comp {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				act = act || r.acts(fn, in)
			}
			if t, ok := b.Term.(*ir.Return); ok {
				for _, e := range t.Vals {
					n, _, ok := r.valueNode(e)
					act = act || ok && r.tracked[n]
				}
			}
		}
	}
	for _, fn := range comp {
		r.active[fn] = act
	}
}

func (r *relevance) acts(fn *ir.Func, in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Assign:
		n, _, ok := r.valueNode(in.Src)
		return r.concerns(r.nodeOf(in.Dst)) || ok && r.concerns(n)
	case *ir.Call:
		targets := r.a.prog.Targets(fn, in)
		if (len(targets) < len(in.Callees) || len(targets) == 0) && !r.a.harmless(in) {
			return true
		}
		for _, g := range targets {
			if r.active[g] {
				return true
			}
		}
		return false
	}
	return true
}
