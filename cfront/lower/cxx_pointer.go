//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// arrayCall lowers a member function of std::array.
func (f *fn) arrayCall(c *call, r receiver, name string) (outcome, bool) {
	count := arrayCount(r.s)
	var size ir.Expr = ir.Const{V: count}
	if count == 0 {
		size = f.unknown(c.n)
	}
	switch name {
	case "data", "begin", "cbegin":
		return aValue(ir.Addr{Path: r.place()})
	case "end", "cend":
		return aValue(ir.Addr{Path: r.place().Elem(size)})
	case "size", "max_size":
		return aValue(size)
	case "empty":
		return aValue(ir.Const{})
	case "front":
		return aPlace(r.place().Elem(ir.Const{}))
	case "back":
		return aPlace(r.place().Elem(binary("-", size, ir.Const{V: 1})))
	case "at", "operator[]":
		if len(c.args) == 1 {
			return aPlace(r.place().Elem(f.value(c.args[0])))
		}
	case "fill":
		f.evaluateAll(c.args)
		return aVoid()
	case "swap":
		if len(c.args) == 1 {
			f.swapObjects(r.place(), f.place(c.args[0]), c.pos)
			return aVoid()
		}
	}
	return outcome{}, false
}

// viewCall lowers a member function of a view.
func (f *fn) viewCall(c *call, r receiver, name string) (outcome, bool) {
	if name == "subspan" || name == "substr" || name == "first" || name == "last" {
		f.evaluateAll(c.args)
		v := ir.Offset{X: loadOf(r.place().Field(hiddenData)), N: ir.Unknown{Text: f.u.text(c.n)}}
		if c.spot == nil {
			return outcome{}, false
		}
		f.set(c.spot.dst.Field(hiddenData), v, c.pos)
		f.set(c.spot.dst.Field(hiddenLen), ir.Unknown{}, c.pos)
		return anObject()
	}
	return f.containerAccess(c, &r, name)
}

// constructView makes a view of a container, an array, or of a pointer and a count.
func (f *fn) constructView(o spot, args []*node) {
	n := args[0]
	var data, length ir.Expr = nil, ir.Unknown{}
	list := isList(n)
	switch m := f.shape(n).modelled(f.u); {
	case list != nil:
		t := f.b.AddTemp()
		t.Array = true
		data, length = ir.Addr{Path: ir.VarPath(t)}, ir.Const{V: int64(len(list.kids))}
		f.evaluateAll(list.kids)
	case m != nil && (m.class.kind.isContainer() || m.class.kind == viewClass):
		p := f.place(n)
		data, length = loadOf(p.Field(hiddenData)), loadOf(p.Field(hiddenLen))
	case m != nil && m.class.kind == arrayClass:
		data, length = ir.Addr{Path: f.place(n)}, ir.Const{V: arrayCount(m)}
	default:
		data = f.value(n)
		if len(args) > 1 {
			length = f.value(args[1])
		}
	}
	f.set(o.dst.Field(hiddenData), data, o.pos)
	f.set(o.dst.Field(hiddenLen), length, o.pos)
}

// constructPointer runs a constructor of a smart pointer with arguments.
func (f *fn) constructPointer(o spot, args []*node) {
	if _, null := f.bareValue(args[0]); null {
		f.set(o.dst.Field(hiddenPtr), ir.Null{}, o.pos)
	} else if m := f.shape(args[0]).modelled(f.u); m != nil && m.class.kind.isPointer() {
		f.set(o.dst.Field(hiddenPtr), loadOf(f.place(args[0]).Field(hiddenPtr)), o.pos)
	} else if f.shape(args[0]).isClass() {
		f.set(o.dst.Field(hiddenPtr), addrOf(f.place(args[0])), o.pos) // reference_wrapper
	} else {
		f.store(o.dst.Field(hiddenPtr), args[0], o.name)
	}
	f.evaluateRest(args, 1)
}

// bareValue reports whether n is nullptr.
func (f *fn) bareValue(n *node) (ir.Expr, bool) {
	x := n.bare()
	if x.kind == gc.Cursor_CXXNullPtrLiteralExpr || x.kind == gc.Cursor_GNUNullExpr {
		return ir.Null{}, true
	}
	return nil, false
}

// pointerCall lowers a member function of a smart pointer.
func (f *fn) pointerCall(c *call, r receiver, name string) (outcome, bool) {
	ptr := func() ir.Path { return r.place().Field(hiddenPtr) }
	switch name {
	case "get", "operator->":
		return aValue(loadOf(ptr()))
	case "operator*":
		p, ok := f.pointedBy(r.place(), r.s)
		return outcome{place: p, isPlace: true}, ok
	case "operator[]":
		if len(c.args) == 1 {
			return aPlace(f.elementOf(r.place(), r.s, f.value(c.args[0])))
		}
	case "operator bool":
		return aValue(ir.Bin{Op: "!=", X: loadOf(ptr()), Y: ir.Null{}})
	case "release":
		t := ir.VarPath(f.b.AddTemp())
		f.set(t, loadOf(ptr()), c.pos)
		f.set(ptr(), ir.Null{}, c.pos)
		return aValue(loadOf(t))
	case "reset":
		f.resetPointer(c, &r)
		return aVoid()
	case "swap":
		if len(c.args) == 1 {
			f.swapObjects(r.place(), f.place(c.args[0]), c.pos)
			return aVoid()
		}
	case "use_count", "unique", "expired":
		r.place()
		return aValue(f.unknown(c.n))
	case "lock":
		if c.spot != nil {
			f.set(c.spot.dst.Field(hiddenPtr), loadOf(ptr()), c.pos)
			return anObject()
		}
	case "operator=":
		if len(c.args) == 1 {
			f.assignObject(r.place(), r.s, c.args[0], r.name, c.pos)
			return aPlace(r.place())
		}
	}
	return outcome{}, false
}

// resetPointer lowers p.reset() and p.reset(q).
func (f *fn) resetPointer(c *call, r *receiver) {
	p := r.place()
	var next ir.Expr = ir.Null{}
	if len(c.args) > 0 {
		t := ir.VarPath(f.b.AddTemp())
		f.store(t, c.args[0], r.name)
		next = loadOf(t)
	}
	if r.s.class.kind == uniqueClass {
		f.destroy(p, r.s, "reset", c.pos)
	}
	f.set(p.Field(hiddenPtr), next, c.pos)
	f.evaluateRest(c.args, 1)
}

// pointedBy is the cell that *x names for an object x.
func (f *fn) pointedBy(p ir.Path, s *shape) (ir.Path, bool) {
	switch k := s.class.kind; {
	case k.isPointer():
		return p.Field(hiddenPtr).Deref(), true
	case k == optionalClass:
		return p.Field(hiddenVal), true
	}
	return ir.Path{}, false
}

// constructOptional runs a constructor of an optional with arguments.
func (f *fn) constructOptional(o spot, args []*node) {
	if s := f.shape(args[0]); s.isClass() && (s.class.name == "std::nullopt_t" || s.class.name == "std::in_place_t") {
		if s.class.name == "std::nullopt_t" {
			f.set(o.dst.Field(hiddenSet), ir.Const{}, o.pos)
			return
		}
		args = args[1:]
	}
	f.setOptional(o.dst, o.s, args, o.name, o.pos)
}

// setOptional constructs an optional's payload.
func (f *fn) setOptional(p ir.Path, s *shape, args []*node, name string, pos ir.Pos) {
	elem := s.class.element()
	val := p.Field(hiddenVal)
	switch {
	case elem.isClass():
		f.constructArgs(spot{dst: val, s: elem, name: name, pos: pos, local: true}, args, nil)
	case len(args) == 1:
		f.store(val, args[0], name)
	default:
		f.evaluateAll(args)
	}
	f.set(p.Field(hiddenSet), ir.Const{V: 1}, pos)
}

// optionalCall lowers a member function of an optional.
func (f *fn) optionalCall(c *call, r receiver, name string) (outcome, bool) {
	switch name {
	case "emplace":
		p := r.place()
		f.destroy(p, r.s, "emplace", c.pos)
		f.setOptional(p, r.s, c.args, r.name, c.pos)
		return aPlace(p.Field(hiddenVal))
	case "reset":
		p := r.place()
		f.destroy(p, r.s, "reset", c.pos)
		f.disown(p, r.s, c.pos)
		f.set(p.Field(hiddenSet), ir.Const{}, c.pos)
		return aVoid()
	case "has_value", "operator bool", "is_initialized":
		return aValue(ir.Bin{Op: "!=", X: loadOf(r.place().Field(hiddenSet)), Y: ir.Const{}})
	case "value", "operator*", "get":
		return aPlace(r.place().Field(hiddenVal))
	case "operator->":
		return aValue(addrOf(r.place().Field(hiddenVal)))
	case "operator=":
		return f.assignOptional(c, &r)
	case "swap":
		if len(c.args) == 1 {
			f.swapObjects(r.place(), f.place(c.args[0]), c.pos)
			return aVoid()
		}
	}
	return outcome{}, false
}

// assignOptional lowers o = x.
func (f *fn) assignOptional(c *call, r *receiver) (outcome, bool) {
	if len(c.args) != 1 {
		return outcome{}, false
	}
	p, n := r.place(), c.args[0]
	s := f.shape(n)
	switch {
	case s.isClass() && s.class.name == "std::nullopt_t":
		f.destroy(p, r.s, "assignment", c.pos)
		f.disown(p, r.s, c.pos)
		f.set(p.Field(hiddenSet), ir.Const{}, c.pos)
	case f.sameClass(r.s, s):
		f.assignObject(p, r.s, n, r.name, c.pos)
	default:
		elem := r.s.class.element()
		if elem.isClass() {
			f.assignObject(p.Field(hiddenVal), elem, n, r.name, c.pos)
		} else {
			f.store(p.Field(hiddenVal), n, r.name)
		}
		f.set(p.Field(hiddenSet), ir.Const{V: 1}, c.pos)
	}
	return aPlace(p)
}
