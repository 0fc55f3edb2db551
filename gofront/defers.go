package gofront

import (
	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// defers are the deferred calls of a body, those in loops over functions included, in the order of the source.
type defers struct {
	list []*deferred
	of   map[*ssa.Defer]*deferred
}

type deferred struct {
	in   *ssa.Defer
	s    *site
	fr   *frame
	cl   *closure
	flag *ir.Var // set when the statement ran; nil until some return needs it
}

func (fr *frame) findDefers() *defers {
	d := &defers{of: map[*ssa.Defer]*deferred{}}
	d.collect(fr.f)
	return d
}

func (d *defers) collect(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if df, ok := in.(*ssa.Defer); ok {
				e := &deferred{in: df}
				d.list = append(d.list, e)
				d.of[df] = e
			}
		}
	}
	for _, a := range f.AnonFuncs {
		if a.Synthetic == rangeYield {
			d.collect(a)
		}
	}
}

// deferStmt evaluates the arguments now and remembers the call.
func (fr *frame) deferStmt(in *ssa.Defer) {
	d := fr.defers.of[in]
	if d == nil {
		return
	}
	d.fr = fr
	d.s = fr.newSite(in.Common(), nil)
	d.cl = fr.closure(in.Call.Value)
	for i := range d.s.args {
		a := &d.s.args[i]
		if fr.plan.stable(a.v) && !isRead(a.x) {
			continue
		}
		t := fr.b.AddTemp()
		fr.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: a.x, Pos: d.s.pos})
		a.x = ir.Value(t)
	}
	if fr.conditional(in) {
		fr.b.Emit(&ir.Assign{Dst: ir.VarPath(fr.flag(d)), Src: ir.Const{V: 1}, Pos: d.s.pos})
	}
}

// conditional reports whether some return runs the deferred calls although the statement may not have run.
func (fr *frame) conditional(in *ssa.Defer) bool {
	if fr.f.Synthetic == rangeYield {
		return true
	}
	for _, b := range fr.f.Blocks {
		for _, other := range b.Instrs {
			if _, ok := other.(*ssa.RunDefers); ok && b != fr.f.Recover && !in.Block().Dominates(b) && reaches(in.Block(), b) {
				return true
			}
		}
	}
	return false
}

// isRead reports whether an expression reads a cell that may change until the function returns.
func isRead(x ir.Expr) bool { return len(ir.Loads(x)) > 0 }

func (fr *frame) flag(d *deferred) *ir.Var {
	if d.flag == nil {
		d.flag = fr.b.AddTemp()
		fr.flags = append(fr.flags, d.flag)
	}
	return d.flag
}

// reaches reports whether control can get from one block to another.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// runDefers makes the deferred calls, the last one first. A call whose statement may not have run is guarded by its flag.
// A statement in a loop counts once: what it deferred in the earlier passes is as dead as what it deferred last.
func (fr *frame) runDefers(at *ssa.BasicBlock) {
	for i := len(fr.defers.list) - 1; i >= 0; i-- {
		d := fr.defers.list[i]
		if d.s == nil || fr.b.Cur == nil || d.in.Parent() == fr.f && !reaches(d.in.Block(), at) {
			continue // not on any way to this return
		}
		if d.flag == nil || d.in.Parent() == fr.f && d.in.Block().Dominates(at) {
			fr.runDeferred(d)
			continue
		}
		run, next := fr.b.NewBlock(), fr.b.NewBlock()
		fr.b.End(&ir.If{Cond: ir.Value(d.flag), Then: run, Else: next})
		fr.b.SetBlock(run)
		fr.runDeferred(d)
		fr.b.Jump(next)
		fr.b.SetBlock(next)
	}
}

func (fr *frame) runDeferred(d *deferred) {
	s := *d.s
	if d.cl != nil {
		d.fr.callClosure(&s, d.cl)
		return
	}
	d.fr.dispatch(&s)
}

// clearFlags sets the flags of deferred calls to zero at the start of the function.
func (lo *lowerer) clearFlags(entry *ir.Block) {
	var init []ir.Instr
	for _, v := range lo.flags {
		init = append(init, &ir.Assign{Dst: ir.VarPath(v), Src: ir.Const{}})
	}
	entry.Instrs = append(init, entry.Instrs...)
}
