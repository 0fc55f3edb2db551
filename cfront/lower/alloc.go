//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// acquire lowers a call of an allocator.
func (f *fn) acquire(c *call, a Allocator, how string) bool {
	if a.Out >= len(c.args) || a.Of >= len(c.args) {
		return false
	}
	vals := f.arguments(c)
	acq := &ir.Acquire{How: how, Name: c.as, Zero: a.Zero, Pos: c.pos, Size: product(vals, a.Size)}
	if a.Of >= 0 {
		acq.Of = vals[a.Of]
	}
	if a.Step > 0 {
		f.acquireAll(c, a, acq, vals)
		return true
	}
	if a.Out >= 0 {
		acq.Dst = f.deref(vals[a.Out])
		acq.Name = f.outName(c, a.Out)
		f.b.Emit(acq)
		f.result(c, f.unknown(c.n))
		return true
	}
	if c.dst != nil {
		acq.Dst = *c.dst
	} else {
		acq.Dst = ir.VarPath(f.b.AddTemp())
	}
	f.b.Emit(acq)
	return true
}

// acquireAll lowers a call that fills several pointers.
func (f *fn) acquireAll(c *call, a Allocator, first *ir.Acquire, vals []ir.Expr) {
	for at := a.Out; at < len(vals); at += a.Step {
		if _, end := vals[at].(ir.Null); end {
			break
		}
		acq := *first
		acq.Dst, acq.Name = f.deref(vals[at]), f.outName(c, at)
		if a.Shared && at > a.Out {
			f.b.Emit(&ir.Assign{Dst: acq.Dst, Src: ir.Offset{X: loadOf(first.Dst), N: f.unknown(c.n)}, Pos: c.pos})
			continue
		}
		if at > a.Out {
			acq.Size = product(vals, shiftedBy(a.Size, at-a.Out))
		} else if a.Shared {
			acq.Size = nil // the sizes of all of them
		}
		f.b.Emit(&acq)
		if at == a.Out {
			first.Dst = acq.Dst
		}
	}
	if a.Shared {
		f.result(c, loadOf(first.Dst))
		return
	}
	f.result(c, f.unknown(c.n))
}

func shiftedBy(idx []int, by int) []int {
	out := make([]int, len(idx))
	for i, x := range idx {
		out[i] = x + by
	}
	return out
}

// product multiplies the arguments that make up a size; nil if there are none.
func product(vals []ir.Expr, idx []int) ir.Expr {
	var size ir.Expr
	for _, i := range idx {
		switch {
		case i >= len(vals) || vals[i] == nil:
			return nil
		case size == nil:
			size = vals[i]
		default:
			size = binary("*", size, vals[i])
		}
	}
	return size
}

// release lowers a call that gives memory up.
func (f *fn) release(c *call, r Release, how string) bool {
	if r.Arg >= len(c.args) {
		return false
	}
	vals := f.arguments(c)
	for at := r.Arg; at < len(vals); at += r.Step {
		f.releaseOne(c, vals[at], r.Indirect || f.u.cxx && f.bindsReference(c, at), how)
		if r.Step == 0 {
			break
		}
	}
	f.result(c, f.unknown(c.n))
	return true
}

func (f *fn) releaseOne(c *call, v ir.Expr, indirect bool, how string) {
	var cell ir.Path
	if indirect {
		cell = f.deref(v)
		v = loadOf(cell)
	}
	f.b.Emit(&ir.Release{Val: v, How: how, Pos: c.pos})
	if indirect {
		f.b.Emit(&ir.Assign{Dst: cell, Src: ir.Null{}, Pos: c.pos})
	}
}

// memoryFunction lowers the copies and fills that move pointers: memset of a record or pointers to zero, memcpy of
// them. Of anything else they are calls of unseen functions.
func (f *fn) memoryFunction(c *call) bool {
	if len(c.args) < 3 {
		return false
	}
	switch c.name {
	case "memset", "__builtin_memset":
		if v, ok := f.constant(c.args[1]); !ok || v != 0 {
			return false
		}
		t := pointerTo(c.args[0])
		if !f.holdsPointers(t, 0) {
			return false
		}
		cell := f.wholeOf(c, c.args[0], t)
		f.effect(c.args[2])
		f.zero(cell, t, c.n)
	case "memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove":
		t := pointerTo(c.args[0])
		if !f.holdsPointers(t, 0) || !pointerTo(c.args[1]).canon.Equal(t.canon) {
			return false
		}
		dst, src := f.wholeOf(c, c.args[0], t), f.wholeOf(c, c.args[1], t)
		f.effect(c.args[2])
		f.assign(dst, loadOf(src), c.n)
	default:
		return false
	}
	if c.dst != nil {
		f.assign(*c.dst, f.value(c.args[0]), c.n)
	}
	return true
}

// wholeOf is the cell that a copy of c's third argument's bytes at the pointer n writes: the object, or where the size
// is not that of one object, an element nobody knows.
func (f *fn) wholeOf(c *call, n *node, t *typeInfo) ir.Path {
	p := f.deref(f.value(n))
	size, ok := f.constant(c.args[2])
	if ok && size == t.size() {
		return p
	}
	return p.Elem(nil)
}

// pointerTo is the type that the pointer expression n points to before it is converted to void *.
func pointerTo(n *node) *typeInfo {
	n = n.uncast()
	if n.info().isArray() {
		return n.info().element()
	}
	return n.info().pointee()
}

const maxNesting = 4 // levels of records in records that are looked into

// holdsPointers reports whether objects of type t are or contain pointers.
func (f *fn) holdsPointers(t *typeInfo, depth int) bool {
	switch {
	case t.isPointer():
		return true
	case t.isArray():
		return f.holdsPointers(t.element(), depth)
	case t.isRecord() && depth < maxNesting:
		for _, m := range f.u.fieldsOf(t) {
			if f.holdsPointers(m.typ, depth+1) {
				return true
			}
		}
	}
	return false
}

// destName is how messages call the cell that n names: its source text.
func (f *fn) destName(n *node) string {
	n = n.bare()
	if !f.u.trusted(n) {
		return f.rendered(n)
	}
	return f.u.text(n)
}

// pointedName is destName of what the pointer argument n points to.
func (f *fn) pointedName(n *node) string {
	n = n.uncast()
	if n.kind == gc.Cursor_UnaryOperator && f.unaryOp(n) == "&" {
		return f.destName(n.exprs()[0])
	}
	return "*" + f.destName(n)
}

// outName is destName of what a call's argument i lets it fill.
func (f *fn) outName(c *call, i int) string {
	if f.u.cxx && f.bindsReference(c, i) {
		return f.destName(c.args[i])
	}
	return f.pointedName(c.args[i])
}

// trusted reports whether the text of n is what n says: a macro's body has the text of the macro's use.
func (u *unit) trusted(n *node) bool {
	leaf := n
	for {
		e := leaf.exprs()
		if len(e) == 0 {
			break
		}
		leaf = e[0]
	}
	if leaf.kind != gc.Cursor_DeclRefExpr && leaf.kind != gc.Cursor_MemberRefExpr {
		return true
	}
	e, whole := u.extent(leaf), u.extent(n)
	return e.src == whole.src && whole.end >= e.end && e.src.slice(e.start, e.end) == leaf.name()
}

// rendered writes an lvalue of a macro's body.
func (f *fn) rendered(n *node) string {
	n = n.bare()
	e := n.exprs()
	switch {
	case n.kind == gc.Cursor_DeclRefExpr, len(e) == 0:
		return n.name()
	case n.kind == gc.Cursor_MemberRefExpr:
		dot := "."
		if n.isArrow(e[0]) {
			dot = "->"
		}
		return f.rendered(e[0]) + dot + n.name()
	case n.kind == gc.Cursor_ArraySubscriptExpr && len(e) == 2:
		return f.rendered(e[0]) + "[" + f.rendered(e[1]) + "]"
	case n.kind == gc.Cursor_UnaryOperator:
		return f.unaryOp(n) + f.rendered(e[0])
	case n.kind == gc.Cursor_IntegerLiteral:
		if v, ok := f.constant(n); ok {
			return ir.Const{V: v}.String()
		}
	}
	return "…"
}
