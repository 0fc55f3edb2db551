//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// cxxDecl lowers a declaration among the statements that declares no variable: structured bindings, and local classes,
// whose functions are lowered too.
func (f *fn) cxxDecl(n *node) {
	if !f.u.cxx {
		return
	}
	switch n.kind {
	case gc.Cursor_ClassDecl, gc.Cursor_StructDecl:
		f.u.classMembers(n.c)
	case gc.Cursor_UnexposedDecl:
		if strings.HasPrefix(n.c.Spelling(), "[") {
			f.decompose(n, lastOf(n.exprs()), nil)
		}
	}
}

// decompose lowers a structured binding of init's object, or of the object at from.
func (f *fn) decompose(n, init *node, from *ir.Path) {
	t := infoOf(n.c.Type())
	s := f.u.shapeOf(t.t)
	if init != nil && s.kind == unknownShape {
		s = f.shape(init)
	}
	v := f.b.AddTemp()
	whole := ir.VarPath(v)
	byRef := t.isReference() || strings.Contains(strings.SplitN(f.u.text(n), "[", 2)[0], "&")
	mark := len(f.temps)
	switch {
	case from != nil && byRef:
		f.set(whole, addrOf(*from), f.u.pos(n))
		whole = whole.Deref()
	case from != nil:
		f.copyInit(spot{dst: whole, s: s, pos: f.u.pos(n)}, *from)
	case init == nil:
	case byRef:
		f.set(whole, f.bound(init), f.u.pos(n))
		whole = whole.Deref()
	case s.isClass():
		f.construct(spot{dst: whole, s: s, pos: f.u.pos(n)}, init)
	default:
		f.set(whole, f.value(init), f.u.pos(n))
	}
	if !byRef && s.owns(f.u) {
		f.ownVar(v, s, f.u.pos(n))
	}
	f.destroyTemps(mark)
	f.bind(n, whole, s)
}

// bind gives the names of a structured binding their cells.
func (f *fn) bind(n *node, whole ir.Path, s *shape) {
	i := 0
	for _, k := range n.kids {
		if k.kind != gc.Cursor_UnexposedDecl {
			continue
		}
		p, ms := f.part(whole, s, i)
		f.bindings[keyOf(k.c)] = p
		if ms != nil && f.loose {
			f.autos[keyOf(k.c)] = ms
		}
		i++
	}
}

// part is the cell that name i of a structured binding stands for.
func (f *fn) part(whole ir.Path, s *shape, i int) (ir.Path, *shape) {
	index := ir.Const{V: int64(i)}
	switch {
	case s.kind == arrayShape:
		return whole.Elem(index), s.pointee(f.u)
	case !s.isClass():
		return whole.Field("#" + string(rune('0'+i%10))), nil
	case s.class.kind == arrayClass:
		return whole.Elem(index), s.class.element()
	}
	if members := s.class.load(f.u).members; i < len(members) {
		p := whole.Field(members[i].name)
		if members[i].ref {
			p = p.Deref()
		}
		return p, members[i].s
	}
	return whole.Field("#" + string(rune('0'+i%10))), nil
}
