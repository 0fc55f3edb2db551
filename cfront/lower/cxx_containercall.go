//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// growers lists the member functions of containers that may make the block larger.
var growers = map[string]bool{
	"push_back": true, "emplace_back": true, "push_front": true, "emplace_front": true, "push": true, "emplace": true,
	"insert": true, "resize": true, "reserve": true, "assign": true, "append": true, "replace": true,
	"operator+=": true, "insert_or_assign": true, "try_emplace": true, "merge": true, "splice": true,
	"resize_and_overwrite": true, "append_range": true, "assign_range": true, "emplace_hint": true,
}

// containerCall lowers a member function of a container.
func (f *fn) containerCall(c *call, r receiver, name string) (outcome, bool) {
	if growers[name] {
		return f.growCall(c, &r, name)
	}
	if res, ok := f.containerAccess(c, &r, name); ok {
		return res, true
	}
	n := len(c.args)
	switch {
	case name == "clear" && n == 0:
		p := r.place()
		f.destroyElements(p, r.s, "clear", c.pos)
		f.set(p.Field(hiddenLen), ir.Const{}, c.pos)
	case name == "shrink_to_fit":
		f.shrink(c, &r)
	case name == "swap" && n == 1:
		f.swapObjects(r.place(), f.place(c.args[0]), c.pos)
	case name == "operator=" && n == 1:
		f.assignObject(r.place(), r.s, c.args[0], r.name, c.pos)
		return aPlace(r.place())
	case name == "pop_back" || name == "pop_front" || name == "pop" || name == "erase" || name == "remove":
		p := r.place()
		f.evaluateAll(c.args)
		f.set(p.Field(hiddenLen), ir.Unknown{}, c.pos)
		if name == "erase" {
			return aValue(ir.Offset{X: loadOf(p.Field(hiddenData)), N: ir.Unknown{Text: f.u.text(c.n)}})
		}
	default:
		return outcome{}, false
	}
	return aVoid()
}

// shrink lowers v.shrink_to_fit(): the elements move to a block that is just large enough.
func (f *fn) shrink(c *call, r *receiver) {
	p := r.place()
	f.b.Emit(&ir.Release{Val: loadOf(p.Field(hiddenData)), How: "shrink_to_fit", Pos: c.pos})
	elem := r.s.class.element()
	acq := &ir.Acquire{
		Dst: p.Field(hiddenData), Kind: ir.Container, How: "shrink_to_fit", Name: r.name, Pos: c.pos, Elem: elem.size,
	}
	if elem.size > 0 {
		acq.Size = binary("*", loadOf(p.Field(hiddenLen)), ir.Const{V: elem.size})
	}
	f.b.Emit(acq)
}

// containerAccess lowers the member functions that only look.
func (f *fn) containerAccess(c *call, r *receiver, name string) (outcome, bool) {
	data := func() ir.Expr { return loadOf(r.place().Field(hiddenData)) }
	length := func() ir.Expr { return loadOf(r.place().Field(hiddenLen)) }
	some := func() ir.Expr { return ir.Offset{X: data(), N: ir.Unknown{Text: f.u.text(c.n)}} }
	n := len(c.args)
	switch name {
	case "data", "c_str", "begin", "cbegin":
		return aValue(data())
	case "end", "cend":
		return aValue(offset(data(), length()))
	case "rbegin", "crbegin", "rend", "crend", "find", "lower_bound", "upper_bound", "before_begin":
		if r.s.class.name == "std::basic_string" && name == "find" {
			break
		}
		f.evaluateAll(c.args)
		return aValue(some())
	case "size", "length":
		return aValue(length())
	case "empty":
		return aValue(ir.Bin{Op: "==", X: length(), Y: ir.Const{}})
	case "capacity":
		return aValue(loadOf(r.place().Field(hiddenCap)))
	case "front":
		return aPlace(f.cellOf(r.place(), r.s, ir.Const{}))
	case "back", "top":
		return aPlace(f.cellOf(r.place(), r.s, binary("-", length(), ir.Const{V: 1})))
	case "at", "operator[]":
		if n == 1 {
			return aPlace(f.elementOf(r.place(), r.s, f.index(r.s, c.args[0])))
		}
	case "count", "contains", "max_size", "bucket_count", "compare", "starts_with", "ends_with", "rfind", "find_first_of",
		"find_last_of", "find_first_not_of", "find_last_not_of", "find_if":
		f.evaluateAll(c.args)
		return aValue(f.unknown(c.n))
	}
	return outcome{}, false
}

// cellOf is the cell of element i, for a map the pair.
func (f *fn) cellOf(p ir.Path, s *shape, i ir.Expr) ir.Path {
	if s.class.kind == arrayClass {
		return p.Elem(i)
	}
	if associative[s.class.name] {
		i = nil
	}
	return p.Field(hiddenData).Deref().Elem(i)
}

// index is the value of a subscript; a key that is an object does not name an element.
func (f *fn) index(s *shape, n *node) ir.Expr {
	if f.shape(n).isClass() {
		f.effect(n)
		return nil
	}
	return f.value(n)
}

// growCall lowers a member function that may make the block larger.
func (f *fn) growCall(c *call, r *receiver, name string) (outcome, bool) {
	p := r.place()
	elem := r.s.class.element()
	length := f.lengthAfter(c, p, name)
	switch name {
	case "push_back", "push_front", "push", "emplace_back", "emplace_front", "emplace":
		f.grow(p, r.s, name, r.name, c.pos)
		f.newElement(c, p, r.s, elem, name)
	case "resize", "assign":
		if len(c.args) == 2 && f.shape(c.args[0]).kind == scalarShape && elem.owns(f.u) {
			f.grow(p, r.s, name, r.name, c.pos)
			f.protoElements(p, elem, c, name, r.name)
			break
		}
		f.evaluateRest(c.args, 1)
		f.grow(p, r.s, name, r.name, c.pos)
		if name == "resize" && len(c.args) == 1 && elem.owns(f.u) {
			f.constructArgs(spot{dst: p.Field(hiddenData).Deref().Elem(nil), s: elem, name: r.name, pos: c.pos}, nil, nil)
		}
	case "insert":
		f.insertElements(c, p, r, elem)
	default:
		f.evaluateRest(c.args, 0)
		f.grow(p, r.s, name, r.name, c.pos)
	}
	if name == "reserve" {
		f.set(p.Field(hiddenCap), length, c.pos)
	} else {
		f.set(p.Field(hiddenLen), length, c.pos)
	}
	switch name {
	case "append", "operator+=", "replace":
		return aPlace(p)
	case "emplace_back", "emplace_front":
		return aPlace(f.cellOf(p, r.s, nil))
	case "insert", "emplace":
		return aValue(ir.Offset{X: loadOf(p.Field(hiddenData)), N: ir.Unknown{Text: f.u.text(c.n)}})
	}
	return aVoid()
}

// evaluateRest evaluates arguments from index i on for what they do.
func (f *fn) evaluateRest(args []*node, i int) {
	if i < len(args) {
		f.evaluateAll(args[i:])
	}
}

// lengthAfter is the number of elements after a call.
func (f *fn) lengthAfter(c *call, p ir.Path, name string) ir.Expr {
	switch name {
	case "resize", "reserve":
		if len(c.args) > 0 {
			return f.value(c.args[0])
		}
	case "assign":
		if len(c.args) == 2 && f.shape(c.args[0]).kind == scalarShape {
			return f.value(c.args[0])
		}
		f.evaluateRest(c.args[:min(1, len(c.args))], 0)
	case "push_back", "emplace_back", "push_front", "emplace_front", "push":
		return ir.Bin{Op: "+", X: loadOf(p.Field(hiddenLen)), Y: ir.Const{V: 1}}
	}
	return ir.Unknown{}
}

// elementName is how the source calls what push_back and the like have added.
func (f *fn) elementName(c *call, method string) string {
	if c.callee == nil || c.callee.bare().kind != gc.Cursor_MemberRefExpr {
		return f.u.text(c.n)
	}
	e := c.callee.bare().exprs()
	if len(e) == 0 || !strings.HasSuffix(method, "_back") {
		return f.u.text(c.n)
	}
	return f.destName(e[0]) + ".back()"
}

// newElement stores what push_back and the like add. Nobody knows at which index it is.
func (f *fn) newElement(c *call, p ir.Path, s, elem *shape, name string) {
	cell := f.cellOf(p, s, nil)
	switch {
	case elem.isClass() && (elem.owns(f.u) || f.pointsAnywhere(elem)):
		o := spot{dst: cell, s: elem, name: f.elementName(c, name), pos: c.pos}
		if len(name) >= 7 && name[:7] == "emplace" || len(c.args) != 1 {
			f.constructArgs(o, c.args, nil)
		} else {
			f.construct(o, c.args[0])
		}
	case len(c.args) == 1 && (elem.isPointer() || elem.kind == unknownShape):
		f.store(cell, c.args[0], "")
	default:
		f.evaluateAll(c.args)
	}
}

// protoElements stores the copies of a prototype that resize(n, x) and assign(n, x) make.
func (f *fn) protoElements(p ir.Path, elem *shape, c *call, how, name string) {
	f.effect(c.args[1])
	cell := p.Field(hiddenData).Deref().Elem(nil)
	if m := elem.modelled(f.u); m != nil && m.class.kind.isContainer() && !f.isEmptyObject(c.args[1]) {
		f.grow(cell, m, how, name, c.pos)
	}
}

// isEmptyObject reports whether n makes an object by a constructor without arguments.
func (f *fn) isEmptyObject(n *node) bool {
	x := f.unwrapped(n)
	return x.kind == gc.Cursor_CallExpr && len(f.realArgs(x)) == 0 || x.kind == gc.Cursor_InitListExpr && len(x.kids) == 0
}

// insertElements stores what insert adds: one element, or copies.
func (f *fn) insertElements(c *call, p ir.Path, r *receiver, elem *shape) {
	last := lastOf(c.args)
	f.grow(p, r.s, "insert", r.name, c.pos)
	one := len(c.args) == 1 || len(c.args) == 2 && !f.shape(last).isPointer()
	if last == nil || !one || !f.pointsAnywhere(elem) {
		f.evaluateAll(c.args)
		return
	}
	f.evaluateAll(c.args[:len(c.args)-1])
	cell := f.cellOf(p, r.s, nil)
	if elem.isClass() && f.sameClass(elem, f.shape(last)) {
		f.construct(spot{dst: cell, s: elem, name: r.name, pos: c.pos}, last)
		return
	}
	f.effect(last)
}
