//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

func (f *fn) binaryValue(n *node) ir.Expr {
	e := n.exprs()
	if len(e) != 2 {
		return f.opaque(n)
	}
	switch op := f.binaryOp(n); op {
	case "=":
		return f.readBack(f.assignExpr(n), n)
	case ",":
		f.effect(e[0])
		return f.value(e[1])
	case "&&", "||":
		if f.hasEffects(n) {
			return f.logical(n)
		}
		return ir.Bin{Op: op, X: f.truth(e[0]), Y: f.truth(e[1])}
	case "==", "!=", "<", "<=", ">", ">=":
		return f.comparison(op, e[0], e[1])
	case "":
		return f.unknownBinary(n, e)
	default:
		return f.arithmetic(op, n, e)
	}
}

// truth is an operand of && or || as a value.
func (f *fn) truth(n *node) ir.Expr {
	v := f.value(n)
	if _, null := v.(ir.Null); !null && f.isPointerValue(n.bare()) {
		return ir.Bin{Op: "!=", X: v, Y: ir.Null{}}
	}
	return v
}

// comparison compares; constants stand on the right.
func (f *fn) comparison(op string, a, b *node) ir.Expr {
	x, y := f.value(a), f.value(b)
	if isNullLike(x) && !isNullLike(y) {
		x, y, op = y, x, mirrored(op)
	}
	return binary(op, x, y)
}

func isNullLike(v ir.Expr) bool {
	switch v.(type) {
	case ir.Null, ir.Const, ir.Named:
		return true
	}
	return false
}

func mirrored(op string) string {
	switch op[0] {
	case '<':
		return ">" + op[1:]
	case '>':
		return "<" + op[1:]
	}
	return op
}

func (f *fn) arithmetic(op string, n *node, e []*node) ir.Expr {
	x, y := f.value(e[0]), f.value(e[1])
	px, py := f.isPointerValue(e[0]), f.isPointerValue(e[1])
	switch {
	case op == "+" && px && !py:
		return moved(x, y, e[0])
	case op == "+" && py && !px:
		return moved(y, x, e[1])
	case op == "-" && px && !py:
		return moved(x, unary("-", y), e[0])
	}
	return binary(op, x, y)
}

// moved is the pointer v, the value of p, moved by n elements.
func moved(v, n ir.Expr, p *node) ir.Expr {
	if a, ok := v.(ir.Addr); ok && p.bare().info().isArray() {
		return ir.Addr{Path: a.Path.Elem(n)}
	}
	return offset(v, n)
}

// unknownBinary is the value of an operation whose operator could not be read.
func (f *fn) unknownBinary(n *node, e []*node) ir.Expr {
	x, y := f.value(e[0]), f.value(e[1])
	px, py := f.isPointerValue(e[0]), f.isPointerValue(e[1])
	if n.info().isPointer() {
		switch {
		case px && !py:
			return ir.Offset{X: x, N: ir.Unknown{}}
		case py && !px:
			return ir.Offset{X: y, N: ir.Unknown{}}
		case px && py:
			f.escape(x, e[0])
			f.escape(y, e[1])
		}
	}
	return f.unknown(n)
}

// cast evaluates an explicit conversion. Values pass through it; an integer that was computed from a pointer, as
// alignment is, still points into that pointer's block.
func (f *fn) cast(n *node) ir.Expr {
	e := n.exprs()
	if len(e) == 0 {
		return f.unknown(n)
	}
	x := e[len(e)-1]
	to := n.info()
	if to.isVoid() {
		f.effect(x)
		return ir.Unknown{}
	}
	v := f.value(x)
	if !to.isPointer() {
		return v
	}
	switch c := v.(type) {
	case ir.Const:
		if c.V == 0 {
			return ir.Null{}
		}
	case ir.Bin:
		if p, ok := f.alignedPointer(x); ok {
			return ir.Offset{X: p, N: ir.Unknown{}}
		}
	}
	return v
}

// alignedPointer finds the only pointer that the integer expression n is computed from.
func (f *fn) alignedPointer(n *node) (ir.Expr, bool) {
	if f.hasEffects(n) {
		return nil, false
	}
	var found []*node
	var walk func(n *node)
	walk = func(n *node) {
		if n.kind == gc.Cursor_UnaryExpr {
			return
		}
		if isCast(n.kind) && n.info().isInteger() {
			if x := n.uncast(); x.info().isPointer() {
				found = append(found, x)
				return
			}
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(n)
	if len(found) != 1 {
		return nil, false
	}
	return f.value(found[0]), true
}

// assignExpr evaluates an assignment and returns the cell it wrote.
func (f *fn) assignExpr(n *node) ir.Path {
	e := n.exprs()
	dst := f.place(e[0])
	f.store(dst, e[1], f.destName(e[0]))
	return dst
}

// readBack is the value of an assignment whose cell is p.
func (f *fn) readBack(p ir.Path, n *node) ir.Expr {
	if n.info().isArray() {
		return addrOf(p)
	}
	return loadOf(p)
}

// assign emits dst ← v.
func (f *fn) assign(dst ir.Path, v ir.Expr, n *node) {
	f.b.Emit(&ir.Assign{Dst: dst, Src: v, Pos: f.u.pos(n)})
}

// store evaluates n into dst. Memory acquired by n gets the given name.
func (f *fn) store(dst ir.Path, n *node, name string) {
	if f.cxxStore(dst, n, name) {
		return
	}
	if v, ok := f.named(n); ok {
		f.assign(dst, v, n)
		return
	}
	switch x := n.uncast(); x.kind {
	case gc.Cursor_CallExpr:
		f.call(x, &dst, name)
	case gc.Cursor_ConditionalOperator:
		if len(x.exprs()) == 3 {
			f.conditional(x, dst, name)
			return
		}
		f.assign(dst, f.value(n), n)
	case gc.Cursor_InitListExpr:
		f.initialise(dst, n.info(), x, name)
	case gc.Cursor_BinaryOperator:
		if f.binaryOp(x) == "," {
			e := x.exprs()
			f.effect(e[0])
			f.store(dst, e[1], name)
			return
		}
		f.assign(dst, f.value(n), n)
	default:
		f.assign(dst, f.value(n), n)
	}
}

// compoundAssign evaluates x op= y and returns the cell of x.
func (f *fn) compoundAssign(n *node) ir.Path {
	e := n.exprs()
	if len(e) != 2 {
		return f.place(n.kids[0])
	}
	p := f.place(e[0])
	y := f.value(e[1])
	op := strings.TrimSuffix(f.binaryOp(n), "=")
	var v ir.Expr
	switch {
	case op == "":
		v = f.unknown(n)
	case e[0].info().isPointer() && op == "-":
		v = offset(loadOf(p), unary("-", y))
	case e[0].info().isPointer():
		v = offset(loadOf(p), y)
	default:
		v = binary(op, loadOf(p), y)
	}
	f.assign(p, v, n)
	return p
}

// step evaluates ++ or -- and returns the cell it changed.
func (f *fn) step(n *node, op string) ir.Path {
	p := f.place(n.exprs()[0])
	f.stepAt(p, n, op)
	return p
}

func (f *fn) stepAt(p ir.Path, n *node, op string) {
	by := int64(1)
	if op == "--" {
		by = -1
	}
	if n.info().isPointer() {
		f.assign(p, offset(loadOf(p), ir.Const{V: by}), n)
		return
	}
	f.assign(p, ir.Bin{Op: op[:1], X: loadOf(p), Y: ir.Const{V: 1}}, n)
}
