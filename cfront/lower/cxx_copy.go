//go:build cgo

package lower

import (
	"mpivet/ir"
)

// moveInit constructs an object by moving another's contents.
func (f *fn) moveInit(o spot, src ir.Path) {
	f.set(o.dst, loadOf(src), o.pos)
	f.disown(src, o.s, o.pos)
	if t := f.temporary(src); t != nil {
		t.gone = true
	}
}

// copyInit constructs an object as a copy of another.
func (f *fn) copyInit(o spot, src ir.Path) {
	if !o.s.owns(f.u) || tooDeep(o.dst) {
		f.set(o.dst, loadOf(src), o.pos)
		return
	}
	if o.s.kind == arrayShape {
		f.copyInit(o.sub(o.dst.Elem(nil), o.s.pointee(f.u), ""), src.Elem(nil))
		return
	}
	c := o.s.class
	switch k := c.kind; {
	case k.isContainer():
		n := loadOf(src.Field(hiddenLen))
		f.acquireBlock(o, n)
		f.set(o.dst.Field(hiddenLen), n, o.pos)
		if elem := c.element(); elem.owns(f.u) {
			cell := func(p ir.Path) ir.Path { return p.Field(hiddenData).Deref().Elem(nil) }
			f.copyInit(o.sub(cell(o.dst), elem, ""), cell(src))
		} else if f.pointsAnywhere(elem) {
			f.set(o.dst.Field(hiddenData).Deref().Elem(nil), loadOf(src.Field(hiddenData).Deref().Elem(nil)), o.pos)
		}
	case k == uniqueClass || k == sharedClass:
		f.set(o.dst, loadOf(src), o.pos)
	case k == optionalClass:
		f.set(o.dst.Field(hiddenSet), loadOf(src.Field(hiddenSet)), o.pos)
		f.copyInit(o.sub(o.dst.Field(hiddenVal), c.element(), ""), src.Field(hiddenVal))
	case k == arrayClass:
		f.copyInit(o.sub(o.dst.Elem(nil), c.element(), ""), src.Elem(nil))
	default:
		f.copyParts(o, src)
	}
}

// copyParts copies an object member by member.
func (f *fn) copyParts(o spot, src ir.Path) {
	if ctor, ok := f.u.copyCtor(o.s.class); ok {
		info := f.u.funcInfo(ctor)
		f.b.Emit(&ir.Call{
			Name: info.display, Callees: []string{info.name},
			Args: []ir.Expr{addrOf(o.dst), addrOf(src)}, Pos: o.pos,
		})
		return
	}
	f.eachPart(o.dst, o.s, func(p ir.Path, s *shape, m *member) {
		switch {
		case m == nil:
			f.copyInit(o.sub(p, s, ""), src)
		case m.ref || !s.owns(f.u):
			f.set(p, loadOf(src.Field(m.name)), o.pos)
		default:
			f.copyInit(o.sub(p, s, m.name), src.Field(m.name))
		}
	})
}

// pointsAnywhere reports whether objects of the shape are or hold pointers.
func (f *fn) pointsAnywhere(s *shape) bool {
	switch {
	case s == nil:
		return false
	case s.isPointer():
		return true
	case s.kind == arrayShape:
		return f.pointsAnywhere(s.pointee(f.u))
	case s.kind != classShape:
		return s.kind == unknownShape
	}
	switch s.class.kind {
	case plainClass, tupleClass:
		for _, m := range s.class.load(f.u).members {
			if m.ref || m.s != s && f.pointsAnywhere(m.s) {
				return true
			}
		}
		return false
	case arrayClass, optionalClass:
		return f.pointsAnywhere(s.class.element())
	case opaqueClass:
		return false
	}
	return true
}

// copyAssign assigns a kept object to another that is kept: what the target owns is reused where it can be.
func (f *fn) copyAssign(o spot, src ir.Path) {
	if !o.s.owns(f.u) || tooDeep(o.dst) {
		f.set(o.dst, loadOf(src), o.pos)
		return
	}
	if o.s.kind == arrayShape {
		f.copyAssign(o.sub(o.dst.Elem(nil), o.s.pointee(f.u), ""), src.Elem(nil))
		return
	}
	c := o.s.class
	switch k := c.kind; {
	case k.isContainer():
		f.grow(o.dst, o.s, "operator=", o.name, o.pos)
		f.set(o.dst.Field(hiddenLen), loadOf(src.Field(hiddenLen)), o.pos)
		if elem := c.element(); elem.owns(f.u) {
			f.copyAssign(o.sub(o.dst.Field(hiddenData).Deref().Elem(nil), elem, ""), src.Field(hiddenData).Deref().Elem(nil))
		}
	case k == uniqueClass || k == sharedClass:
		f.set(o.dst, loadOf(src), o.pos)
	case k == optionalClass:
		f.set(o.dst.Field(hiddenSet), loadOf(src.Field(hiddenSet)), o.pos)
		f.copyAssign(o.sub(o.dst.Field(hiddenVal), c.element(), ""), src.Field(hiddenVal))
	case k == arrayClass:
		f.copyAssign(o.sub(o.dst.Elem(nil), c.element(), ""), src.Elem(nil))
	default:
		f.eachPart(o.dst, o.s, func(p ir.Path, s *shape, m *member) {
			if m == nil {
				f.copyAssign(o.sub(p, s, ""), src)
			} else {
				f.copyAssign(o.sub(p, s, m.name), src.Field(m.name))
			}
		})
	}
}

// moveAssign gives up what the target owns and moves another's contents into it.
func (f *fn) moveAssign(o spot, src ir.Path, how string) {
	if o.s.classKind() != sharedClass {
		f.giveUp(o.dst, o.s, how, o.pos)
	}
	f.moveInit(o, src)
}

// giveUp is destroy for an object that lives on: no destructor of its own runs.
func (f *fn) giveUp(p ir.Path, s *shape, how string, pos ir.Pos) {
	if s.isPlain() && s.class.load(f.u).hasDtor {
		f.destroyParts(p, s, how, pos)
		return
	}
	f.destroy(p, s, how, pos)
}

// swapObjects exchanges two objects. Memory that a temporary gets is given up by the exchange.
func (f *fn) swapObjects(a, b ir.Path, pos ir.Pos) {
	t := ir.VarPath(f.b.AddTemp())
	f.set(t, loadOf(a), pos)
	f.set(a, loadOf(b), pos)
	f.set(b, loadOf(t), pos)
	for _, p := range []ir.Path{a, b} {
		if o := f.temporary(p); o != nil {
			o.how, o.pos = "swap", pos
		}
	}
}
