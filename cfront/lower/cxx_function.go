//go:build cgo

package lower

import (
	"strconv"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// standardName returns the name of a function of the standard library that a call names, within it; "" for others.
func (f *fn) standardName(c *call) string {
	if c.fn != nil && c.fn.cxx != nil {
		x := c.fn.cxx
		if x.member {
			return ""
		}
		if name, ok := strings.CutPrefix(x.qual, "boost::make_"); ok {
			return "make_" + name
		}
		if x.standard {
			return c.fn.spelling
		}
		return ""
	}
	if c.fn == nil && c.callee != nil {
		if name, ok := strings.CutPrefix(f.u.text(c.callee), "std::"); ok {
			name, _, _ = strings.Cut(name, "<")
			return name
		}
	}
	return ""
}

// movedFrom returns the operand of std::move or std::forward, nil if n is neither.
func (f *fn) movedFrom(n *node) *node {
	n = n.bare()
	switch n.kind {
	case gc.Cursor_CallExpr:
	case gc.Cursor_CXXStaticCastExpr:
		if e := lastOf(n.exprs()); e != nil && f.isLvalue(e) {
			text := f.u.text(n)
			if i := strings.Index(text, "("); i > 3 && strings.HasSuffix(strings.TrimSpace(text[:i]), "&&>") {
				return e
			}
		}
		return nil
	default:
		return nil
	}
	name := n.c.Spelling()
	if name != "move" && name != "forward" && name != "" {
		return nil
	}
	e := n.exprs()
	if len(e) != 2 || n.c.NumArguments() != 1 {
		return nil
	}
	if name == "" {
		text := f.u.text(e[0])
		if text == "std::move" || text == "move" || strings.HasPrefix(text, "std::forward<") {
			return e[1]
		}
		return nil
	}
	if info := f.calleeInfo(n); info == nil || info.cxx == nil || !info.cxx.standard || info.cxx.member {
		return nil
	}
	return e[1]
}

// modelFunction lowers calls of the standard library's functions, and of constructors of iterators.
func (f *fn) modelFunction(c *call) (outcome, bool) {
	if c.n.c.Referenced().Kind() == gc.Cursor_Constructor && f.shape(c.n).isPointer() {
		if len(c.args) == 0 {
			return aValue(ir.Null{})
		}
		return aValue(f.value(c.args[0]))
	}
	name := f.standardName(c)
	if name == "" {
		return outcome{}, false
	}
	if src := f.movedFrom(c.n); src != nil {
		return aPlace(f.place(src))
	}
	switch len(c.args) {
	case 1:
		if r, ok := f.unaryFunction(c, name); ok {
			return r, true
		}
	case 2:
		if r, ok := f.binaryFunction(c, name); ok {
			return r, true
		}
	}
	switch name {
	case "make_unique", "make_shared", "make_unique_for_overwrite", "make_shared_for_overwrite":
		return f.makePointer(c, name)
	case "make_pair", "make_tuple":
		if c.spot != nil {
			f.aggregateParts(*c.spot, c.args)
			return anObject()
		}
	case "copy", "copy_n", "copy_if", "move", "copy_backward", "uninitialized_copy", "transform", "partial_sum",
		"fill_n", "generate_n", "remove_copy", "replace_copy", "reverse_copy", "unique_copy", "exclusive_scan",
		"inclusive_scan", "adjacent_difference":
		return f.copyFunction(c, name)
	}
	return outcome{}, false
}

// unaryFunction lowers functions of one argument.
func (f *fn) unaryFunction(c *call, name string) (outcome, bool) {
	a := c.args[0]
	switch name {
	case "data", "begin", "end", "cbegin", "cend", "size", "ssize", "empty", "rbegin", "rend":
		return f.rangeFunction(c, a, name)
	case "addressof", "__addressof":
		return aValue(f.address(a))
	case "as_const":
		return aPlace(f.place(a))
	case "launder", "assume_aligned", "to_address", "next", "prev", "make_move_iterator":
		v := f.value(a)
		switch name {
		case "next":
			v = offset(v, ir.Const{V: 1})
		case "prev":
			v = offset(v, ir.Const{V: -1})
		}
		return aValue(v)
	case "get":
		return f.getFunction(c, a)
	case "back_inserter", "front_inserter":
		if m := f.shape(a).modelled(f.u); m != nil && m.class.kind.isContainer() {
			p := f.place(a)
			f.grow(p, m, "push_back", f.destName(a), c.pos)
			f.set(p.Field(hiddenLen), ir.Unknown{}, c.pos)
			return aVoid()
		}
	}
	return outcome{}, false
}

// rangeFunction lowers std::begin(x) and the like.
func (f *fn) rangeFunction(c *call, a *node, name string) (outcome, bool) {
	s := f.shape(a)
	if s.kind == arrayShape {
		switch name {
		case "data", "begin", "cbegin":
			return aValue(f.value(a))
		case "end", "cend":
			return aValue(ir.Addr{Path: f.place(a).Elem(ir.Const{V: s.count})})
		case "size", "ssize":
			return aValue(ir.Const{V: s.count})
		}
		return outcome{}, false
	}
	m := s.modelled(f.u)
	if m == nil {
		return outcome{}, false
	}
	r := receiver{f: f, base: a, s: m}
	inner := *c
	inner.args = nil
	if name == "ssize" {
		name = "size"
	}
	if m.class.kind == arrayClass {
		return f.arrayCall(&inner, r, name)
	}
	return f.containerAccess(&inner, &r, name)
}

// getFunction lowers std::get<i>(x).
func (f *fn) getFunction(c *call, a *node) (outcome, bool) {
	m := f.shape(a).modelled(f.u)
	if m == nil || m.class.kind != tupleClass && m.class.kind != arrayClass {
		return outcome{}, false
	}
	text := f.u.text(c.n)
	_, arg, _ := strings.Cut(text, "get<")
	arg, _, _ = strings.Cut(arg, ">")
	i, err := strconv.Atoi(strings.TrimSpace(arg))
	p := f.place(a)
	if err != nil {
		return aPlace(p.Field("#?"))
	}
	return aPlace(f.elementOf(p, m, ir.Const{V: int64(i)}))
}

// binaryFunction lowers functions of two arguments.
func (f *fn) binaryFunction(c *call, name string) (outcome, bool) {
	a, b := c.args[0], c.args[1]
	switch name {
	case "swap", "iter_swap":
		if name == "iter_swap" {
			f.swapObjects(f.deref(f.value(a)), f.deref(f.value(b)), c.pos)
		} else {
			f.swapObjects(f.place(a), f.place(b), c.pos)
		}
		return aVoid()
	case "exchange":
		return f.exchangeFunction(c, a, b)
	case "next", "prev":
		n := f.value(b)
		if name == "prev" {
			n = unary("-", n)
		}
		return aValue(offset(f.value(a), n))
	case "advance":
		p := f.place(a)
		f.set(p, offset(loadOf(p), f.value(b)), c.pos)
		return aVoid()
	case "distance":
		return aValue(binary("-", f.value(b), f.value(a)))
	case "max", "min":
		if !f.shape(c.n).isClass() {
			f.evaluateAll(c.args)
			return aValue(f.unknown(c.n))
		}
	}
	return outcome{}, false
}

// exchangeFunction lowers std::exchange(a, b).
func (f *fn) exchangeFunction(c *call, a, b *node) (outcome, bool) {
	p := f.place(a)
	if s := f.shape(a); s.isClass() {
		if c.spot == nil {
			return outcome{}, false
		}
		f.moveInit(*c.spot, p)
		f.assignObject(p, s, b, f.destName(a), c.pos)
		return anObject()
	}
	t := ir.VarPath(f.b.AddTemp())
	f.set(t, loadOf(p), c.pos)
	f.store(p, b, f.destName(a))
	return aValue(loadOf(t))
}

// makePointer lowers make_unique and make_shared.
func (f *fn) makePointer(c *call, name string) (outcome, bool) {
	if c.spot == nil || !c.spot.s.isClass() {
		return outcome{}, false
	}
	o := *c.spot
	ptr := o.dst.Field(hiddenPtr)
	elem := o.s.class.element()
	acq := &ir.Acquire{Dst: ptr, Kind: ir.Container, How: "std::" + name, Name: o.name, Pos: c.pos}
	if elem.kind == arrayShape {
		acq.Elem = elem.pointee(f.u).size
		if len(c.args) > 0 {
			acq.Size = product([]ir.Expr{f.value(c.args[0]), ir.Const{V: acq.Elem}}, []int{0, 1})
		}
		if acq.Elem == 0 {
			acq.Size = nil
		}
		f.b.Emit(acq)
		f.evaluateRest(c.args, 1)
		return anObject()
	}
	acq.Elem = elem.size
	if elem.size > 0 {
		acq.Size = ir.Const{V: elem.size}
	}
	f.b.Emit(acq)
	switch {
	case elem.isClass():
		f.constructArgs(spot{dst: ptr.Deref(), s: elem, name: o.name, pos: c.pos}, c.args, nil)
	case len(c.args) == 1:
		f.store(ptr.Deref(), c.args[0], "")
	default:
		f.evaluateAll(c.args)
	}
	return anObject()
}

// copyFunction lowers algorithms that write to a range and return where they stopped.
func (f *fn) copyFunction(c *call, name string) (outcome, bool) {
	at := 2
	if strings.HasSuffix(name, "fill_n") || strings.HasPrefix(name, "generate") {
		at = 0
	}
	if len(c.args) <= at || f.anyClosure(c.args) || !f.shape(c.args[at]).isPointer() {
		return outcome{}, false
	}
	vals := make([]ir.Expr, len(c.args))
	for i, a := range c.args {
		vals[i] = f.value(a)
	}
	if elem := f.shape(c.args[at]).pointee(f.u); at == 2 && elem.kind != unknownShape && f.pointsAnywhere(elem) && !elem.owns(f.u) {
		dst, src := f.deref(keepOffset(vals[2], ir.Unknown{})), f.deref(keepOffset(vals[0], ir.Unknown{}))
		f.set(unknownElement(dst), loadOf(unknownElement(src)), c.pos)
	}
	return aValue(ir.Offset{X: vals[at], N: ir.Unknown{Text: f.u.text(c.n)}})
}

// unknownElement is p with its last element unknown.
func unknownElement(p ir.Path) ir.Path {
	n := len(p.Sels)
	if n == 0 || p.Sels[n-1].Kind != ir.Elem {
		return p
	}
	return ir.Path{Root: p.Root, Sels: p.Sels[:n-1]}.Elem(nil)
}
