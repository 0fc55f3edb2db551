//go:build cgo

package lower

import (
	"mpivet/ir"
)

// spot is raw storage that gets an object.
type spot struct {
	dst  ir.Path
	s    *shape
	name string // as messages call it
	pos  ir.Pos
	// local says that the object is a variable: an empty container declared there counts as acquired there.
	local bool
}

// sub is the spot of a member or element.
func (o spot) sub(dst ir.Path, s *shape, name string) spot {
	if o.name != "" && name != "" {
		name = o.name + "." + name
	}
	return spot{dst: dst, s: s, name: name, pos: o.pos}
}

// maxSteps bounds how deep into members of members an object's parts are looked for.
const maxSteps = 9

// tooDeep reports whether a path is so long that nobody follows it.
func tooDeep(p ir.Path) bool { return len(p.Sels) > maxSteps }

// set emits dst ← v.
func (f *fn) set(dst ir.Path, v ir.Expr, pos ir.Pos) {
	f.b.Emit(&ir.Assign{Dst: dst, Src: v, Pos: pos})
}

// eachPart calls do for the bases and members of a class; bases have the same cell as the whole.
func (f *fn) eachPart(p ir.Path, s *shape, do func(p ir.Path, s *shape, m *member)) {
	c := s.class.load(f.u)
	for _, b := range c.bases {
		if b.isClass() {
			do(p, b, nil)
		}
	}
	for i := range c.members {
		m := &c.members[i]
		do(p.Field(m.name), m.s, m)
	}
}

// initEmpty gives a default-constructed object its value.
func (f *fn) initEmpty(o spot) {
	if tooDeep(o.dst) || o.s.kind != classShape {
		return
	}
	switch k := o.s.class.kind; {
	case k.isContainer():
		if o.local {
			f.acquireBlock(o, nil)
		} else {
			f.set(o.dst.Field(hiddenData), ir.Null{}, o.pos)
		}
		f.set(o.dst.Field(hiddenLen), ir.Const{}, o.pos)
	case k.isPointer():
		f.set(o.dst.Field(hiddenPtr), ir.Null{}, o.pos)
	case k == viewClass:
		f.set(o.dst.Field(hiddenData), ir.Null{}, o.pos)
	case k == optionalClass:
		f.set(o.dst.Field(hiddenSet), ir.Const{}, o.pos)
	case k == arrayClass:
		f.emptyElements(o.dst, o.s.class.element(), arrayCount(o.s), o)
	case k == plainClass || k == tupleClass:
		f.initParts(o)
	}
}

// arrayCount is the number of elements of an array, 0 if not known.
func arrayCount(s *shape) int64 {
	switch {
	case s.kind == arrayShape:
		return s.count
	case s.isClass():
		return s.class.count
	}
	return 0
}

// emptyElements default-constructs the elements of an inline array.
func (f *fn) emptyElements(p ir.Path, elem *shape, count int64, o spot) {
	if !elem.owns(f.u) {
		return
	}
	if count == 0 || count > maxElems {
		f.initEmpty(o.sub(p.Elem(nil), elem, ""))
		return
	}
	for i := range count {
		f.initEmpty(o.sub(p.Elem(ir.Const{V: i}), elem, ""))
	}
}

// initParts default-constructs the parts of a class without a constructor of its own.
func (f *fn) initParts(o spot) {
	f.selves = append(f.selves, o.dst)
	defer func() { f.selves = f.selves[:len(f.selves)-1] }()
	f.eachPart(o.dst, o.s, func(p ir.Path, s *shape, m *member) {
		f.initPart(o, p, s, m)
	})
}

// initPart gives a base or member that no constructor names its first value.
func (f *fn) initPart(o spot, p ir.Path, s *shape, m *member) {
	if m == nil {
		f.constructArgs(o.sub(p, s, ""), nil, nil)
		return
	}
	part := o.sub(p, s, m.name)
	if init := f.memberInit(*m); init != nil && f.inits < 4 {
		f.inits++
		defer func() { f.inits-- }()
		f.initMember(part, *m, init)
		return
	}
	switch {
	case m.ref:
	case s.kind == arrayShape:
		f.emptyElements(p, s.pointee(f.u), s.count, part)
	case s.isClass():
		f.constructArgs(part, nil, nil)
	}
}

// destroy gives up what an object owns.
func (f *fn) destroy(p ir.Path, s *shape, how string, pos ir.Pos) {
	if tooDeep(p) || !s.owns(f.u) {
		return
	}
	if s.kind == arrayShape {
		f.destroy(p.Elem(nil), s.pointee(f.u), how, pos)
		return
	}
	c := s.class
	switch k := c.kind; {
	case k.isContainer():
		data := p.Field(hiddenData)
		f.destroyElements(p, s, how, pos)
		f.b.Emit(&ir.Release{Val: loadOf(data), How: how, Pos: pos})
	case k == uniqueClass:
		f.destroyPointee(p, s, how, pos)
	case k == optionalClass:
		f.destroy(p.Field(hiddenVal), c.element(), how, pos)
	case k == arrayClass:
		f.destroy(p.Elem(nil), c.element(), how, pos)
	case c.load(f.u).hasDtor:
		f.callDtor(p, c, pos)
	case k == plainClass || k == tupleClass:
		f.destroyParts(p, s, how, pos)
	}
}

// destroyPointee gives up what a smart pointer points to. The last of several shared ones is not told apart from the
// others, so only those that are known to be alone come here.
func (f *fn) destroyPointee(p ir.Path, s *shape, how string, pos ir.Pos) {
	ptr := p.Field(hiddenPtr)
	f.destroy(ptr.Deref(), s.class.element(), how, pos)
	f.b.Emit(&ir.Release{Val: loadOf(ptr), How: how, Pos: pos})
}

// destroyElements gives up what the elements of a container own.
func (f *fn) destroyElements(p ir.Path, s *shape, how string, pos ir.Pos) {
	elem := s.class.element()
	if elem.owns(f.u) && elem.classKind() != sharedClass {
		f.destroy(p.Field(hiddenData).Deref().Elem(nil), elem, how, pos)
	}
}

// destroyParts destroys members and bases, last one first.
func (f *fn) destroyParts(p ir.Path, s *shape, how string, pos ir.Pos) {
	c := s.class.load(f.u)
	for i := len(c.members) - 1; i >= 0; i-- {
		if m := c.members[i]; !m.ref && m.s.classKind() != sharedClass {
			f.destroy(p.Field(m.name), m.s, how, pos)
		}
	}
	for i := len(c.bases) - 1; i >= 0; i-- {
		f.destroy(p, c.bases[i], how, pos)
	}
}

// callDtor calls a destructor that the user wrote.
func (f *fn) callDtor(p ir.Path, c *class, pos ir.Pos) {
	info := f.u.funcInfo(c.dtor)
	out := &ir.Call{Name: info.display, Args: []ir.Expr{addrOf(p)}, Pos: pos, Callees: []string{info.name}}
	f.b.Emit(out)
}

// disown nulls what an object owned: its memory went elsewhere.
func (f *fn) disown(p ir.Path, s *shape, pos ir.Pos) {
	if tooDeep(p) || !s.owns(f.u) {
		return
	}
	if s.kind == arrayShape {
		f.disown(p.Elem(nil), s.pointee(f.u), pos)
		return
	}
	switch k := s.class.kind; {
	case k.isContainer():
		f.set(p.Field(hiddenData), ir.Null{}, pos)
		f.set(p.Field(hiddenLen), ir.Const{}, pos)
	case k.owner() != "":
		f.set(p.Field(k.owner()), ir.Null{}, pos)
	case k == optionalClass:
		f.disown(p.Field(hiddenVal), s.class.element(), pos)
	case k == arrayClass:
		f.disown(p.Elem(nil), s.class.element(), pos)
	case k == plainClass || k == tupleClass:
		f.eachPart(p, s, func(q ir.Path, ps *shape, m *member) {
			if m == nil || !m.ref {
				f.disown(q, ps, pos)
			}
		})
	}
}
