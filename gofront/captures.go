package gofront

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// capturedCell returns the variable of an enclosing function that a captured variable is.
func capturedCell(fv *ssa.FreeVar) ssa.Value {
	mk := makerOf(fv.Parent())
	if mk == nil {
		return nil
	}
	for i, v := range fv.Parent().FreeVars {
		if v != fv || i >= len(mk.Bindings) {
			continue
		}
		if outer, ok := mk.Bindings[i].(*ssa.FreeVar); ok {
			return capturedCell(outer)
		}
		return mk.Bindings[i]
	}
	return nil
}

// makerOf returns the instruction that makes the closure of a literal.
func makerOf(f *ssa.Function) *ssa.MakeClosure {
	if f.Parent() == nil || f.Referrers() == nil {
		return nil
	}
	for _, r := range *f.Referrers() {
		if mk, ok := r.(*ssa.MakeClosure); ok {
			return mk
		}
	}
	return nil
}

// outerClosure resolves a captured variable that holds a function, when the body at hand is lowered apart from the
// function around it: what that function captures is found among this body's own captured variables.
func (fr *frame) outerClosure(fv *ssa.FreeVar) *closure {
	cell, ok := capturedCell(fv).(*ssa.Alloc)
	if !ok {
		return nil
	}
	switch v := onlyValue(cell).(type) {
	case *ssa.Function:
		return &closure{fn: v}
	case *ssa.MakeClosure:
		cl := &closure{fn: v.Fn.(*ssa.Function)}
		for i, b := range v.Bindings {
			cl.binds = append(cl.binds, fr.ownCapture(b, captureCell(fr.cell(fv), cl.fn.FreeVars[i])))
		}
		return cl
	}
	return nil
}

// keepCaptures notes, beside a captured function variable, what its function captures in turn.
func (fr *frame) keepCaptures(a *ssa.Alloc, cl *closure, at token.Pos) {
	if !a.Heap {
		return
	}
	for i, b := range cl.binds {
		if x := b.value(); i < len(cl.fn.FreeVars) && isFollowed(x) {
			fr.assign(captureCell(ir.VarPath(fr.variable(a)), cl.fn.FreeVars[i]), x, at)
		}
	}
}

// captureCell is the hidden field of a function variable that holds the address of a captured variable.
func captureCell(cell ir.Path, fv *ssa.FreeVar) ir.Path { return cell.Field("#" + fv.Name()) }

// ownCapture finds a variable of the function around among this body's captured variables; else it is what the function
// variable at hand captured itself.
func (fr *frame) ownCapture(outer ssa.Value, kept ir.Path) operand {
	if fv, ok := outer.(*ssa.FreeVar); ok {
		outer = capturedCell(fv)
	}
	for _, own := range fr.f.FreeVars {
		if outer != nil && capturedCell(own) == outer {
			return operand{x: fr.expr(own), v: own, in: fr}
		}
	}
	return operand{x: ir.Load{Path: kept}}
}
