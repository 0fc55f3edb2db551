//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// cxxStmt lowers a statement that C lacks.
func (f *fn) cxxStmt(n *node) bool {
	switch n.kind {
	case gc.Cursor_CXXForRangeStmt:
		f.rangeFor(n)
	case gc.Cursor_CXXTryStmt:
		f.tryStmt(n)
	default:
		return false
	}
	return true
}

// cxxCondition lowers the declaration in the head of if, while or switch and returns the other parts.
func (f *fn) cxxCondition(n *node, kids []*node) []*node {
	for len(kids) > 1 {
		k := kids[0]
		switch {
		case k.kind == gc.Cursor_DeclStmt:
			f.stmt(k)
		case k.kind == gc.Cursor_VarDecl:
			f.declare(k)
		case k.isExpr() && len(kids) > 2 && f.endsStatement(k, kids[1]):
			f.fullExpr(func() { f.effect(k) })
		default:
			return kids
		}
		kids = kids[1:]
	}
	return kids
}

// endsStatement reports whether a semicolon stands between two parts of a statement's head.
func (f *fn) endsStatement(a, b *node) bool {
	x, y := f.u.extent(a), f.u.extent(b)
	if !f.u.cxx || x.src != y.src || x.end < 0 {
		return false
	}
	text := x.src.bytes()
	at := skipBlank(text, min(x.end, len(text)))
	return strings.HasPrefix(text[at:], ";") && at < y.start
}

// tryBlock is an open try.
type tryBlock struct {
	depth int // scopes open around it
	catch *ir.Block
}

// tryStmt lowers try and its handlers. An exception may come from any call: the handlers are reached from the start of
// the block and from its end, which stand for all states in between, and from every throw in it.
func (f *fn) tryStmt(n *node) {
	body, catch, after := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	pos := f.keyword(n)
	may := func(next *ir.Block) {
		f.b.End(&ir.If{Cond: ir.Unknown{Text: "exception"}, Then: catch, Else: next, Pos: pos})
	}
	may(body)
	f.b.SetBlock(body)
	f.tries = append(f.tries, &tryBlock{depth: len(f.scopes), catch: catch})
	for _, k := range n.kids {
		if k.kind != gc.Cursor_CXXCatchStmt {
			f.stmt(k)
		}
	}
	f.tries = f.tries[:len(f.tries)-1]
	if f.b.Cur != nil {
		may(after)
	}
	f.b.SetBlock(catch)
	f.handlers(n, after)
	f.b.SetBlock(after)
}

// handlers lowers the handlers of a try: any of them may run.
func (f *fn) handlers(n *node, after *ir.Block) {
	var list []*node
	for _, k := range n.kids {
		if k.kind == gc.Cursor_CXXCatchStmt {
			list = append(list, k)
		}
	}
	sw := &ir.Switch{Tag: ir.Unknown{Text: "exception"}, Pos: f.keyword(n)}
	var blocks []*ir.Block
	for i := range list {
		blk := f.b.NewBlock()
		blocks = append(blocks, blk)
		if i < len(list)-1 {
			sw.Cases = append(sw.Cases, ir.Case{Val: ir.Const{V: int64(i)}, To: blk})
		}
	}
	if len(list) == 0 {
		f.b.Jump(after)
		return
	}
	sw.Default = blocks[len(blocks)-1]
	if len(list) == 1 {
		f.b.Jump(blocks[0])
	} else {
		f.b.End(sw)
	}
	for i, k := range list {
		f.b.SetBlock(blocks[i])
		f.handler(k)
		f.b.Jump(after)
	}
}

func (f *fn) handler(n *node) {
	leave := f.enter(n)
	for _, k := range n.kids {
		switch k.kind {
		case gc.Cursor_VarDecl:
			v := f.variable(k.c)
			f.set(ir.VarPath(v), ir.Unknown{Text: "exception"}, f.u.pos(k))
		default:
			f.stmt(k)
		}
	}
	leave()
}

// throwExpr leaves for the handlers of the innermost try, or the function.
func (f *fn) throwExpr(n *node) {
	for _, k := range n.exprs() {
		f.effect(k)
	}
	f.temps = f.temps[:0]
	if len(f.tries) > 0 {
		t := f.tries[len(f.tries)-1]
		f.unwind(t.depth)
		f.b.Jump(t.catch)
		return
	}
	f.unwind(0)
	f.b.End(&ir.Halt{Pos: f.u.pos(n)})
}

// cxxReturned evaluates the operand of return: a reference returns an address, an object is moved out or copied.
func (f *fn) cxxReturned(n *node) (ir.Expr, bool) {
	if !f.u.cxx {
		return nil, false
	}
	if f.resultType.isReference() {
		return f.heldAcross(f.address(n), n), true
	}
	s := f.shape(n)
	if f.resultType.canon.Kind() != gc.Type_Invalid {
		if r := f.u.shapeOf(f.resultType.t); r.isClass() && f.resultType.kind != 0 {
			s = r
		}
	}
	if !s.isClass() {
		var v ir.Expr
		mark := len(f.temps)
		v = f.value(n)
		if len(f.temps) > mark {
			v = f.held(v, n)
			f.destroyTemps(mark)
		}
		return f.heldAcross(v, n), true
	}
	return f.returnedObject(n, s), true
}

// heldAcross keeps a value from what leaving the function does.
func (f *fn) heldAcross(v ir.Expr, n *node) ir.Expr {
	if f.exitsAbove(0) {
		return f.held(v, n)
	}
	return v
}

// returnedObject evaluates an object to return. A local variable is moved out: leaving the function does not destroy it.
func (f *fn) returnedObject(n *node, s *shape) ir.Expr {
	x := f.unwrapped(n)
	if src := f.movedFrom(x); src != nil {
		x = f.unwrapped(src)
	}
	if v := f.returnedVar(x, s); v != nil {
		if !s.owns(f.u) {
			return f.heldAcross(ir.Value(v), n)
		}
		f.keep[v] = true
		defer func() { f.leaving = append(f.leaving, v) }()
		return ir.Value(v)
	}
	t := f.b.AddTemp()
	mark := len(f.temps)
	f.construct(spot{dst: ir.VarPath(t), s: s, pos: f.u.pos(n), name: f.destName(n)}, n)
	f.destroyTemps(mark)
	return ir.Value(t)
}

// returnedVar is the local variable or parameter by value that an expression names, perhaps through the move constructor
// that returning it calls.
func (f *fn) returnedVar(x *node, s *shape) *ir.Var {
	if x.kind == gc.Cursor_CallExpr && x.c.Referenced().Kind() == gc.Cursor_Constructor {
		if args := f.realArgs(x); len(args) == 1 && f.sameClass(s, f.shape(args[0])) {
			x = f.unwrapped(args[0])
			if src := f.movedFrom(x); src != nil {
				x = f.unwrapped(src)
			}
		}
	}
	if x.kind != gc.Cursor_DeclRefExpr {
		return nil
	}
	d := x.c.Referenced()
	if k := d.Kind(); k != gc.Cursor_VarDecl && k != gc.Cursor_ParmDecl || !f.sameClass(s, f.shape(x)) {
		return nil
	}
	key := keyOf(d)
	if infoOf(d.Type()).isReference() || f.indirect[key] {
		return nil
	}
	if v := f.variable(d); v.Kind != ir.Global {
		return v
	}
	return nil
}
