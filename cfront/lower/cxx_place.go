//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// cxxPlace evaluates lvalues that C lacks: calls, this, objects whose operators mean something, temporaries.
func (f *fn) cxxPlace(n *node) (ir.Path, bool) {
	e := n.exprs()
	switch n.kind {
	case gc.Cursor_CallExpr:
		return f.callPlace(n)
	case gc.Cursor_ArraySubscriptExpr, gc.Cursor_UnaryOperator:
		return f.operatorPlace(n, e)
	case gc.Cursor_ConditionalOperator:
		if len(e) == 3 && f.isLvalue(e[1]) && f.isLvalue(e[2]) {
			return f.chosenPlace(e), true
		}
	case gc.Cursor_CXXStaticCastExpr, gc.Cursor_CXXConstCastExpr, gc.Cursor_CXXDynamicCastExpr,
		gc.Cursor_CXXReinterpretCastExpr, gc.Cursor_CStyleCastExpr:
		if x := lastOf(e); x != nil && f.isLvalue(x) && f.shape(n).isClass() {
			return f.place(x), true
		}
	case gc.Cursor_LambdaExpr:
		return ir.VarPath(f.b.AddTemp()), true
	case gc.Cursor_ParenExpr, gc.Cursor_UnexposedExpr:
		return ir.Path{}, false
	}
	if f.u.cxx && f.isPrvalue(n) && f.shape(n).isClass() {
		return f.materialise(n), true
	}
	return ir.Path{}, false
}

func lastOf(list []*node) *node {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// operatorPlace is the cell of x[i] and *x within a template, where x is an object.
func (f *fn) operatorPlace(n *node, e []*node) (ir.Path, bool) {
	if !f.loose || len(e) == 0 {
		return ir.Path{}, false
	}
	m := f.shape(e[0]).modelled(f.u)
	if n.kind == gc.Cursor_ArraySubscriptExpr && f.isSomeObject(e[0]) {
		m = someContainer
	}
	if m == nil {
		return ir.Path{}, false
	}
	if n.kind == gc.Cursor_ArraySubscriptExpr && len(e) == 2 {
		return f.elementOf(f.place(e[0]), m, f.value(e[1])), true
	}
	if n.kind == gc.Cursor_UnaryOperator && f.unaryOp(n) == "*" {
		return f.pointedBy(f.place(e[0]), m)
	}
	return ir.Path{}, false
}

// isSomeObject reports whether n names a reference to an object whose type is a template's parameter.
func (f *fn) isSomeObject(n *node) bool {
	n = n.bare()
	return n.kind == gc.Cursor_DeclRefExpr && f.shape(n).kind == unknownShape &&
		isReferenceKind(n.c.Referenced().Type().CanonicalType().Kind())
}

// chosenPlace is the cell that c ? a : b names.
func (f *fn) chosenPlace(e []*node) ir.Path {
	t := ir.VarPath(f.b.AddTemp())
	yes, no, after := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.cond(e[0], yes, no)
	for i, blk := range []*ir.Block{yes, no} {
		f.b.SetBlock(blk)
		f.assign(t, addrOf(f.place(e[i+1])), e[i+1])
		f.b.Jump(after)
	}
	f.b.SetBlock(after)
	return t.Deref()
}

// isLvalue reports whether n names an object that outlives the expression.
func (f *fn) isLvalue(n *node) bool {
	n = n.bare()
	switch n.kind {
	case gc.Cursor_DeclRefExpr, gc.Cursor_MemberRefExpr, gc.Cursor_ArraySubscriptExpr:
		return true
	case gc.Cursor_UnaryOperator:
		op := f.unaryOp(n)
		return op == "*" || op == "++" || op == "--"
	case gc.Cursor_CallExpr:
		return f.returnsReference(n)
	case gc.Cursor_ConditionalOperator:
		e := n.exprs()
		return len(e) == 3 && f.isLvalue(e[1]) && f.isLvalue(e[2])
	case gc.Cursor_CXXStaticCastExpr, gc.Cursor_CXXConstCastExpr:
		x := lastOf(n.exprs())
		return x != nil && f.isLvalue(x)
	case gc.Cursor_CompoundAssignOperator:
		return true
	case gc.Cursor_BinaryOperator:
		return f.binaryOp(n) == "="
	}
	return false
}

// isPrvalue reports whether n makes a new object.
func (f *fn) isPrvalue(n *node) bool {
	switch n.kind {
	case gc.Cursor_CallExpr, gc.Cursor_InitListExpr, gc.Cursor_CXXFunctionalCastExpr, gc.Cursor_ConditionalOperator,
		gc.Cursor_CXXStaticCastExpr, gc.Cursor_CStyleCastExpr:
		return true
	}
	return false
}

// materialise puts an object that an expression makes into a temporary that dies with the full expression.
func (f *fn) materialise(n *node) ir.Path {
	v := f.b.AddTemp()
	s := f.shape(n)
	v.Array = s.classKind() == arrayClass
	p := ir.VarPath(v)
	f.construct(spot{dst: p, s: s, pos: f.u.pos(n)}, n)
	if s.owns(f.u) && s.classKind() != sharedClass {
		f.temps = append(f.temps, &owned{path: p, s: s, how: scopeExit, pos: f.u.pos(n)})
	}
	return p
}

// cxxMember evaluates a member access that C lacks: members of this, static ones, those of dependent type.
func (f *fn) cxxMember(n *node) (ir.Path, bool) {
	if !f.u.cxx {
		return ir.Path{}, false
	}
	if n.undeclared {
		return ir.Path{}, false
	}
	d := n.c.Referenced()
	switch d.Kind() {
	case gc.Cursor_VarDecl:
		f.effects(n)
		return ir.VarPath(f.variable(d)), true
	case gc.Cursor_CXXMethod, gc.Cursor_FunctionTemplate:
		return ir.Path{}, false
	}
	base, s, arrow := f.object(n)
	var p ir.Path
	switch {
	case base == nil:
		p = f.self()
	case arrow:
		p = f.deref(f.value(base))
	default:
		p = f.place(base)
		if m := s.modelled(f.u); m != nil && m.class.kind.isPointer() && f.loose {
			p, _ = f.pointedBy(p, m)
			s = m.class.element()
		}
	}
	return f.fieldCell(p, s, f.memberText(n), d), true
}

// fieldCell is the cell of a member; a reference stands for what it refers to.
func (f *fn) fieldCell(p ir.Path, s *shape, name string, d clang.Cursor) ir.Path {
	if name == "" {
		return p
	}
	p = p.Field(name)
	if d.Kind() == gc.Cursor_FieldDecl {
		if infoOf(d.Type()).isReference() {
			p = p.Deref()
		}
		return p
	}
	if s.isClass() {
		if m, ok := s.class.field(f.u, name); ok && m.ref {
			p = p.Deref()
		}
	}
	return p
}

// cxxDeclPlace is the cell of a name that is no variable: of a structured binding, or of a member.
func (f *fn) cxxDeclPlace(n *node, d clang.Cursor) (ir.Path, bool) {
	key := keyOf(d)
	if p, ok := f.bindings[key]; ok {
		return p, true
	}
	if d.Kind() == gc.Cursor_FieldDecl {
		return f.fieldCell(f.self(), nil, d.Spelling(), d), true
	}
	return ir.Path{}, false
}

// cxxDeclValue is the value of a name that is neither variable nor function of C.
func (f *fn) cxxDeclValue(n *node, d clang.Cursor) (ir.Expr, bool) {
	switch d.Kind() {
	case gc.Cursor_FunctionTemplate:
		info := f.u.funcInfo(d)
		f.u.taken[info.name] = true
		return ir.FuncRef{Name: info.name}, true
	case gc.Cursor_OverloadedDeclRef:
		for i := range d.NumOverloadedDecls() {
			if o := d.OverloadedDecl(i); isFunction(o) {
				info := f.u.funcInfo(o)
				f.u.taken[info.name] = true
				return ir.FuncRef{Name: info.name}, true
			}
		}
	case gc.Cursor_FieldDecl:
		return nil, false
	}
	if _, bound := f.bindings[keyOf(d)]; bound {
		return nil, false
	}
	return f.unknown(n), true
}

// declPath is the cell of a variable as its declaration's name means it.
func (f *fn) declPath(d clang.Cursor) ir.Path {
	if p, ok := f.bindings[keyOf(d)]; ok {
		return p
	}
	p := ir.VarPath(f.variable(d))
	if f.u.cxx && (f.indirect[keyOf(d)] || infoOf(d.Type()).isReference()) {
		p = p.Deref()
	}
	return p
}
