//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// outcome is the result of a call that was lowered by what it means.
type outcome struct {
	val     ir.Expr // a value
	place   ir.Path // or the cell that a reference refers to
	isPlace bool
	done    bool // or an object, constructed where it was wanted
}

func aValue(v ir.Expr) (outcome, bool) { return outcome{val: v}, true }
func aPlace(p ir.Path) (outcome, bool) { return outcome{place: p, isPlace: true}, true }
func aVoid() (outcome, bool)           { return outcome{val: ir.Unknown{}}, true }
func anObject() (outcome, bool)        { return outcome{done: true}, true }

// model lowers a call by what it means: of operators, of the standard library's classes and functions, of lambdas. It
// emits nothing when it does not know the call.
func (f *fn) model(c *call) (outcome, bool) {
	if op, ok := f.operatorOf(c); ok {
		return f.modelOperator(c, op)
	}
	if c.callee != nil {
		switch x := c.callee.bare(); x.kind {
		case gc.Cursor_MemberRefExpr:
			return f.modelMember(c, x)
		case gc.Cursor_DeclRefExpr:
			if cl := f.closureOf(x); cl != nil { // a lambda's name within a template
				return f.callLambda(c, cl, c.args)
			}
		}
	}
	return f.modelFunction(c)
}

// modelMember lowers calls of member functions.
func (f *fn) modelMember(c *call, x *node) (outcome, bool) {
	base, s, arrow := f.object(x)
	m := s.modelled(f.u)
	name := f.memberText(x)
	if s.kind == unknownShape && containerLike[name] {
		m = someContainer
	}
	if m == nil || f.definesMethod(s, m, name) {
		return outcome{}, false
	}
	obj := receiver{f: f, base: base, arrow: arrow, s: m, name: f.receiverName(base)}
	switch k := m.class.kind; {
	case k.isContainer():
		if r, ok := f.containerCall(c, obj, name); ok || classTable[m.class.name] != plainClass {
			return r, ok
		}
		return f.ownerCall(c, &obj)
	case k == arrayClass:
		return f.arrayCall(c, obj, name)
	case k == viewClass:
		return f.viewCall(c, obj, name)
	case k.isPointer():
		return f.pointerCall(c, obj, name)
	case k == optionalClass:
		return f.optionalCall(c, obj, name)
	case k == tupleClass && name == "swap" && len(c.args) == 1:
		f.swapObjects(obj.place(), f.place(c.args[0]), c.pos)
		return aVoid()
	case k == functionClass && base != nil:
		if cl := f.closureOf(base); cl != nil && name == "operator()" {
			return f.callLambda(c, cl, c.args)
		}
	}
	return outcome{}, false
}

// someContainer stands for objects of a type that depends on a template's parameters and whose member functions are
// called by the names that those of containers have: where the type is none, nothing holds the block that they name.
var someContainer = &shape{kind: classShape, class: &class{kind: containerClass, name: "container"}}

var containerLike = map[string]bool{
	"data": true, "size": true, "begin": true, "end": true, "empty": true, "front": true, "back": true, "at": true,
	"resize": true, "reserve": true, "push_back": true, "emplace_back": true, "assign": true, "clear": true,
}

// ownerCall lowers a member function of a class that the configuration calls an owner: one without arguments that
// returns a pointer returns the block.
func (f *fn) ownerCall(c *call, r *receiver) (outcome, bool) {
	if len(c.args) == 0 && f.shape(c.n).isPointer() {
		return aValue(loadOf(r.place().Field(hiddenData)))
	}
	return outcome{}, false
}

// definesMethod reports whether a class of the project has a method of its own that hides the base's.
func (f *fn) definesMethod(s, m *shape, name string) bool {
	return s != m && s.isPlain() && len(s.class.method(f.u, name)) > 0
}

// receiver is the object that a member function is called on. It is evaluated once, and only when asked for.
type receiver struct {
	f     *fn
	base  *node // nil: this
	arrow bool
	s     *shape
	name  string
	known bool
	p     ir.Path
}

// place evaluates the object.
func (r *receiver) place() ir.Path {
	if !r.known {
		r.p, r.known = r.f.objectPlace(r.base, r.arrow), true
	}
	return r.p
}

// objectPlace is the cell of the object that base names, this if it is nil.
func (f *fn) objectPlace(base *node, arrow bool) ir.Path {
	switch {
	case base == nil:
		return f.self()
	case arrow:
		return f.deref(f.value(base))
	}
	return f.place(base)
}

// receiverName is how messages call the object.
func (f *fn) receiverName(base *node) string {
	if base == nil {
		return "*this"
	}
	return f.destName(base)
}

// cxxCallValue evaluates a call that does not go the way of C: see model. A reference stands for what it refers to.
func (f *fn) cxxCallValue(n *node) (ir.Expr, bool) {
	if f.shape(n).isClass() && !f.isLvalue(n) {
		return loadOf(f.materialise(n)), true
	}
	if src := f.movedFrom(n); src != nil {
		return loadOf(f.place(src)), true
	}
	c := f.newCall(n, nil, "")
	if r, ok := f.model(c); ok {
		switch {
		case r.isPlace:
			return f.readCell(r.place, f.shape(n)), true
		case r.val != nil:
			return r.val, true
		}
		return f.unknown(n), true
	}
	if f.returnsReference(n) {
		return f.readCell(f.referenceCall(c), f.shape(n)), true
	}
	return nil, false
}

// callPlace is the cell that a call's result names.
func (f *fn) callPlace(n *node) (ir.Path, bool) {
	if !f.u.cxx {
		return ir.Path{}, false
	}
	if src := f.movedFrom(n); src != nil {
		return f.place(src), true
	}
	if !f.isLvalue(n) {
		if f.shape(n).isClass() {
			return f.materialise(n), true
		}
	}
	c := f.newCall(n, nil, "")
	if r, ok := f.model(c); ok {
		if r.isPlace {
			return r.place, true
		}
		t := ir.VarPath(f.b.AddTemp())
		if r.val != nil {
			f.set(t, r.val, c.pos)
		}
		return t, true
	}
	if f.returnsReference(n) {
		return f.referenceCall(c), true
	}
	return ir.Path{}, false
}

// referenceCall calls a function that returns a reference.
func (f *fn) referenceCall(c *call) ir.Path {
	t := ir.VarPath(f.b.AddTemp())
	c.dst = &t
	f.plainCXX(c)
	return t.Deref()
}
