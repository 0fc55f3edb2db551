//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// cxxValue evaluates what C lacks or what means something else in C++.
func (f *fn) cxxValue(n *node) (ir.Expr, bool) {
	if !f.u.cxx {
		return nil, false
	}
	e := n.exprs()
	switch n.kind {
	case gc.Cursor_CXXThisExpr:
		return addrOf(f.self()), true
	case gc.Cursor_CXXNewExpr:
		t := ir.VarPath(f.b.AddTemp())
		f.newExpr(n, t, "")
		return loadOf(t), true
	case gc.Cursor_CXXDeleteExpr:
		f.deleteExpr(n)
		return ir.Unknown{}, true
	case gc.Cursor_CXXThrowExpr:
		f.throwExpr(n)
		return ir.Unknown{}, true
	case gc.Cursor_CXXStaticCastExpr, gc.Cursor_CXXReinterpretCastExpr, gc.Cursor_CXXConstCastExpr,
		gc.Cursor_CXXDynamicCastExpr, gc.Cursor_CXXFunctionalCastExpr:
		if f.shape(n).isClass() {
			return loadOf(f.place(n)), true
		}
		return f.cast(n), true
	case gc.Cursor_CallExpr:
		return f.cxxCallValue(n)
	case gc.Cursor_LambdaExpr:
		c := f.lambda(n, "")
		f.u.taken[c.name] = true
		return ir.FuncRef{Name: c.name}, true
	case gc.Cursor_MemberRefExpr:
		return f.memberValue(n)
	case gc.Cursor_ArraySubscriptExpr:
		if p, ok := f.operatorPlace(n, e); ok {
			return f.readCell(p, f.shape(n)), true
		}
	case gc.Cursor_UnaryOperator:
		return f.dependentUnary(n, e)
	case gc.Cursor_BinaryOperator, gc.Cursor_CompoundAssignOperator:
		return f.dependentBinary(n, e)
	case gc.Cursor_InitListExpr, gc.Cursor_ConditionalOperator:
		if f.shape(n).isClass() {
			return loadOf(f.place(n)), true
		}
	case gc.Cursor_CXXTypeidExpr, gc.Cursor_SizeOfPackExpr, gc.Cursor_ConceptSpecializationExpr, gc.Cursor_RequiresExpr:
		return f.unknown(n), true
	case gc.Cursor_PackExpansionExpr:
		if len(e) == 1 {
			return f.value(e[0]), true
		}
	}
	return nil, false
}

// readCell is the value in a cell; an array yields its address.
func (f *fn) readCell(p ir.Path, s *shape) ir.Expr {
	if s != nil && s.kind == arrayShape {
		return addrOf(p)
	}
	return loadOf(p)
}

// memberValue is the value of a member access; a member function has no cell.
func (f *fn) memberValue(n *node) (ir.Expr, bool) {
	d := n.c.Referenced()
	switch d.Kind() {
	case gc.Cursor_CXXMethod, gc.Cursor_FunctionTemplate:
		info := f.u.funcInfo(d)
		f.u.taken[info.name] = true
		return ir.FuncRef{Name: info.name}, true
	case gc.Cursor_EnumConstantDecl:
		return ir.Const{V: d.EnumConstantDeclValue()}, true
	}
	return nil, false
}

// dependentUnary evaluates an operator within a template whose operand is an object or a pointer.
func (f *fn) dependentUnary(n *node, e []*node) (ir.Expr, bool) {
	if !f.loose || len(e) != 1 {
		return nil, false
	}
	s := f.shape(e[0])
	switch op := f.unaryOp(n); op {
	case "*":
		if p, ok := f.operatorPlace(n, e); ok {
			return f.readCell(p, f.shape(n)), true
		}
	case "!":
		if v, ok := f.objectTruth(e[0], s); ok {
			return unary("!", v), true
		}
	}
	return nil, false
}

// dependentBinary evaluates an operator within a template whose operands are objects: for streams and strings nothing
// but the operands matters.
func (f *fn) dependentBinary(n *node, e []*node) (ir.Expr, bool) {
	if !f.loose || len(e) != 2 || !f.shape(e[0]).isClass() {
		return nil, false
	}
	m := f.shape(e[0]).modelled(f.u)
	switch op := f.binaryOp(n); op {
	case "=":
		p := f.place(e[0])
		f.assignObject(p, f.shape(e[0]), e[1], f.destName(e[0]), f.u.pos(n))
		return loadOf(p), true
	case "+=":
		if m != nil && m.class.kind.isContainer() {
			f.effect(e[1])
			f.grow(f.place(e[0]), m, "operator+=", f.destName(e[0]), f.u.pos(n))
			return f.unknown(n), true
		}
	case "<<", ">>":
		f.value(e[0])
		f.value(e[1])
		return f.unknown(n), true
	}
	return nil, false
}

// objectTruth is the value of an object used as a condition.
func (f *fn) objectTruth(n *node, s *shape) (ir.Expr, bool) {
	m := s.modelled(f.u)
	if m == nil {
		return nil, false
	}
	switch k := m.class.kind; {
	case k.isPointer():
		return ir.Bin{Op: "!=", X: loadOf(f.place(n).Field(hiddenPtr)), Y: ir.Null{}}, true
	case k == optionalClass:
		return ir.Bin{Op: "!=", X: loadOf(f.place(n).Field(hiddenSet)), Y: ir.Const{}}, true
	}
	return nil, false
}

// cxxTruth is the value that a condition tests.
func (f *fn) cxxTruth(n *node) ir.Expr {
	if f.loose {
		if v, ok := f.objectTruth(n, f.shape(n)); ok {
			return v
		}
	}
	return f.value(n)
}
