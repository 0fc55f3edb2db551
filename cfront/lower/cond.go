//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// cond evaluates n as a condition and goes to then or els. Each operand of && and || becomes a branch of its own.
func (f *fn) cond(n *node, then, els *ir.Block) {
	n = f.condition(n)
	switch n.kind {
	case gc.Cursor_BinaryOperator:
		if f.condBinary(n, then, els) {
			return
		}
	case gc.Cursor_UnaryOperator:
		if f.unaryOp(n) == "!" {
			f.cond(n.exprs()[0], els, then)
			return
		}
	case gc.Cursor_ConditionalOperator:
		if e := n.exprs(); len(e) == 3 {
			yes, no := f.b.NewBlock(), f.b.NewBlock()
			f.cond(e[0], yes, no)
			f.b.SetBlock(yes)
			f.cond(e[1], then, els)
			f.b.SetBlock(no)
			f.cond(e[2], then, els)
			return
		}
	}
	f.branch(n, then, els)
}

func (f *fn) condBinary(n *node, then, els *ir.Block) bool {
	e := n.exprs()
	if len(e) != 2 {
		return false
	}
	switch f.binaryOp(n) {
	case "&&":
		mid := f.b.NewBlock()
		f.cond(e[0], mid, els)
		f.b.SetBlock(mid)
		f.cond(e[1], then, els)
	case "||":
		mid := f.b.NewBlock()
		f.cond(e[0], then, mid)
		f.b.SetBlock(mid)
		f.cond(e[1], then, els)
	case ",":
		f.effect(e[0])
		f.cond(e[1], then, els)
	default:
		return false
	}
	return true
}

// condition strips what does not change whether n is true: parentheses, conversions, __builtin_expect.
func (f *fn) condition(n *node) *node {
	for {
		n = n.bare()
		if n.kind != gc.Cursor_CallExpr {
			return n
		}
		name := n.c.Spelling()
		if name != "__builtin_expect" && name != "__builtin_expect_with_probability" || n.c.NumArguments() < 1 {
			return n
		}
		args := f.args(n)
		if len(args) == 0 {
			return n
		}
		n = args[0]
	}
}

// branch ends the block with a test of n's value.
func (f *fn) branch(n *node, then, els *ir.Block) {
	mark := len(f.temps)
	v := f.cxxTruth(n)
	if len(f.temps) > mark {
		v = f.held(v, n)
		f.destroyTemps(mark)
	}
	switch c := v.(type) {
	case ir.Const:
		if c.V == 0 {
			then = els
		}
		f.b.Jump(then)
		return
	case ir.Null:
		f.b.Jump(els)
		return
	}
	if f.isPointerValue(n) {
		v = ir.Bin{Op: "!=", X: v, Y: ir.Null{}}
	}
	f.b.End(&ir.If{Cond: v, Then: then, Else: els, Pos: f.u.pos(n)})
}

// isPointerValue reports whether n's value is a pointer (an array or function counts as its address).
func (f *fn) isPointerValue(n *node) bool {
	t := n.info()
	if t.isReference() {
		t = t.pointee()
	}
	if f.loose && f.u.shapeOf(t.t).kind == unknownShape {
		s := f.shape(n)
		return s.isPointer() || s.kind == arrayShape
	}
	return t.isPointer() || t.isArray() || t.isFunction()
}

// logical evaluates !, && and || as values. Without effects in the operands they are expressions; otherwise control flow.
func (f *fn) logical(n *node) ir.Expr {
	t := f.b.AddTemp()
	yes, no, after := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.cond(n, yes, no)
	f.b.SetBlock(yes)
	f.assign(ir.VarPath(t), ir.Const{V: 1}, n)
	f.b.Jump(after)
	f.b.SetBlock(no)
	f.assign(ir.VarPath(t), ir.Const{}, n)
	f.b.Jump(after)
	f.b.SetBlock(after)
	return ir.Value(t)
}

// hasEffects reports whether evaluating n may do more than yield a value.
func (f *fn) hasEffects(n *node) bool {
	switch n.kind {
	case gc.Cursor_CallExpr, gc.Cursor_CompoundAssignOperator, gc.Cursor_StmtExpr, gc.Cursor_CompoundLiteralExpr,
		gc.Cursor_ConditionalOperator, gc.Cursor_LambdaExpr, gc.Cursor_CXXNewExpr, gc.Cursor_CXXDeleteExpr,
		gc.Cursor_CXXThrowExpr, gc.Cursor_InitListExpr:
		return true
	case gc.Cursor_BinaryOperator:
		if op := f.binaryOp(n); op == "=" || op == "," || op == "" {
			return true
		}
	case gc.Cursor_UnaryOperator:
		if _, ok := f.named(n); ok {
			return false
		}
		switch f.unaryOp(n) {
		case "++", "--", "x++", "x--", "":
			return true
		}
	case gc.Cursor_UnaryExpr:
		return false
	}
	for _, k := range n.kids {
		if f.hasEffects(k) {
			return true
		}
	}
	return false
}

// conditional evaluates c ? a : b into dst.
func (f *fn) conditional(n *node, dst ir.Path, name string) {
	e := n.exprs()
	yes, no, after := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.cond(e[0], yes, no)
	for i, blk := range []*ir.Block{yes, no} {
		f.b.SetBlock(blk)
		if e[i+1].info().isVoid() {
			f.effect(e[i+1])
		} else {
			f.store(dst, e[i+1], name)
		}
		f.b.Jump(after)
	}
	f.b.SetBlock(after)
}
