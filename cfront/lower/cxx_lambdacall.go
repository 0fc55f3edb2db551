//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// closureOf returns the lambda that n is or names, nil if it is not known.
func (f *fn) closureOf(n *node) *closure {
	n = f.unwrapped(n)
	if src := f.movedFrom(n); src != nil {
		n = f.unwrapped(src)
	}
	switch n.kind {
	case gc.Cursor_LambdaExpr:
		return f.lambda(n, "")
	case gc.Cursor_DeclRefExpr:
		return f.closures[keyOf(n.c.Referenced())]
	case gc.Cursor_CallExpr: // a copy of the lambda, or std::ref of it
		e := n.exprs()
		if k := n.c.Referenced().Kind(); len(e) == 1 && (k == gc.Cursor_Constructor || k == gc.Cursor_ConversionFunction) {
			return f.closureOf(e[0])
		}
		if name := n.c.Spelling(); len(e) == 2 && (name == "ref" || name == "cref") {
			return f.closureOf(e[1])
		}
	case gc.Cursor_UnaryOperator, gc.Cursor_MemberRefExpr:
		if e := n.exprs(); len(e) == 1 && (n.kind == gc.Cursor_MemberRefExpr || f.unaryOp(n) == "+") {
			return f.closureOf(e[0])
		}
	}
	return nil
}

// anyClosure reports whether one of the arguments is a lambda, without lowering any.
func (f *fn) anyClosure(args []*node) bool {
	for _, a := range args {
		x := f.unwrapped(a)
		if x.kind == gc.Cursor_LambdaExpr || x.kind == gc.Cursor_DeclRefExpr && f.closures[keyOf(x.c.Referenced())] != nil {
			return true
		}
	}
	return false
}

// callLambda calls a lambda directly.
func (f *fn) callLambda(c *call, cl *closure, args []*node) (outcome, bool) {
	out := &ir.Call{Name: cl.display, Callees: []string{cl.name}, Pos: c.pos}
	for _, k := range cl.caps {
		out.Args = append(out.Args, f.captureArg(k))
	}
	for i, a := range args {
		if i < len(cl.params) && infoOf(cl.params[i].c.Type()).isReference() {
			out.Args = append(out.Args, f.address(a))
		} else {
			out.Args = append(out.Args, f.argument(a))
		}
	}
	if !cl.result {
		f.b.Emit(out)
		return aVoid()
	}
	if c.spot != nil && !cl.byRef {
		out.Dsts = []ir.Path{c.spot.dst}
		f.b.Emit(out)
		return anObject()
	}
	t := ir.VarPath(f.b.AddTemp())
	out.Dsts = []ir.Path{t}
	f.b.Emit(out)
	if cl.byRef {
		return aPlace(t.Deref())
	}
	return aValue(loadOf(t))
}

// callClosures calls the lambdas that a call was given: an algorithm of the standard library calls them in a loop, other
// functions may call them.
func (f *fn) callClosures(c *call) {
	loop := c.fn != nil && c.fn.cxx != nil && c.fn.cxx.standard && !c.fn.cxx.member && !callsOnce[c.fn.spelling]
	for _, a := range c.args {
		if cl := f.closureOf(a); cl != nil {
			f.callBack(c, cl, loop)
		}
	}
}

// callsOnce lists functions of the standard library that call what they are given once, or hand it to a thread.
var callsOnce = map[string]bool{
	"call_once": true, "invoke": true, "apply": true, "async": true, "visit": true, "bind": true, "atexit": true,
	"make_pair": true, "make_tuple": true, "make_unique": true, "make_shared": true,
}

// callBack calls a lambda with arguments nobody knows: as often as a loop runs, or perhaps once.
func (f *fn) callBack(c *call, cl *closure, loop bool) {
	body, after := f.b.NewBlock(), f.b.NewBlock()
	var index ir.Expr = ir.Unknown{}
	if loop {
		i := f.b.AddTemp()
		f.set(ir.VarPath(i), ir.Const{}, c.pos)
		index = ir.Value(i)
		head := f.b.NewBlock()
		head.Loop = c.pos
		f.b.Jump(head)
		f.b.SetBlock(head)
		f.b.End(&ir.If{Cond: ir.Unknown{Text: f.u.text(c.n)}, Then: body, Else: after, Pos: c.pos})
		f.b.SetBlock(body)
		f.emitCallBack(c, cl, index)
		f.set(ir.VarPath(i), ir.Bin{Op: "+", X: index, Y: ir.Const{V: 1}}, c.pos)
		f.b.Jump(head)
		f.b.SetBlock(after)
		return
	}
	f.b.End(&ir.If{Cond: ir.Unknown{Text: c.name}, Then: body, Else: after, Pos: c.pos})
	f.b.SetBlock(body)
	f.emitCallBack(c, cl, index)
	f.b.Jump(after)
	f.b.SetBlock(after)
}

// emitCallBack emits the call of a lambda within an algorithm: a reference to an element refers into the range that the
// algorithm's first argument starts.
func (f *fn) emitCallBack(c *call, cl *closure, index ir.Expr) {
	out := &ir.Call{Name: cl.display, Callees: []string{cl.name}, Pos: c.pos}
	for _, k := range cl.caps {
		out.Args = append(out.Args, f.captureArg(k))
	}
	for i, p := range cl.params {
		var v ir.Expr = ir.Unknown{}
		if i == 0 && len(c.vals) > 0 && f.shape(c.args[0]).isPointer() {
			cell := f.deref(keepOffset(c.vals[0], index))
			v = loadOf(cell)
			if infoOf(p.c.Type()).isReference() {
				v = addrOf(cell)
			}
		}
		out.Args = append(out.Args, v)
	}
	f.b.Emit(out)
}
