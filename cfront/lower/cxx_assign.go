//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// assignObject lowers p = n for an object of class type.
func (f *fn) assignObject(p ir.Path, s *shape, n *node, name string, pos ir.Pos) {
	o := spot{dst: p, s: s, name: name, pos: pos}
	x := f.unwrapped(n)
	if src := f.movedFrom(x); src != nil {
		f.moveAssign(o, f.place(src), "move assignment")
		return
	}
	if m := s.modelled(f.u); m != nil && m.class.kind.isContainer() && !f.sameClass(s, f.shape(x)) {
		f.effect(n) // characters, a list: the block is kept where it is large enough
		f.grow(p, m, "operator=", name, pos)
		f.set(p.Field(hiddenLen), ir.Unknown{}, pos)
		return
	}
	if f.isPrvalue(x) && !f.isLvalue(x) || !f.sameClass(s, f.shape(x)) && f.shape(x).kind != unknownShape {
		t := ir.VarPath(f.b.AddTemp())
		f.construct(spot{dst: t, s: s, name: name, pos: pos}, n)
		f.moveAssign(o, t, "assignment")
		return
	}
	f.copyAssign(o, f.place(n))
}

// aggregateParts initialises the members of a class in order.
func (f *fn) aggregateParts(o spot, args []*node) {
	if !o.s.isClass() {
		f.evaluateAll(args)
		return
	}
	members := o.s.class.load(f.u).members
	for i, a := range args {
		if i >= len(members) {
			f.effect(a)
			continue
		}
		m := members[i]
		f.initMember(o.sub(o.dst.Field(m.name), m.s, m.name), m, a)
	}
	f.selves = append(f.selves, o.dst)
	for i := len(args); i < len(members); i++ {
		f.initPart(o, o.dst.Field(members[i].name), members[i].s, &members[i])
	}
	f.selves = f.selves[:len(f.selves)-1]
}

// initMember gives a member its first value from an initialiser.
func (f *fn) initMember(o spot, m member, init *node) {
	x := init
	for x.kind == gc.Cursor_UnexposedExpr && len(x.kids) == 1 {
		x = x.kids[0]
	}
	switch {
	case m.ref:
		f.set(o.dst, f.bound(init), o.pos)
	case o.s.isClass():
		f.construct(o, init)
	case o.s.kind == arrayShape && x.kind == gc.Cursor_InitListExpr:
		f.arrayElements(o, x)
	case x.kind == gc.Cursor_InitListExpr && len(x.kids) == 0:
		if o.s.isPointer() {
			f.set(o.dst, ir.Null{}, o.pos)
		} else {
			f.set(o.dst, ir.Const{}, o.pos)
		}
	case x.kind == gc.Cursor_InitListExpr:
		f.store(o.dst, x.kids[0], o.name)
	case init.kind == gc.Cursor_UnexposedExpr && len(init.kids) == 0 && init.info().kind == gc.Type_Invalid:
		f.initMember(o, m, &node{c: init.c, kind: gc.Cursor_InitListExpr, up: init.up}) // x() within a template
	case o.s.kind == arrayShape:
		f.effect(init)
	default:
		f.store(o.dst, init, o.name)
	}
}

// arrayElements initialises the elements of an array in order.
func (f *fn) arrayElements(o spot, list *node) {
	elem := o.s.pointee(f.u)
	for i, k := range list.kids {
		if i >= maxElems && !f.pointsAnywhere(elem) {
			f.effect(k)
			continue
		}
		part := o.sub(o.dst.Elem(ir.Const{V: int64(i)}), elem, "")
		part.name = o.name
		f.initMember(part, member{s: elem}, k)
	}
	if int64(len(list.kids)) < o.s.count && f.pointsAnywhere(elem) {
		f.initEmpty(o.sub(o.dst.Elem(nil), elem, ""))
	}
}

// bound is the address that a reference initialised with n holds. A temporary lives as long as the reference.
func (f *fn) bound(n *node) ir.Expr {
	mark := len(f.temps)
	v := f.address(n)
	for _, o := range f.temps[mark:] {
		if a, ok := v.(ir.Addr); ok && len(a.Path.Sels) == 0 && a.Path.Root == o.path.Root {
			p, s, pos := o.path, o.s, o.pos
			o.gone = true
			f.atExit(func() { f.destroy(p, s, scopeExit, pos) })
		}
	}
	return v
}

// constructList initialises an object from a list in braces.
func (f *fn) constructList(o spot, list *node) {
	switch {
	case len(list.kids) == 0:
		o.local = false
		f.constructArgs(o, nil, nil)
	case o.s.kind == arrayShape:
		f.arrayElements(o, list)
	case o.s.classKind().isContainer():
		f.listElements(o, list)
	case o.s.classKind() == arrayClass:
		f.inlineElements(o, list)
	case o.s.isPlain():
		f.constructBraces(o, list)
	default:
		f.constructArgs(o, list.kids, nil)
	}
}

// inlineElements initialises a std::array: the braces around its elements may be doubled.
func (f *fn) inlineElements(o spot, list *node) {
	if len(list.kids) == 1 && list.kids[0].kind == gc.Cursor_InitListExpr && !o.s.class.element().isClass() {
		list = list.kids[0]
	}
	elem := o.s.class.element()
	if len(list.kids) == 1 && list.kids[0].kind == gc.Cursor_InitListExpr && elem.isClass() && arrayCount(o.s) != 1 {
		list = list.kids[0]
	}
	f.arrayElements(spot{
		dst: o.dst, name: o.name, pos: o.pos,
		s: &shape{kind: arrayShape, elem: elem, count: arrayCount(o.s)},
	}, list)
}

// constructBraces initialises an object of a class of the project from a list: by its constructor, else by members.
func (f *fn) constructBraces(o spot, list *node) {
	c := o.s.class.load(f.u)
	if len(c.ctors) > 0 {
		f.constructArgs(o, list.kids, nil)
		return
	}
	if n := list.kids[0]; len(list.kids) == 1 && f.sameClass(o.s, f.shape(n)) {
		f.construct(o, n)
		return
	}
	var plain []*node
	for _, k := range list.kids {
		if !isDesignated(k) {
			plain = append(plain, k)
		}
	}
	if len(plain) == len(list.kids) {
		f.aggregateParts(o, plain)
		return
	}
	f.initParts(o)
	for _, k := range list.kids {
		if m, ok := c.field(f.u, k.kids[0].c.Spelling()); ok && isDesignated(k) {
			f.initMember(o.sub(o.dst.Field(m.name), m.s, m.name), m, k.kids[len(k.kids)-1])
		}
	}
}
