//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// value evaluates n and returns its value. What n does besides is emitted. An array or function yields its address.
func (f *fn) value(n *node) ir.Expr {
	if v, ok := f.named(n); ok {
		return v
	}
	if v, ok := f.cxxValue(n); ok {
		return v
	}
	switch n.kind {
	case gc.Cursor_ParenExpr, gc.Cursor_UnexposedExpr:
		return f.wrapped(n)
	case gc.Cursor_IntegerLiteral, gc.Cursor_CharacterLiteral, gc.Cursor_UnaryExpr, gc.Cursor_CXXBoolLiteralExpr:
		if v, ok := f.constant(n); ok {
			return ir.Const{V: v}
		}
		return f.unknown(n)
	case gc.Cursor_StringLiteral:
		return ir.Str{S: unquoted(n.c.Spelling())}
	case gc.Cursor_DeclRefExpr, gc.Cursor_MemberRefExpr, gc.Cursor_ArraySubscriptExpr:
		return f.load(n)
	case gc.Cursor_UnaryOperator:
		return f.unaryValue(n)
	case gc.Cursor_BinaryOperator:
		return f.binaryValue(n)
	case gc.Cursor_CompoundAssignOperator:
		return loadOf(f.compoundAssign(n))
	case gc.Cursor_ConditionalOperator:
		return f.conditionalValue(n)
	case gc.Cursor_CStyleCastExpr:
		return f.cast(n)
	case gc.Cursor_CallExpr:
		return f.callValue(n)
	case gc.Cursor_CompoundLiteralExpr, gc.Cursor_InitListExpr:
		return f.aggregateValue(n)
	case gc.Cursor_StmtExpr:
		return f.stmtExpr(n)
	case gc.Cursor_GenericSelectionExpr:
		return f.generic(n)
	case gc.Cursor_FloatingLiteral, gc.Cursor_ImaginaryLiteral, gc.Cursor_AddrLabelExpr:
		return f.unknown(n)
	case gc.Cursor_GNUNullExpr, gc.Cursor_CXXNullPtrLiteralExpr:
		return ir.Null{}
	}
	return f.opaque(n)
}

func (f *fn) unknown(n *node) ir.Expr { return ir.Unknown{Text: f.u.text(n)} }

// opaque evaluates the parts of an expression that is not modelled; pointers given to it escape.
func (f *fn) opaque(n *node) ir.Expr {
	f.u.stats.Unknown++
	for _, k := range n.kids {
		if k.isExpr() {
			f.escape(f.value(k), k)
		} else if k.kind >= gc.Cursor_FirstStmt && k.kind <= gc.Cursor_LastStmt {
			f.stmt(k)
		}
	}
	return f.unknown(n)
}

// escape says that a pointer value goes where nobody follows.
func (f *fn) escape(v ir.Expr, n *node) {
	switch v.(type) {
	case ir.Load, ir.Addr, ir.Offset:
		if f.isPointerValue(n) || n.info().isRecord() {
			f.b.Emit(&ir.Escape{Val: v, Pos: f.u.pos(n)})
		}
	}
}

// wrapped evaluates what libclang shows as parentheses or as an unexposed expression: mostly implicit conversions.
func (f *fn) wrapped(n *node) ir.Expr {
	e := n.exprs()
	switch {
	case len(e) == 0:
		if n.info().isInteger() {
			if v, ok := f.evaluate(n); ok {
				return ir.Const{V: v}
			}
		}
		return f.unknown(n)
	case len(e) > 1:
		return f.elvis(n, e)
	}
	if n.info().canon != e[0].info().canon && f.u.isVaList(e[0]) && !f.u.isVaList(n) {
		return f.unknown(n) // va_arg
	}
	if n.damaged {
		f.effect(e[0])
		return f.unknown(n)
	}
	v := f.value(e[0])
	if c, ok := v.(ir.Const); ok && c.V == 0 && n.info().isPointer() {
		return ir.Null{}
	}
	return v
}

// isVaList reports whether n is a list of variable arguments, or decays to one.
func (u *unit) isVaList(n *node) bool {
	t := n.info()
	is, seen := u.vaLists[t.t]
	if !seen {
		is = strings.Contains(t.t.Spelling(), "va_list")
		u.vaLists[t.t] = is
	}
	return is
}

// elvis evaluates GNU's a ?: b; anything else of several parts is opaque.
func (f *fn) elvis(n *node, e []*node) ir.Expr {
	if !n.isElvis() {
		return f.opaque(n)
	}
	t := f.b.AddTemp()
	f.store(ir.VarPath(t), e[0], "")
	no, after := f.b.NewBlock(), f.b.NewBlock()
	c := ir.Value(t)
	if f.isPointerValue(e[0]) {
		c = ir.Bin{Op: "!=", X: c, Y: ir.Null{}}
	}
	f.b.End(&ir.If{Cond: c, Then: after, Else: no, Pos: f.u.pos(n)})
	f.b.SetBlock(no)
	f.store(ir.VarPath(t), e[len(e)-1], "")
	f.b.Jump(after)
	f.b.SetBlock(after)
	return ir.Value(t)
}

// load reads the cell of an lvalue.
func (f *fn) load(n *node) ir.Expr {
	if n.kind == gc.Cursor_DeclRefExpr {
		if v, ok := f.declValue(n); ok {
			return v
		}
	}
	p := f.place(n)
	if n.info().isArray() {
		return addrOf(p)
	}
	return loadOf(p)
}

func loadOf(p ir.Path) ir.Expr { return ir.Load{Path: p} }

// declValue is the value of a name that is no variable.
func (f *fn) declValue(n *node) (ir.Expr, bool) {
	d, kind := n.decl()
	switch kind {
	case gc.Cursor_EnumConstantDecl:
		return ir.Const{V: d.EnumConstantDeclValue()}, true
	case gc.Cursor_FunctionDecl, gc.Cursor_CXXMethod:
		info := f.u.funcInfo(d)
		f.u.taken[info.name] = true
		return ir.FuncRef{Name: info.name}, true
	case gc.Cursor_VarDecl, gc.Cursor_ParmDecl:
		return nil, false
	}
	return f.cxxDeclValue(n, d)
}

func (f *fn) unaryValue(n *node) ir.Expr {
	e := n.exprs()
	if len(e) != 1 {
		return f.opaque(n)
	}
	x := e[0]
	switch op := f.unaryOp(n); op {
	case "*":
		return f.load(n)
	case "&":
		return f.address(x)
	case "++", "--":
		return loadOf(f.step(n, op))
	case "x++", "x--":
		t := f.b.AddTemp()
		p := f.place(x)
		f.assign(ir.VarPath(t), loadOf(p), n)
		f.stepAt(p, n, op[1:])
		return ir.Value(t)
	case "!":
		if f.hasEffects(x) {
			return f.logical(n)
		}
		return f.not(x)
	case "-", "~", "+":
		return unary(op, f.value(x))
	case "__extension__":
		return f.value(x)
	}
	f.escape(f.value(x), x)
	return f.unknown(n)
}

func (f *fn) not(x *node) ir.Expr {
	if f.isPointerValue(x) {
		return ir.Bin{Op: "==", X: f.value(x), Y: ir.Null{}}
	}
	return unary("!", f.value(x))
}

func (f *fn) conditionalValue(n *node) ir.Expr {
	if len(n.exprs()) != 3 {
		return f.opaque(n)
	}
	if n.info().isVoid() {
		f.conditional(n, ir.Path{}, "")
		return ir.Unknown{}
	}
	t := f.b.AddTemp()
	f.conditional(n, ir.VarPath(t), "")
	return ir.Value(t)
}

// stmtExpr evaluates GNU's ({ …; v; }).
func (f *fn) stmtExpr(n *node) ir.Expr {
	var v ir.Expr = ir.Unknown{}
	for _, body := range n.kids {
		if body.kind != gc.Cursor_CompoundStmt {
			continue
		}
		leave := f.enter(body)
		for i, k := range body.kids {
			if i == len(body.kids)-1 && k.isExpr() && !n.info().isVoid() {
				v = f.held(f.value(k), k)
			} else {
				f.stmt(k)
			}
		}
		leave()
	}
	return v
}

// generic evaluates the association of _Generic whose type is that of the whole.
func (f *fn) generic(n *node) ir.Expr {
	if v, ok := f.chosen(n); ok {
		return f.value(v)
	}
	return f.unknown(n)
}

func (f *fn) chosen(n *node) (*node, bool) {
	var found *node
	e := n.exprs()
	for i, k := range e {
		if i > 0 && k.info().canon.Equal(n.info().canon) {
			if found != nil {
				return nil, false
			}
			found = k
		}
	}
	return found, found != nil
}

// effects evaluates the expressions below n for what they do.
func (f *fn) effects(n *node) {
	for _, k := range n.exprs() {
		f.effect(k)
	}
}

// effect evaluates n for what it does.
func (f *fn) effect(n *node) {
	n = n.uncast()
	switch n.kind {
	case gc.Cursor_CallExpr:
		f.call(n, nil, "")
		return
	case gc.Cursor_UnaryOperator:
		switch op := f.unaryOp(n); op {
		case "++", "--", "x++", "x--":
			f.step(n, strings.TrimPrefix(op, "x"))
			return
		}
	case gc.Cursor_BinaryOperator:
		switch f.binaryOp(n) {
		case ",":
			f.effects(n)
			return
		case "&&", "||":
			if f.hasEffects(n) {
				after := f.b.NewBlock()
				f.cond(n, after, after)
				f.b.SetBlock(after)
			}
			return
		}
	case gc.Cursor_ConditionalOperator:
		f.conditionalEffect(n)
		return
	}
	if f.hasEffects(n) {
		f.value(n)
	} else if n.kind > gc.Cursor_LastExpr {
		f.stmt(n)
	}
}

func (f *fn) conditionalEffect(n *node) {
	e := n.exprs()
	if len(e) != 3 || !f.hasEffects(e[0]) && !f.hasEffects(e[1]) && !f.hasEffects(e[2]) {
		return
	}
	yes, no, after := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.cond(e[0], yes, no)
	f.b.SetBlock(yes)
	f.effect(e[1])
	f.b.Jump(after)
	f.b.SetBlock(no)
	f.effect(e[2])
	f.b.Jump(after)
	f.b.SetBlock(after)
}

// unquoted is a string literal's text as it is written, without the quotes.
func unquoted(s string) string {
	if i := strings.IndexByte(s, '"'); i >= 0 {
		s = s[i+1:]
	}
	return strings.TrimSuffix(s, `"`)
}
