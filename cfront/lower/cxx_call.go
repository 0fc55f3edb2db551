//go:build cgo

package lower

import (
	"slices"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

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
	return x == nil || !x.member && (x.standard || x.qual == info.spelling)
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

// plainCXX calls a function of the program or an unseen one. A member function gets the object's address first.
func (f *fn) plainCXX(c *call) {
	f.resolve(c)
	out := &ir.Call{Name: f.calledName(c), Pos: c.pos}
	if as := f.calledAs(c); as != c.name {
		out.Name = as
	}
	if self, ok := f.receiverOf(c); ok {
		out.Args = append(out.Args, self)
	}
	out.Callees = f.callees(c)
	out.Virtual = c.fn != nil && c.dynamic()
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
	if c.fn == nil || c.fn.cxx != nil && c.fn.cxx.standard {
		return nil
	}
	infos := c.others
	if len(infos) == 0 {
		infos = []*funcInfo{c.fn}
	}
	if c.dynamic() {
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

// dynamic reports whether the class of the object decides what a call runs.
func (c *call) dynamic() bool {
	x := c.fn.cxx
	return x != nil && x.method && x.decl.CXXMethod_IsVirtual() && (c.n == nil || c.n.c.IsDynamicCall())
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
