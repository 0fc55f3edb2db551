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
