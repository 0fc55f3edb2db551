//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// acquireBlock gives a container a block for count elements, nil if their number is not known.
func (f *fn) acquireBlock(o spot, count ir.Expr) {
	elem := o.s.class.element()
	acq := &ir.Acquire{
		Dst: o.dst.Field(hiddenData), Kind: ir.Container, How: o.s.class.how(), Name: o.name, Pos: o.pos, Elem: elem.size,
	}
	if count != nil && elem.size > 0 {
		acq.Size = binary("*", count, ir.Const{V: elem.size})
	}
	f.b.Emit(acq)
}

// how is what messages call the class.
func (c *class) how() string {
	if c.name == "std::basic_string" {
		return "std::string"
	}
	return c.name
}

// grow says that a container holds a block after the call of how, the one it held if it held one.
func (f *fn) grow(p ir.Path, s *shape, how, name string, pos ir.Pos) {
	f.b.Emit(&ir.Ensure{
		Dst: p.Field(hiddenData), How: how, Elem: s.class.element().size, Name: name, Pos: pos,
	})
}

// constructModelled runs a constructor of a class that is lowered by what it means.
func (f *fn) constructModelled(o spot, args []*node) {
	if len(args) == 0 {
		f.initEmpty(o)
		return
	}
	switch k := o.s.class.kind; {
	case k.isContainer():
		f.constructContainer(o, args)
	case k.isPointer():
		f.constructPointer(o, args)
	case k == optionalClass:
		f.constructOptional(o, args)
	case k == tupleClass:
		f.aggregateParts(o, args)
	case k == viewClass:
		f.constructView(o, args)
	default:
		f.evaluateAll(args)
	}
}

// constructContainer runs a constructor of a container with arguments.
func (f *fn) constructContainer(o spot, args []*node) {
	first := f.shape(args[0])
	var count ir.Expr
	switch {
	case first.kind == scalarShape && first.size > 0 || first.kind == unknownShape && len(args) <= 2:
		count = f.value(args[0])
	case isList(args[0]) != nil:
		f.listElements(o, isList(args[0]))
		return
	case len(args) == 2 && first.isPointer():
		a, b := f.value(args[0]), f.value(args[1])
		if f.shape(args[1]).isPointer() {
			count = distance(a, b)
		} else {
			count = b
		}
		f.filled(o, count, nil)
		return
	default:
		f.evaluateAll(args)
		f.filled(o, nil, nil)
		return
	}
	var proto *node
	if len(args) > 1 {
		proto = args[1]
	}
	f.filled(o, count, proto)
}

// distance is the number of elements from pointer a to pointer b, nil if it cannot be told.
func distance(a, b ir.Expr) ir.Expr {
	x, ok := b.(ir.Offset)
	if !ok {
		return nil
	}
	if ir.Equal(x.X, a) {
		return x.N
	}
	if y, ok := a.(ir.Offset); ok && ir.Equal(x.X, y.X) {
		return binary("-", x.N, y.N)
	}
	return nil
}

// filled acquires a container's block; the elements are copies of proto.
func (f *fn) filled(o spot, count ir.Expr, proto *node) {
	f.acquireBlock(o, count)
	length := count
	if length == nil {
		length = ir.Unknown{}
	}
	f.set(o.dst.Field(hiddenLen), length, o.pos)
	elem := o.s.class.element()
	cell := o.dst.Field(hiddenData).Deref().Elem(nil)
	switch {
	case proto == nil && count != nil && elem.owns(f.u):
		f.constructArgs(spot{dst: cell, s: elem, name: o.name, pos: o.pos}, nil, nil)
	case proto == nil:
	case elem.owns(f.u):
		f.construct(spot{dst: cell, s: elem, name: o.name, pos: o.pos}, proto)
	case f.pointsAnywhere(elem):
		f.store(cell, proto, o.name)
	default:
		f.effect(proto)
	}
}

// isList returns the list in braces that n is, nil if it is none.
func isList(n *node) *node {
	for {
		if n.kind == gc.Cursor_InitListExpr {
			return n
		}
		e := n.exprs()
		if len(e) != 1 || !n.wraps() {
			return nil
		}
		n = e[0]
	}
}

// listElements constructs a container from a list in braces.
func (f *fn) listElements(o spot, list *node) {
	elem := o.s.class.element()
	n := int64(len(list.kids))
	f.acquireBlock(o, ir.Const{V: n})
	f.set(o.dst.Field(hiddenLen), ir.Const{V: n}, o.pos)
	for i, k := range list.kids {
		cell := o.dst.Field(hiddenData).Deref().Elem(ir.Const{V: int64(i)})
		switch {
		case i >= maxElems || !f.pointsAnywhere(elem):
			f.effect(k)
		case elem.isClass():
			f.construct(spot{dst: cell, s: elem, name: o.name, pos: o.pos}, k)
		default:
			f.store(cell, k, o.name)
		}
	}
}

// elementOf is the cell of element i of an object.
func (f *fn) elementOf(p ir.Path, s *shape, i ir.Expr) ir.Path {
	c := s.class
	switch {
	case c.kind == arrayClass:
		return p.Elem(i)
	case c.kind == mapClass:
		return p.Field(hiddenData).Deref().Elem(i).Field("second")
	case c.kind.isPointer():
		return f.deref(keepOffset(loadOf(p.Field(hiddenPtr)), i))
	case c.kind == tupleClass:
		if k, ok := i.(ir.Const); ok {
			return p.Field(c.tupleField(int(k.V)))
		}
	}
	return p.Field(hiddenData).Deref().Elem(i)
}

// wraps reports whether n only wraps another expression.
func (n *node) wraps() bool {
	switch n.kind {
	case gc.Cursor_ParenExpr, gc.Cursor_UnexposedExpr, gc.Cursor_CXXFunctionalCastExpr:
		return true
	}
	return false
}
