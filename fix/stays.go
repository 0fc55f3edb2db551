package fix

import (
	"mpivet/dataflow/age"
	"mpivet/ir"
)

// stays reports whether a Go block is seen to stay in its function and in callees whose bodies are known: nothing keeps it when the
// pass is over. What the analysis follows it has followed; here only what it takes on trust counts.
func (f *Fixer) stays(ch *age.Churn) bool {
	acq, ok := destination(ch)
	if !ok || acq.Root.Kind == ir.Global || len(acq.Sels) > 0 {
		return false
	}
	holds := map[*ir.Var]bool{acq.Root: true}
	for changed := true; changed; {
		changed = false
		for _, b := range ch.Fn.Blocks {
			for _, in := range b.Instrs {
				fine, grown := f.follow(ch.Fn, in, holds)
				if !fine {
					return false
				}
				changed = changed || grown
			}
			if r, ok := b.Term.(*ir.Return); ok && holdsAny(r.Vals, holds) {
				return false
			}
		}
	}
	return true
}

// destination is the cell that takes the block: of an acquisition, or of a receive that makes it.
func destination(ch *age.Churn) (ir.Path, bool) {
	if acq, ok := ch.Acquire.(*ir.Acquire); ok {
		return acq.Dst, acq.Dst.Root != nil
	}
	return ir.Path{}, false
}

// follow notes the variables that an instruction lets hold the block. It reports false where the block goes somewhere else.
func (f *Fixer) follow(fn *ir.Func, in ir.Instr, holds map[*ir.Var]bool) (fine, grown bool) {
	switch in := in.(type) {
	case *ir.Assign:
		if !pointsInto(in.Src, holds) {
			return true, false
		}
		if len(in.Dst.Sels) > 0 || in.Dst.Root.Kind == ir.Global || in.Dst.Root.Kind == ir.Param {
			return false, false
		}
		known := holds[in.Dst.Root]
		holds[in.Dst.Root] = true
		return true, !known
	case *ir.Escape:
		return !pointsInto(in.Val, holds), false
	case *ir.Ensure:
		return in.Base == nil || !pointsInto(in.Base, holds), false
	case *ir.Call:
		if holdsAny(in.Args, holds) {
			return len(in.Callees) > 0 && len(f.prog.Targets(fn, in)) == len(in.Callees) && !in.Async, false
		}
	}
	return true, false
}

func holdsAny(list []ir.Expr, holds map[*ir.Var]bool) bool {
	for _, e := range list {
		if pointsInto(e, holds) {
			return true
		}
	}
	return false
}

// pointsInto reports whether the value of e may be a pointer into a block that a variable holds; what is read out of the block is none.
func pointsInto(e ir.Expr, holds map[*ir.Var]bool) bool {
	switch e := e.(type) {
	case ir.Load:
		return holds[e.Path.Root] && len(e.Path.Sels) == 0
	case ir.Offset:
		return pointsInto(e.X, holds)
	case ir.Addr:
		return holds[e.Path.Root]
	}
	return false
}
