//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// maxElems bounds how many elements of an array an initialiser or a fill sets one by one.
const maxElems = 64

func (f *fn) declStmt(n *node) {
	for _, k := range n.kids {
		switch {
		case k.kind == gc.Cursor_VarDecl:
			f.declare(k)
		default:
			f.cxxDecl(k)
		}
	}
}

// declare lowers the declaration of a local variable. A static one is initialised before the program runs.
func (f *fn) declare(n *node) {
	if n.c.HasVarDeclExternalStorage() {
		return
	}
	v := f.variable(n.c)
	if f.cxxDeclare(n, v) {
		return
	}
	if v.Kind == ir.Global {
		f.u.globalInit(n.c)
		return
	}
	var init *node
	if c := n.c.VarDeclInitializer(); !c.IsNull() {
		init = n.find(c)
	}
	if n.info().kind == gc.Type_VariableArray {
		for _, k := range n.exprs() { // its sizes
			if k != init {
				f.effect(k)
			}
		}
	}
	if init != nil {
		f.initialise(ir.VarPath(v), infoOf(n.c.Type()), init, n.c.Spelling())
	}
}

// initialise stores an initialiser in a cell of type t.
func (f *fn) initialise(dst ir.Path, t *typeInfo, init *node, name string) {
	list := init
	for list.kind == gc.Cursor_UnexposedExpr && len(list.kids) == 1 {
		list = list.kids[0]
	}
	switch {
	case list.kind != gc.Cursor_InitListExpr && !t.isArray():
		f.store(dst, init, name)
	case list.kind != gc.Cursor_InitListExpr:
		if list.bare().kind == gc.Cursor_CompoundLiteralExpr {
			f.assign(dst, loadOf(f.place(list)), init)
		}
	case t.isRecord() || t.isArray():
		it := &items{list: list, nodes: list.kids}
		f.aggregate(dst, t, it, true)
	case len(list.kids) > 0: // braces around a scalar
		f.store(dst, list.kids[0], name)
	default:
		f.zero(dst, t, init)
	}
}

// items walks the initialisers of a list, which nested aggregates without braces share.
type items struct {
	list  *node
	nodes []*node
	next  int
}

func (it *items) peek() *node {
	if it.next < len(it.nodes) {
		return it.nodes[it.next]
	}
	return nil
}

// isDesignated reports whether n is ".f = x" or "[i] = x": libclang shows it as an expression of type void.
func isDesignated(n *node) bool {
	return n.kind == gc.Cursor_UnexposedExpr && len(n.kids) > 1 && n.info().isVoid()
}

// designators returns the designators of n and the value. Steps into anonymous members are left out: those have no
// step in a path either.
func designators(n *node) []*node {
	out := make([]*node, 0, len(n.kids))
	for _, k := range n.kids {
		if k.kind != gc.Cursor_MemberRef || k.c.Spelling() != "" {
			out = append(out, k)
		}
	}
	return out
}

// aggregate initialises a record or array from the items. Own says that the braces are its own: then designators are
// for it, and otherwise they end it.
func (f *fn) aggregate(dst ir.Path, t *typeInfo, it *items, own bool) {
	if t.isArray() {
		f.arrayItems(dst, t, it, own)
		return
	}
	fields := f.u.fieldsOf(t)
	set := make([]bool, len(fields))
	for i := 0; it.peek() != nil; {
		n := it.peek()
		if isDesignated(n) {
			if !own {
				break
			}
			it.next++
			ds := designators(n)
			at := fieldIndex(fields, ds[0].c.Spelling())
			if at < 0 {
				f.effects(n)
				continue
			}
			if len(ds) > 2 && !set[at] {
				f.zero(dst.Field(fields[at].name), fields[at].typ, n)
			}
			set[at] = true
			f.designated(dst.Field(fields[at].name), fields[at].typ, ds[1:])
			i = at + 1
			continue
		}
		if i >= len(fields) {
			if own {
				f.rest(it)
			}
			break
		}
		set[i] = true
		f.member(dst.Field(fields[i].name), fields[i].typ, it)
		i++
	}
	for i, m := range fields {
		if !set[i] {
			f.zero(dst.Field(m.name), m.typ, it.list)
		}
	}
}

// rest evaluates initialisers that nothing is left for.
func (f *fn) rest(it *items) {
	for n := it.peek(); n != nil; n = it.peek() {
		it.next++
		f.effect(n)
	}
}

func fieldIndex(fields []field, name string) int {
	for i, m := range fields {
		if m.name == name {
			return i
		}
	}
	return -1
}

// member initialises one member or element from the next item, or, when it is an aggregate whose braces are left out,
// from as many as it takes.
func (f *fn) member(dst ir.Path, t *typeInfo, it *items) {
	n := it.peek()
	elided := (t.isRecord() || t.isArray()) && n.kind != gc.Cursor_InitListExpr &&
		!n.info().isRecord() && n.bare().kind != gc.Cursor_StringLiteral
	if elided {
		before := it.next
		f.aggregate(dst, t, it, false)
		if it.next > before {
			return
		}
	}
	it.next++
	f.initialise(dst, t, n, memberName(dst))
}

// memberName is how messages call a member or element that an initialiser fills.
func memberName(p ir.Path) string {
	name := p.Root.Name
	for _, s := range p.Sels {
		switch {
		case s.Kind == ir.Field:
			name += "." + s.Name
		case s.Kind == ir.Elem && s.Index != nil:
			name += "[" + ir.Key(s.Index) + "]"
		}
	}
	return name
}

// designated follows designators to a cell and stores the value that stands behind them.
func (f *fn) designated(dst ir.Path, t *typeInfo, ds []*node) {
	last := len(ds) - 1
	for _, d := range ds[:last] {
		switch {
		case d.kind == gc.Cursor_MemberRef:
			fields := f.u.fieldsOf(t)
			at := fieldIndex(fields, d.c.Spelling())
			if at < 0 {
				f.effect(ds[last])
				return
			}
			dst, t = dst.Field(fields[at].name), fields[at].typ
		case t.isArray():
			dst, t = dst.Elem(f.value(d)), t.element()
		case len(dst.Sels) > 0: // the end of a range [lo ... hi]: an element nobody knows
			dst.Sels[len(dst.Sels)-1].Index = nil
		}
	}
	f.initialise(dst, t, ds[last], memberName(dst))
}

func (f *fn) arrayItems(dst ir.Path, t *typeInfo, it *items, own bool) {
	elem := t.element()
	size := t.canon.ArraySize()
	i := int64(0)
	for n := it.peek(); n != nil; n = it.peek() {
		if isDesignated(n) {
			if !own {
				break
			}
			it.next++
			ds := designators(n)
			f.designated(dst, t, ds)
			if v, ok := f.constant(ds[0]); ok {
				i = v + 1
			}
			continue
		}
		if size >= 0 && i >= size {
			if own {
				f.rest(it)
			}
			break
		}
		if i >= maxElems && !f.holdsPointers(elem, 0) {
			it.next++
			f.effect(n)
		} else {
			f.member(dst.Elem(ir.Const{V: i}), elem, it)
		}
		i++
	}
	if own && i < size {
		f.zeroElems(dst, elem, i, size, it.list)
	}
}

// zero sets a cell to zero or null, members and elements one by one.
func (f *fn) zero(dst ir.Path, t *typeInfo, n *node) {
	switch {
	case len(dst.Sels) > 2*maxNesting:
	case t.isRecord():
		for _, m := range f.u.fieldsOf(t) {
			f.zero(dst.Field(m.name), m.typ, n)
		}
	case t.isArray():
		f.zeroElems(dst, t.element(), 0, t.canon.ArraySize(), n)
	case t.isPointer():
		f.b.Emit(&ir.Assign{Dst: dst, Src: ir.Null{}, Pos: f.u.pos(n)})
	default:
		f.b.Emit(&ir.Assign{Dst: dst, Src: ir.Const{}, Pos: f.u.pos(n)})
	}
}

// zeroElems sets elements from up to size to zero; those beyond the bound together.
func (f *fn) zeroElems(dst ir.Path, elem *typeInfo, from, size int64, n *node) {
	if size-from > maxElems || !f.holdsPointers(elem, 0) {
		f.zero(dst.Elem(nil), elem, n)
		return
	}
	for i := from; i < size; i++ {
		f.zero(dst.Elem(ir.Const{V: i}), elem, n)
	}
}

// aggregateValue is the value of a compound literal, or of a list in braces.
func (f *fn) aggregateValue(n *node) ir.Expr {
	if n.kind == gc.Cursor_InitListExpr {
		if !n.info().isRecord() && !n.info().isArray() && len(n.kids) == 1 {
			return f.value(n.kids[0])
		}
		v := f.b.AddTemp()
		v.Array = n.info().isArray()
		f.initialise(ir.VarPath(v), n.info(), n, "")
		return f.readBack(ir.VarPath(v), n)
	}
	return f.readBack(f.compoundLiteral(n), n)
}

func (f *fn) compoundLiteral(n *node) ir.Path {
	v := f.b.AddTemp()
	v.Array = n.info().isArray()
	for _, k := range n.exprs() {
		f.initialise(ir.VarPath(v), n.info(), k, "")
	}
	return ir.VarPath(v)
}
