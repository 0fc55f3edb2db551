//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// rangeFor lowers for (x : range): a loop over an index, element after element.
func (f *fn) rangeFor(n *node) {
	var decl, rng, body *node
	for _, k := range n.kids {
		switch {
		case k.kind == gc.Cursor_VarDecl || k.kind == gc.Cursor_UnexposedDecl:
			decl = k
		case k.kind == gc.Cursor_DeclStmt && decl == nil:
			f.stmt(k)
		case k.isExpr() && rng == nil && k != n.kids[len(n.kids)-1]:
			rng = k
		}
	}
	if len(n.kids) > 0 {
		body = n.kids[len(n.kids)-1]
	}
	if decl == nil || rng == nil || body == decl {
		f.parts(n.kids)
		return
	}
	leave := f.enter(n)
	mark := len(f.temps)
	it := f.iterate(rng)
	f.keepTemps(mark)
	i := f.b.AddTemp()
	pos := f.u.pos(n)
	f.set(ir.VarPath(i), ir.Const{}, pos)
	head := f.header(n)
	pass, step, out := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.b.End(&ir.If{Cond: it.more(ir.Value(i)), Then: pass, Else: out, Pos: pos})
	f.b.SetBlock(pass)
	pop := f.push(target{brk: out, cont: step})
	leavePass := f.enter(body)
	f.bindElement(decl, it, ir.Value(i))
	f.scoped(body)
	leavePass()
	pop()
	f.b.Jump(step)
	f.b.SetBlock(step)
	f.set(ir.VarPath(i), ir.Bin{Op: "+", X: ir.Value(i), Y: ir.Const{V: 1}}, pos)
	f.b.Jump(head)
	f.b.SetBlock(out)
	leave()
}

// keepTemps makes the temporaries made since mark live until the end of the innermost scope.
func (f *fn) keepTemps(mark int) {
	for _, o := range f.temps[mark:] {
		if !o.gone {
			p, s, pos := o.path, o.s, o.pos
			f.atExit(func() { f.destroy(p, s, scopeExit, pos) })
		}
	}
	f.temps = f.temps[:mark]
}

// iteration is what a range-based for walks over.
type iteration struct {
	cell func(i ir.Expr) ir.Path
	size ir.Expr // number of elements, nil if not known
	elem *shape
	text string
}

func (it iteration) more(i ir.Expr) ir.Expr {
	if it.size == nil {
		return ir.Unknown{Text: it.text}
	}
	return ir.Bin{Op: "<", X: i, Y: it.size}
}

// iterate evaluates a range.
func (f *fn) iterate(rng *node) iteration {
	it := iteration{elem: unknown, text: f.u.text(rng)}
	if list := isList(rng); list != nil {
		return f.iterateList(list, it)
	}
	s := f.shape(rng)
	m := s.modelled(f.u)
	switch {
	case s.kind == arrayShape:
		p := f.place(rng)
		it.elem, it.cell = s.pointee(f.u), p.Elem
		if s.count > 0 {
			it.size = ir.Const{V: s.count}
		}
	case m != nil && m.class.kind == arrayClass:
		p := f.place(rng)
		it.elem, it.cell, it.size = m.class.element(), p.Elem, ir.Const{V: arrayCount(m)}
	case m != nil && (m.class.kind.isContainer() || m.class.kind == viewClass):
		p := f.place(rng)
		it.elem = m.class.element()
		it.cell = p.Field(hiddenData).Deref().Elem
		it.size = loadOf(p.Field(hiddenLen))
	default:
		f.iterateUnknown(rng, s, &it)
	}
	return it
}

// iterateList walks over a list in braces.
func (f *fn) iterateList(list *node, it iteration) iteration {
	v := f.b.AddTemp()
	v.Array = true
	p := ir.VarPath(v)
	if len(list.kids) > 0 {
		it.elem = f.shape(list.kids[0])
	}
	for i, k := range list.kids {
		cell := p.Elem(ir.Const{V: int64(i)})
		if it.elem.isClass() {
			f.construct(spot{dst: cell, s: it.elem, pos: f.u.pos(k)}, k)
		} else {
			f.store(cell, k, "")
		}
	}
	it.cell, it.size = p.Elem, ir.Const{V: int64(len(list.kids))}
	return it
}

// iterateUnknown walks over an object by its begin(): the elements are those that the iterator points to.
func (f *fn) iterateUnknown(rng *node, s *shape, it *iteration) {
	p := f.place(rng)
	begin := ir.VarPath(f.b.AddTemp())
	out := &ir.Call{Name: "begin", Args: []ir.Expr{addrOf(p)}, Dsts: []ir.Path{begin}, Pos: f.u.pos(rng)}
	if s.isClass() {
		for _, d := range s.class.method(f.u, "begin") {
			info := f.u.funcInfo(d)
			out.Name, out.Callees = info.display, []string{info.name}
			it.elem = f.u.shapeIn(d.Type().ResultType(), s.class.env()).pointee(f.u)
			break
		}
	}
	f.b.Emit(out)
	it.cell = begin.Deref().Elem
}

// bindElement gives the loop's variable the element at index i.
func (f *fn) bindElement(decl *node, it iteration, i ir.Expr) {
	cell := it.cell(i)
	if decl.kind == gc.Cursor_UnexposedDecl {
		f.decompose(decl, nil, &cell)
		if s := f.u.shapeOf(decl.c.Type()); s.kind == unknownShape && it.elem.isClass() {
			whole := cell
			f.bind(decl, whole, it.elem)
		}
		return
	}
	v := f.variable(decl.c)
	t := infoOf(decl.c.Type())
	pos := f.u.namePos(decl.c)
	s := f.u.shapeOf(t.t)
	if s.kind == unknownShape {
		s = it.elem
		f.autos[keyOf(decl.c)] = s
	}
	switch {
	case t.isReference():
		f.set(ir.VarPath(v), addrOf(cell), pos)
	case s.isClass():
		v.Array = s.classKind() == arrayClass
		f.copyInit(spot{dst: ir.VarPath(v), s: s, name: v.Name, pos: pos}, cell)
		if s.owns(f.u) && s.classKind() != sharedClass {
			f.ownVar(v, s, pos)
		}
	default:
		f.set(ir.VarPath(v), f.readCell(cell, s), pos)
	}
}
