//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// construct initialises raw storage with the object that n evaluates to.
func (f *fn) construct(o spot, n *node) {
	x := f.unwrapped(n)
	if o.s.kind == unknownShape {
		o.s = f.shape(x)
	}
	switch x.kind {
	case gc.Cursor_InitListExpr:
		f.constructList(o, x)
	case gc.Cursor_ConditionalOperator:
		f.constructChosen(o, x)
	case gc.Cursor_LambdaExpr:
		f.lambda(x, o.name)
	case gc.Cursor_UnexposedExpr, gc.Cursor_ParenExpr: // a list in parentheses within a template
		f.constructArgs(o, x.exprs(), nil)
	case gc.Cursor_CallExpr:
		f.constructCall(o, x)
	default:
		f.constructOther(o, x)
	}
}

// constructOther initialises an object from an expression that is no call: a copy of an object, or a conversion from
// what is none.
func (f *fn) constructOther(o spot, x *node) {
	if isCast(x.kind) {
		if e := lastOf(x.exprs()); e != nil {
			if f.shape(x).isClass() && !f.shape(e).isClass() {
				f.constructArgs(o, []*node{e}, nil)
			} else {
				f.construct(o, e)
			}
			return
		}
	}
	if o.s.isClass() && !f.shape(x).isClass() && f.shape(x).kind != unknownShape {
		f.constructArgs(o, []*node{x}, nil)
		return
	}
	f.copyInit(o, f.place(x))
}

// unwrapped strips what does not change which object n makes.
func (f *fn) unwrapped(n *node) *node {
	for {
		e := n.exprs()
		switch n.kind {
		case gc.Cursor_ParenExpr, gc.Cursor_UnexposedExpr, gc.Cursor_CXXFunctionalCastExpr:
			if len(e) != 1 {
				return n
			}
			if n.kind == gc.Cursor_UnexposedExpr && isParenList(n, e[0]) {
				return n
			}
			n = e[0]
		default:
			return n
		}
	}
}

// isParenList reports whether n is a list of arguments within a template: it has no type.
func isParenList(n, e *node) bool {
	return n.info().kind == gc.Type_Invalid && n.c.Spelling() == "" && e.info().kind != gc.Type_Invalid
}

// constructChosen evaluates c ? a : b into an object.
func (f *fn) constructChosen(o spot, n *node) {
	e := n.exprs()
	if len(e) != 3 {
		f.effects(n)
		return
	}
	yes, no, after := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.cond(e[0], yes, no)
	for i, blk := range []*ir.Block{yes, no} {
		f.b.SetBlock(blk)
		mark := len(f.temps)
		f.construct(o, e[i+1])
		f.destroyTemps(mark)
		f.b.Jump(after)
	}
	f.b.SetBlock(after)
}

// constructCall initialises an object with a constructor, or with what a function returns.
func (f *fn) constructCall(o spot, x *node) {
	d := x.c.Referenced()
	if d.Kind() == gc.Cursor_Constructor || d.Kind() == gc.Cursor_FunctionTemplate && d.TemplateCursorKind() == gc.Cursor_Constructor {
		args := f.realArgs(x)
		f.constructArgs(o, args, &d)
		return
	}
	if x.c.NumArguments() < 0 && f.shape(x).isClass() { // T(x) within a template
		f.constructArgs(o, x.exprs(), nil)
		return
	}
	c := f.newCall(x, &o.dst, o.name)
	c.spot = &o
	if src := f.movedFrom(x); src != nil {
		f.moveInit(o, f.place(src))
		return
	}
	if r, ok := f.model(c); ok {
		f.constructResult(o, r)
		return
	}
	if f.returnsReference(x) {
		f.copyInit(o, f.referenceCall(c))
		return
	}
	f.callInto(c, o)
}

// realArgs returns a call's arguments without those that the callee's defaults supply.
func (f *fn) realArgs(x *node) []*node {
	args := f.args(x)
	for len(args) > 0 && isDefaultArg(args[len(args)-1]) {
		args = args[:len(args)-1]
	}
	return args
}

// isDefaultArg reports whether an argument is not written in the source.
func isDefaultArg(n *node) bool {
	return n.kind == gc.Cursor_UnexposedExpr && len(n.kids) == 0 && n.c.Spelling() == ""
}

// constructResult initialises an object with the result of a call that was lowered by what it means.
func (f *fn) constructResult(o spot, r outcome) {
	switch {
	case r.done:
	case r.isPlace:
		f.copyInit(o, r.place)
	case r.val != nil:
		f.set(o.dst, r.val, o.pos)
	}
}

// constructArgs runs the constructor that takes args. Ctor is the one that overload resolution chose; within a template
// it is nil.
func (f *fn) constructArgs(o spot, args []*node, ctor *clang.Cursor) {
	if tooDeep(o.dst) {
		f.evaluateAll(args)
		return
	}
	if len(args) == 1 && f.sameClass(o.s, f.shape(args[0])) {
		if f.constructFrom(o, args[0], ctor) {
			return
		}
	}
	m := o.s.modelled(f.u)
	if m != nil && (o.s.class.kind != plainClass || ctor != nil && f.ctorOf(*ctor, m)) {
		o.s = m
		f.constructModelled(o, args)
		return
	}
	if o.s.isPlain() {
		f.constructPlain(o, args, ctor)
		return
	}
	f.constructOpaque(o, args)
}

// sameClass reports whether an argument of shape s makes the constructor one that copies or moves.
func (f *fn) sameClass(a, b *shape) bool {
	if !a.isClass() || !b.isClass() {
		return false
	}
	if a == b || a.class.name == b.class.name && a.class.kind != opaqueClass && a.class.kind != functionClass {
		return true
	}
	return a.class.kind == b.class.kind && a.class.kind.isPointer()
}

// ctorOf reports whether a constructor is an inherited one of class m.
func (f *fn) ctorOf(ctor clang.Cursor, m *shape) bool {
	info := f.u.funcInfo(ctor)
	return info.cxx != nil && info.cxx.member && f.u.qualifiedName(info.cxx.class) == m.class.name
}

// constructFrom copies or moves an object, or, when n makes one, makes it in place.
func (f *fn) constructFrom(o spot, n *node, ctor *clang.Cursor) bool {
	x := f.unwrapped(n)
	if f.isPrvalue(x) && !f.isLvalue(x) && f.movedFrom(x) == nil {
		f.construct(o, n)
		return true
	}
	if ctor != nil && o.s.isPlain() && f.ownCtor(*ctor) {
		return false
	}
	if src := f.movedFrom(x); src != nil {
		f.moveInit(o, f.place(src))
		return true
	}
	f.copyInit(o, f.place(n))
	return true
}

// ownCtor reports whether a constructor is written by the user.
func (f *fn) ownCtor(ctor clang.Cursor) bool {
	d := f.u.pattern(ctor)
	return userProvided(d) && f.u.namePos(d) != f.u.namePos(d.SemanticParent())
}

// constructPlain runs a constructor of a class of the project. One that the compiler supplies is lowered in place.
func (f *fn) constructPlain(o spot, args []*node, ctor *clang.Cursor) {
	if ctor == nil {
		if found, ok := f.u.findCtor(o.s.class, len(args)); ok {
			ctor = &found
		}
	}
	if ctor != nil && f.ownCtor(*ctor) {
		info := f.u.funcInfo(*ctor)
		c := &call{args: args, fn: info, name: info.display, pos: o.pos}
		vals := append([]ir.Expr{addrOf(o.dst)}, f.arguments(c)...)
		f.b.Emit(&ir.Call{Name: info.display, Callees: []string{info.name}, Args: vals, Pos: o.pos})
		f.callClosures(c)
		return
	}
	if len(args) == 0 {
		f.initParts(o)
		return
	}
	f.aggregateParts(o, args)
}

// constructOpaque runs a constructor of a class of which nothing is known.
func (f *fn) constructOpaque(o spot, args []*node) {
	if len(args) == 0 {
		return
	}
	name := "?"
	if o.s.isClass() {
		name = o.s.class.name
	}
	c := &call{args: args, name: name, pos: o.pos}
	vals := append([]ir.Expr{addrOf(o.dst)}, f.arguments(c)...)
	f.b.Emit(&ir.Call{Name: name, Args: vals, Pos: o.pos})
	f.callClosures(c)
}

// evaluateAll evaluates expressions for what they do.
func (f *fn) evaluateAll(list []*node) {
	for _, n := range list {
		f.effect(n)
	}
}
