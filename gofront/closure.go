package gofront

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// closure is a function value known at lowering time.
type closure struct {
	fn    *ssa.Function
	binds []operand // one per captured variable
}

// value is the expression of an operand.
func (o operand) value() ir.Expr {
	if o.x == nil && o.in != nil && o.v != nil {
		return o.in.expr(o.v)
	}
	if o.x == nil {
		return ir.Unknown{}
	}
	return o.x
}

// closure returns the function that v is, or nil when that is not known.
func (fr *frame) closure(v ssa.Value) *closure {
	if k, ok := fr.known[v]; ok && k.v != nil && k.v != v {
		return k.in.closure(k.v)
	}
	switch v := v.(type) {
	case *ssa.Function:
		return &closure{fn: v}
	case *ssa.MakeClosure:
		cl := &closure{fn: v.Fn.(*ssa.Function)}
		for _, b := range v.Bindings {
			cl.binds = append(cl.binds, operand{v: b, in: fr})
		}
		return cl
	case *ssa.Parameter:
		return fr.callbacks[v]
	case *ssa.ChangeType:
		return fr.closure(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return fr.closureIn(v.X)
		}
	}
	return nil
}

// closureIn returns the function that a cell holds.
func (fr *frame) closureIn(addr ssa.Value) *closure {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if k, ok := fr.known[a]; ok && k.v != nil {
			return k.in.closure(k.v)
		}
		if p := paramOf(a); p != nil {
			return fr.closure(p)
		}
		if v := onlyValue(a); v != nil {
			return fr.closure(v)
		}
	case *ssa.FreeVar:
		if k, ok := fr.known[a]; ok {
			return k.in.closureIn(k.v)
		}
		return fr.outerClosure(a)
	case *ssa.FieldAddr, *ssa.Global:
		if f := fr.u.pr.single(cellKey(a)); f != nil {
			return &closure{fn: f}
		}
	}
	return nil
}

// onlyValue returns the one value that a local variable, captured or not, is ever given.
func onlyValue(a *ssa.Alloc) ssa.Value {
	var val ssa.Value
	for _, u := range uses(a) {
		switch u := u.(type) {
		case *ssa.Store:
			if u.Addr != ssa.Value(a) || val != nil {
				return nil
			}
			val = u.Val
		case *ssa.UnOp:
		case *ssa.MakeClosure:
			if assignedIn(u, a) {
				return nil
			}
		default:
			return nil
		}
	}
	return val
}

// assignedIn reports whether a closure may assign to a variable that it captures.
func assignedIn(mk *ssa.MakeClosure, captured ssa.Value) bool {
	fn := mk.Fn.(*ssa.Function)
	for i, b := range mk.Bindings {
		if b != captured || i >= len(fn.FreeVars) {
			continue
		}
		fv := fn.FreeVars[i]
		for _, u := range uses(fv) {
			switch u := u.(type) {
			case *ssa.UnOp:
			case *ssa.MakeClosure:
				if assignedIn(u, fv) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

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

// callLiteral calls a function literal: in place when it is called where it stands, else by name.
func (fr *frame) callLiteral(s *site, cl *closure) {
	_, immediate := s.c.Value.(*ssa.MakeClosure)
	if f, ok := s.c.Value.(*ssa.Function); ok && f.Parent() != nil {
		immediate = true
	}
	if !s.async && fr.depth < maxInline && (immediate || isCgoLiteral(cl.fn)) {
		fr.inlineCall(s, cl)
		return
	}
	var captured []ir.Expr
	for _, b := range cl.binds {
		captured = append(captured, b.value())
	}
	if s.name == "" || isLiteral(s.node) {
		s.name = displayName(cl.fn)
	}
	fr.direct(s, cl.fn, captured)
}

func isLiteral(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	_, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	return ok
}

// maxInline bounds how deep literals called in place are nested into one another.
const maxInline = 8

// inlineCall lowers the body of a literal at the place of its call.
func (fr *frame) inlineCall(s *site, cl *closure) {
	in := fr.inlined(cl, s.args)
	in.caller, in.calledBy = fr, s
	if isCgoLiteral(cl.fn) {
		in.callAt = s.pos
	}
	cont, straight := fr.b.NewBlock(), len(in.reachable()) == 1
	in.ret = func(r *ssa.Return) {
		for i, v := range r.Results {
			if isFuncType(v.Type()) {
				if res := s.result(i); res != nil {
					fr.known[res] = operand{v: v, in: in}
				}
				continue
			}
			if s.used(i) {
				fr.setResult(s, i, in.expr(v))
			}
		}
		if !straight {
			fr.b.Jump(cont)
		}
	}
	in.run()
	if !straight {
		fr.b.SetBlock(cont)
	}
}

// inlined makes the frame of a body that is lowered in place.
func (fr *frame) inlined(cl *closure, args []arg) *frame {
	syn := fr.syn
	if u := fr.u.pr.unitOf(cl.fn); u != nil {
		syn = u.syn
	}
	in := fr.newFrame(cl.fn, syn)
	in.inline = true
	for i, fv := range cl.fn.FreeVars {
		if i < len(cl.binds) {
			in.known[fv] = cl.binds[i]
			in.vals[fv] = cl.binds[i].value()
		}
	}
	for i, p := range cl.fn.Params {
		if i >= len(args) {
			in.vals[p] = ir.Unknown{}
			continue
		}
		in.vals[p] = args[i].x
		if args[i].v != nil && args[i].in != nil && isFuncType(p.Type()) {
			in.known[p] = operand{x: args[i].x, v: args[i].v, in: args[i].in}
		}
	}
	return in
}

// run lowers the body of an inlined frame.
func (fr *frame) run() {
	fr.depth++
	fr.body()
	fr.depth--
}

// isCgoLiteral reports whether cgo wrapped a call of a C function into the literal.
func isCgoLiteral(f *ssa.Function) bool {
	if f.Parent() == nil {
		return false
	}
	for _, fv := range f.FreeVars {
		if strings.HasPrefix(fv.Name(), "_cgo") {
			return true
		}
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if a, ok := in.(*ssa.Alloc); ok && strings.HasPrefix(a.Comment, "_cgo") {
				return true
			}
		}
	}
	return false
}

// isCgoTemp reports whether the variable is one that cgo introduces to evaluate an argument before its call. Those of a
// deferred call live longer and are variables like others.
func isCgoTemp(a *ssa.Alloc) bool {
	if !strings.HasPrefix(a.Comment, "_cgo") {
		return false
	}
	res := a.Parent().Signature.Results()
	return res.Len() == 0 || !isFuncType(res.At(0).Type())
}

// funcRef is a function as a value.
func (fr *frame) funcRef(f *ssa.Function) ir.Expr {
	f = origin(f)
	if f.Synthetic == rangeYield {
		return ir.Unknown{Text: "loop body"}
	}
	fr.needed(f)
	if u := fr.u.pr.unitOf(f); u != nil {
		u.taken[f] = true
	}
	return ir.FuncRef{Name: funcName(f)}
}

// escapeClosure says that the variables which a function value captures become reachable from out of sight.
func (fr *frame) escapeClosure(v ssa.Value, at token.Pos) {
	if !isFuncType(v.Type()) {
		return
	}
	cl := fr.closure(v)
	if cl == nil {
		return
	}
	for _, b := range cl.binds {
		if b.v == nil || !holdsPointers(derefType(b.v.Type())) || isFuncType(derefType(b.v.Type())) {
			continue
		}
		if x := b.value(); isFollowed(x) {
			fr.b.Emit(&ir.Escape{Val: x, Pos: fr.syn.pos(at)})
		}
	}
}

// onlyCalled reports whether f does nothing with an argument but call it.
func onlyCalled(f *ssa.Function, s *site, a arg) bool {
	for i := range s.args {
		if s.args[i].v != a.v || len(f.Params) != len(s.args) {
			continue
		}
		if !justCalled(f.Params[i], 0) {
			return false
		}
	}
	return len(f.Params) == len(s.args) && len(f.Blocks) > 0
}

func justCalled(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	for _, u := range uses(v) {
		switch u := u.(type) {
		case *ssa.Store:
			cell, ok := u.Addr.(*ssa.Alloc)
			if u.Val != v || !ok || !cellJustCalled(cell, depth+1) {
				return false
			}
		case *ssa.Call:
			if u.Call.Value != v && !passedOn(u, v, depth+1) {
				return false
			}
		case *ssa.Defer:
			if u.Call.Value != v {
				return false
			}
		case *ssa.BinOp, *ssa.DebugRef: // compared with nil
		case *ssa.ChangeType:
			if !justCalled(u, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func cellJustCalled(cell ssa.Value, depth int) bool {
	for _, u := range uses(cell) {
		switch u := u.(type) {
		case *ssa.Store:
			if u.Addr != cell {
				return false
			}
		case *ssa.UnOp:
			if !justCalled(u, depth) {
				return false
			}
		case *ssa.MakeClosure:
			fn := u.Fn.(*ssa.Function)
			for i, b := range u.Bindings {
				if b == cell && i < len(fn.FreeVars) && (depth > 6 || !cellJustCalled(fn.FreeVars[i], depth+1)) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// passedOn reports whether the callee of c, in turn, only calls what it is given.
func passedOn(c *ssa.Call, v ssa.Value, depth int) bool {
	f := c.Call.StaticCallee()
	if f == nil {
		return false
	}
	f = origin(f)
	for i, a := range c.Call.Args {
		if a == v && (i >= len(f.Params) || len(f.Blocks) == 0 || !justCalled(f.Params[i], depth)) {
			return false
		}
	}
	return true
}
