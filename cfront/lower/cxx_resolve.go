//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

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

// bindsReference reports whether a call's argument i is bound to a reference.
func (f *fn) bindsReference(c *call, i int) bool {
	var t clang.Type
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
