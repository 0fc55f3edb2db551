//go:build cgo

package lower

import (
	"slices"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// cxxCall lowers a call that C lacks. The result goes to c.dst, which may be nil.
func (f *fn) cxxCall(c *call) bool {
	if !f.u.cxx {
		return false
	}
	if f.shape(c.n).isClass() && !f.isLvalue(c.n) {
		if c.dst != nil {
			f.construct(spot{dst: *c.dst, s: f.shape(c.n), name: c.as, pos: c.pos}, c.n)
		} else {
			f.materialise(c.n)
		}
		return true
	}
	if r, ok := f.model(c); ok {
		switch {
		case c.dst == nil:
		case r.isPlace:
			f.set(*c.dst, f.readCell(r.place, f.shape(c.n)), c.pos)
		case r.val != nil:
			f.set(*c.dst, r.val, c.pos)
		}
		return true
	}
	if c.dst != nil && f.returnsReference(c.n) {
		dst := *c.dst
		f.set(dst, f.readCell(f.referenceCall(c), f.shape(c.n)), c.pos)
		return true
	}
	return false
}

// callInto calls a function that returns an object, which goes to raw storage. What a library returns in an owning
// container is new memory.
func (f *fn) callInto(c *call, o spot) {
	m := o.s.modelled(f.u)
	foreign := c.fn != nil && c.fn.cxx != nil && c.fn.cxx.foreign
	if foreign && m != nil && m.class.kind.isContainer() {
		c.dst = nil
		f.dispatch(c)
		o.s = m
		f.filled(o, nil, nil)
		return
	}
	c.dst = &o.dst
	f.dispatch(c)
}

// isFree reports whether the tables of C's functions may know a function by its name alone.
func (info *funcInfo) isFree() bool {
	x := info.cxx
	return x == nil || !x.member && (x.library || x.qual == info.spelling)
}

// names are what the configuration may call the function: by its name, with its class, with its namespaces.
func (c *call) names() []string {
	names := []string{c.name}
	if c.fn != nil && c.fn.cxx != nil {
		for _, name := range []string{c.fn.spelling, c.fn.display, c.fn.cxx.qual} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// resolve finds the functions that a call within a template may mean, by name and number of arguments.
func (f *fn) resolve(c *call) {
	if c.fn != nil || c.callee == nil {
		return
	}
	x := c.callee.bare()
	var found []clang.Cursor
	switch x.kind {
	case gc.Cursor_DeclRefExpr:
		found = f.candidates(x, len(c.args))
	case gc.Cursor_MemberRefExpr:
		name := f.memberText(x)
		c.name = name
		if _, s, _ := f.object(x); s.isClass() {
			found = matching(s.class.method(f.u, name), len(c.args))
		}
	}
	for i, d := range found {
		info := f.u.funcInfo(d)
		if i == 0 {
			c.fn, c.name = info, info.spelling
		}
		c.others = append(c.others, info)
	}
}

// candidates returns the overloads that a dependent name may mean in a call with n arguments.
func (f *fn) candidates(x *node, n int) []clang.Cursor {
	d := x.c.Referenced()
	if isFunction(d) {
		return []clang.Cursor{d}
	}
	if d.Kind() != gc.Cursor_OverloadedDeclRef {
		return nil
	}
	var all []clang.Cursor
	for i := range d.NumOverloadedDecls() {
		if o := d.OverloadedDecl(i); isFunction(o) {
			all = append(all, o)
		}
	}
	if len(all) == 1 {
		return all
	}
	return matching(all, n)
}

func (f *fn) candidate(x *node, n int) (clang.Cursor, bool) {
	list := f.candidates(x, n)
	if len(list) == 0 {
		return clang.Cursor{}, false
	}
	return list[0], true
}

// matching returns the functions that take n arguments.
func matching(list []clang.Cursor, n int) []clang.Cursor {
	var out []clang.Cursor
	for _, d := range list {
		if takes(d, n) {
			out = append(out, d)
		}
	}
	return out
}

// calleeInfo is the function that a call names.
func (f *fn) calleeInfo(n *node) *funcInfo {
	if d := n.c.Referenced(); isFunction(d) {
		return f.u.funcInfo(d)
	}
	return nil
}

// returnsReference reports whether a call's result is a reference.
func (f *fn) returnsReference(n *node) bool {
	n = n.bare()
	if n.kind != gc.Cursor_CallExpr {
		return false
	}
	if d := n.c.Referenced(); isFunction(d) {
		return d.Kind() != gc.Cursor_Constructor && isReferenceKind(d.Type().ResultType().CanonicalType().Kind())
	}
	e := n.exprs()
	if len(e) == 0 {
		return false
	}
	x := e[0].bare()
	switch x.kind {
	case gc.Cursor_MemberRefExpr:
		_, s, _ := f.object(x)
		name := f.memberText(x)
		if s.modelled(f.u) != nil && referenceMethods[name] {
			return true
		}
		if s.isClass() {
			for _, d := range matching(s.class.method(f.u, name), len(e)-1) {
				return isReferenceKind(d.Type().ResultType().CanonicalType().Kind())
			}
		}
	case gc.Cursor_DeclRefExpr:
		if d, ok := f.candidate(x, len(e)-1); ok {
			return isReferenceKind(d.Type().ResultType().CanonicalType().Kind())
		}
		if cl := f.closures[keyOf(x.c.Referenced())]; cl != nil {
			return cl.byRef
		}
	}
	t := x.info().canon
	if t.Kind() == gc.Type_Pointer {
		t = t.PointeeType()
	}
	return isReferenceKind(t.ResultType().CanonicalType().Kind())
}

var referenceMethods = map[string]bool{"front": true, "back": true, "at": true, "value": true, "top": true, "emplace_back": true}

func isReferenceKind(k clang.TypeKind) bool {
	return k == gc.Type_LValueReference || k == gc.Type_RValueReference
}

// plainCXX calls a function of the program or an unseen one. A member function gets the object's address first.
func (f *fn) plainCXX(c *call) {
	f.resolve(c)
	out := &ir.Call{Name: f.calledName(c), Pos: c.pos}
	if self, ok := f.receiverOf(c); ok {
		out.Args = append(out.Args, self)
	}
	out.Callees = f.callees(c)
	if c.fn == nil && c.callee != nil && c.callee.bare().kind != gc.Cursor_MemberRefExpr {
		if r, ok := f.value(c.callee).(ir.FuncRef); ok {
			out.Callees = []string{r.Name}
		}
	}
	c.vals = f.arguments(c)
	out.Args = append(out.Args, c.vals...)
	if c.dst != nil {
		out.Dsts = []ir.Path{*c.dst}
	}
	f.b.Emit(out)
	f.noteFunctors(c)
	f.noteParamCall(c, out)
	f.callClosures(c)
}

// calledName is how the source calls the function; the standard library's are qualified.
func (f *fn) calledName(c *call) string {
	if c.fn == nil || c.fn.cxx == nil {
		return c.name
	}
	if c.fn.cxx.foreign && strings.Contains(c.fn.cxx.qual, "::") {
		return c.fn.cxx.qual
	}
	return c.fn.display
}

// callees lists the functions that a call may run: all known overriders of a virtual one, all overloads that a
// dependent name may mean.
func (f *fn) callees(c *call) []string {
	if c.fn == nil || c.fn.cxx != nil && c.fn.cxx.library {
		return nil
	}
	infos := c.others
	if len(infos) == 0 {
		infos = []*funcInfo{c.fn}
	}
	if x := c.fn.cxx; x != nil && x.method && x.decl.CXXMethod_IsVirtual() && (c.n == nil || c.n.c.IsDynamicCall()) {
		infos = append(infos[:len(infos):len(infos)], f.u.overriders[c.fn.name]...)
	}
	var names []string
	seen := map[string]bool{}
	for _, info := range infos {
		if !seen[info.name] {
			seen[info.name] = true
			names = append(names, info.name)
		}
	}
	return names
}

// receiverOf is the address of the object that a member function is called on.
func (f *fn) receiverOf(c *call) (ir.Expr, bool) {
	if c.callee == nil || c.fn != nil && (c.fn.cxx == nil || !c.fn.cxx.method) {
		return nil, false
	}
	if c.operator {
		v := f.address(c.args[0])
		c.args = c.args[1:]
		return v, true
	}
	x := c.callee.bare()
	if x.kind != gc.Cursor_MemberRefExpr {
		if c.fn != nil && f.hasSelf() { // f(x) for a dependent member of this
			return addrOf(f.self()), true
		}
		return nil, false
	}
	base, _, arrow := f.object(x)
	if base == nil && !f.hasSelf() {
		return ir.Unknown{}, true
	}
	return addrOf(f.objectPlace(base, arrow)), true
}

// argument evaluates an argument passed by value. An object is copied or moved for the callee, which destroys it.
func (f *fn) argument(n *node) ir.Expr {
	s := f.shape(n)
	if !s.isClass() {
		return f.value(n)
	}
	x := f.unwrapped(n)
	if !s.owns(f.u) && f.isLvalue(x) {
		return loadOf(f.place(n))
	}
	if f.closureOf(n) != nil {
		return ir.Unknown{Text: f.u.text(n)}
	}
	t := f.b.AddTemp()
	t.Array = s.classKind() == arrayClass
	f.construct(spot{dst: ir.VarPath(t), s: s, pos: f.u.pos(n), name: f.destName(n)}, n)
	return ir.Value(t)
}

// bindsReference reports whether a call's argument i is bound to a reference.
func (f *fn) bindsReference(c *call, i int) bool {
	t := clang.Type{}
	switch {
	case c.fn != nil && c.fn.cxx != nil:
		t = c.fn.cxx.decl.Type()
		if d := c.referenced(); d != nil {
			t = d.Type()
		}
	case c.callee != nil:
		t = c.callee.info().canon
		if t.Kind() == gc.Type_Pointer {
			t = t.PointeeType()
		}
		if t.Kind() != gc.Type_FunctionProto {
			return f.loose && f.likelyReference(c.args[i])
		}
	default:
		return false
	}
	if i >= int(t.NumArgTypes()) {
		return false
	}
	return isReferenceKind(t.ArgType(uint32(i)).CanonicalType().Kind())
}

// likelyReference reports whether a function of which nothing is known would take n by reference: an object is.
func (f *fn) likelyReference(n *node) bool {
	s := f.shape(n)
	return (s.isClass() || s.kind == unknownShape) && f.isLvalue(n)
}

// referenced is the function that a call names, as it is instantiated.
func (c *call) referenced() *clang.Cursor {
	if c.n == nil {
		return nil
	}
	if d := c.n.c.Referenced(); isFunction(d) {
		return &d
	}
	return nil
}
