//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// cxxDeclare lowers the declaration of variable v.
func (f *fn) cxxDeclare(n *node, v *ir.Var) bool {
	if !f.u.cxx {
		return false
	}
	if v.Kind == ir.Global {
		f.staticLocal(n, v)
		return true
	}
	init := f.initialiser(n)
	t := infoOf(n.c.Type())
	if f.holdsLambda(n, init) {
		return true
	}
	mark := len(f.temps)
	switch {
	case t.isReference():
		if f.loose && init != nil {
			f.autos[keyOf(n.c)] = f.deducedShape(t, init)
		}
		if init != nil {
			f.set(ir.VarPath(v), f.bound(init), f.declPos(n))
		}
	default:
		s := f.varShape(n, t, init)
		if !s.isClass() {
			f.declareScalar(n, v, init)
		} else {
			f.declareObject(n, v, s, init)
		}
	}
	f.destroyTemps(mark)
	return true
}

// initialiser returns the expression that initialises a declared variable, nil if there is none.
func (f *fn) initialiser(n *node) *node {
	if c := n.c.VarDeclInitializer(); !c.IsNull() {
		if k := n.find(c); k != nil {
			return k
		}
	}
	e := n.exprs()
	if len(e) > 0 && !infoOf(n.c.Type()).isArray() {
		return e[len(e)-1]
	}
	return nil
}

// deducedShape is the type of a variable declared auto& within a template.
func (f *fn) deducedShape(t *typeInfo, init *node) *shape {
	if s := f.u.shapeOf(t.t); s.kind != unknownShape {
		return s
	}
	return f.shape(init)
}

// varShape is the type of a variable; that of auto within a template is its initialiser's.
func (f *fn) varShape(n *node, t *typeInfo, init *node) *shape {
	s := f.u.shapeOf(t.t)
	if s.kind == unknownShape && init != nil && strings.Contains(t.t.Spelling(), "auto") {
		s = f.shape(f.unwrapped(init))
		f.autos[keyOf(n.c)] = s
	}
	return s
}

// declPos is where a declared variable's name stands.
func (f *fn) declPos(n *node) ir.Pos {
	p := f.u.namePos(n.c)
	e := f.u.extent(n)
	if e.end >= 0 && p.Line >= e.pos.Line {
		p.EndLine, p.EndCol = e.pos.EndLine, e.pos.EndCol
	}
	return p
}

// declareScalar lowers the declaration of a variable that is no object.
func (f *fn) declareScalar(n *node, v *ir.Var, init *node) {
	for _, k := range n.exprs() { // the sizes of variable-length arrays
		if k != init && f.hasEffects(k) {
			f.effect(k)
		}
	}
	if init == nil {
		return
	}
	t := infoOf(n.c.Type())
	s := f.u.shapeOf(t.t)
	if s.kind == arrayShape && s.pointee(f.u).isClass() {
		f.declareObjects(n, v, s, init)
		return
	}
	if isDependentList(init) {
		f.initMember(spot{dst: ir.VarPath(v), s: s, name: v.Name, pos: f.declPos(n)}, member{s: s}, init)
		return
	}
	f.initialise(ir.VarPath(v), t, init, n.c.Spelling())
}

// isDependentList reports whether an initialiser is a list in parentheses within a template.
func isDependentList(n *node) bool {
	return n.kind == gc.Cursor_UnexposedExpr && n.info().kind == gc.Type_Invalid
}

// declareObjects lowers the declaration of an array of objects.
func (f *fn) declareObjects(n *node, v *ir.Var, s *shape, init *node) {
	o := spot{dst: ir.VarPath(v), s: s, name: n.c.Spelling(), pos: f.declPos(n)}
	if list := isList(init); list != nil {
		f.arrayElements(o, list)
	} else {
		f.emptyElements(o.dst, s.pointee(f.u), s.count, o)
	}
	if s.owns(f.u) {
		f.ownVar(v, s, o.pos)
	}
}

// declareObject lowers the declaration of a variable of class type.
func (f *fn) declareObject(n *node, v *ir.Var, s *shape, init *node) {
	v.Array = v.Array || s.classKind() == arrayClass
	o := spot{dst: ir.VarPath(v), s: s, name: n.c.Spelling(), pos: f.declPos(n), local: true}
	how := scopeExit
	if s.classKind().isContainer() && (init == nil || f.isEmptyObject(init)) {
		var swapped bool
		if o.local, swapped = f.usesOf(keyOf(n.c)); swapped && !o.local {
			how = "swap"
		}
	}
	if init == nil {
		f.constructArgs(o, nil, nil)
	} else {
		f.construct(o, init)
	}
	if !s.owns(f.u) {
		return
	}
	if s.classKind() != sharedClass {
		f.ownVarAs(v, s, how, o.pos)
	} else if f.soleOwner(n, init) {
		f.atExit(func() { f.destroyPointee(o.dst, s, scopeExit, o.pos) })
	}
}

// staticLocal lowers a variable with static storage that is declared in a function: it is initialised on the first pass.
func (f *fn) staticLocal(n *node, v *ir.Var) {
	f.u.globalInit(n.c)
	init := f.initialiser(n)
	t := infoOf(n.c.Type())
	s := f.varShape(n, t, init)
	if f.holdsLambda(n, init) {
		return
	}
	if init == nil || !f.hasEffects(init) && !t.isReference() || s.classKind().owner() != "" && f.isEmptyObject(init) {
		return
	}
	guard := &ir.Var{Name: v.Name + "#guard", Kind: ir.Global, Pos: v.Pos}
	f.u.out.Globals = append(f.u.out.Globals, guard)
	first, after := f.b.NewBlock(), f.b.NewBlock()
	pos := f.declPos(n)
	f.b.End(&ir.If{Cond: ir.Bin{Op: "==", X: ir.Value(guard), Y: ir.Const{}}, Then: first, Else: after, Pos: pos})
	f.b.SetBlock(first)
	mark := len(f.temps)
	switch {
	case t.isReference():
		f.set(ir.VarPath(v), f.address(init), pos)
		f.temps = f.temps[:mark]
	case s.isClass():
		f.construct(spot{dst: ir.VarPath(v), s: s, name: n.c.Spelling(), pos: pos}, init)
	default:
		f.declareScalar(n, v, init)
	}
	f.destroyTemps(mark)
	f.set(ir.VarPath(guard), ir.Const{V: 1}, pos)
	f.b.Jump(after)
	f.b.SetBlock(after)
}
