//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// place evaluates n as an lvalue and returns its cell. The value of an rvalue is put into a temporary.
func (f *fn) place(n *node) ir.Path {
	if p, ok := f.cxxPlace(n); ok {
		return p
	}
	switch n.kind {
	case gc.Cursor_ParenExpr, gc.Cursor_UnexposedExpr:
		e := n.exprs()
		if len(e) == 1 && n.damaged {
			f.effect(e[0])
			return f.deref(f.unknown(n)) // memory that nobody follows
		}
		if len(e) == 1 {
			return f.place(e[0])
		}
	case gc.Cursor_DeclRefExpr:
		if p, ok := f.declPlace(n); ok {
			return p
		}
	case gc.Cursor_MemberRefExpr:
		return f.memberPlace(n)
	case gc.Cursor_ArraySubscriptExpr:
		if e := n.exprs(); len(e) == 2 {
			return f.subscript(e[0], e[1])
		}
	case gc.Cursor_UnaryOperator:
		if p, ok := f.unaryPlace(n); ok {
			return p
		}
	case gc.Cursor_BinaryOperator:
		switch e := n.exprs(); f.binaryOp(n) {
		case "=":
			return f.assignExpr(n)
		case ",":
			f.effect(e[0])
			return f.place(e[1])
		}
	case gc.Cursor_CompoundAssignOperator:
		return f.compoundAssign(n)
	case gc.Cursor_CompoundLiteralExpr:
		return f.compoundLiteral(n)
	case gc.Cursor_GenericSelectionExpr:
		if k, ok := f.chosen(n); ok {
			return f.place(k)
		}
	}
	t := f.b.AddTemp()
	if n.kind == gc.Cursor_DeclRefExpr || n.kind == gc.Cursor_ArraySubscriptExpr || f.u.cxx && f.shape(n).isClass() {
		f.assign(ir.VarPath(t), f.opaque(n), n) // its value would be read from its cell
	} else {
		f.store(ir.VarPath(t), n, "")
	}
	return ir.VarPath(t)
}

// declPlace is the cell of a variable; a reference stands for what it refers to.
func (f *fn) declPlace(n *node) (ir.Path, bool) {
	d, kind := n.decl()
	if !isVariable(kind) {
		return f.cxxDeclPlace(n, d)
	}
	return f.declPath(d), true
}

// memberPlace is the cell of s.m or p->m. Members of anonymous structs have no step of their own.
func (f *fn) memberPlace(n *node) ir.Path {
	if p, ok := f.cxxMember(n); ok {
		return p
	}
	e := n.exprs()
	if len(e) == 0 {
		t := f.b.AddTemp()
		f.assign(ir.VarPath(t), f.unknown(n), n)
		return ir.VarPath(t)
	}
	base := e[0]
	var p ir.Path
	if n.isArrow(base) {
		p = f.deref(f.value(base))
	} else {
		p = f.place(base)
	}
	if name := n.name(); name != "" {
		p = p.Field(name)
	}
	return p
}

// subscript is the cell a[i], or i[a].
func (f *fn) subscript(a, i *node) ir.Path {
	if !f.isPointerValue(a) && f.isPointerValue(i) {
		a, i = i, a
	}
	return f.element(a, f.value(i))
}

// element is the cell at index i of what the pointer or array a holds.
func (f *fn) element(a *node, i ir.Expr) ir.Path {
	if b := a.bare(); b.info().isArray() {
		return f.place(b).Elem(i)
	}
	return f.deref(keepOffset(f.value(a), i))
}

func (f *fn) unaryPlace(n *node) (ir.Path, bool) {
	e := n.exprs()
	if len(e) != 1 {
		return ir.Path{}, false
	}
	switch op := f.unaryOp(n); op {
	case "*":
		if b := e[0].bare(); b.info().isArray() {
			return f.place(b).Elem(ir.Const{}), true
		}
		return f.deref(f.value(e[0])), true
	case "++", "--":
		return f.step(n, op), true
	case "__extension__":
		return f.place(e[0]), true
	}
	return ir.Path{}, false
}

// deref returns the cell that a pointer value points to.
func (f *fn) deref(v ir.Expr) ir.Path {
	switch v := v.(type) {
	case ir.Load:
		return v.Path.Deref()
	case ir.Addr:
		return v.Path
	case ir.Offset:
		switch x := v.X.(type) {
		case ir.Load:
			return x.Path.Deref().Elem(v.N)
		case ir.Addr:
			return x.Path.Elem(v.N)
		}
	}
	t := f.b.AddTemp()
	f.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: v})
	return ir.VarPath(t).Deref()
}

// address evaluates &n.
func (f *fn) address(n *node) ir.Expr {
	b := n.bare()
	if b.damaged {
		return f.value(b)
	}
	if b.kind == gc.Cursor_DeclRefExpr {
		if v, ok := f.declValue(b); ok {
			return v
		}
	}
	return addrOf(f.place(b))
}

// addrOf is the address of a cell: p for *p, offset(p, i) for p[i].
func addrOf(p ir.Path) ir.Expr {
	n := len(p.Sels)
	if n > 0 && p.Sels[n-1].Kind == ir.Deref {
		return ir.Load{Path: ir.Path{Root: p.Root, Sels: p.Sels[:n-1]}}
	}
	if n > 1 && p.Sels[n-1].Kind == ir.Elem && p.Sels[n-2].Kind == ir.Deref && p.Sels[n-1].Index != nil {
		return offset(ir.Load{Path: ir.Path{Root: p.Root, Sels: p.Sels[:n-2]}}, p.Sels[n-1].Index)
	}
	return ir.Addr{Path: p}
}

// offset is the pointer v moved by n elements.
func offset(v, n ir.Expr) ir.Expr {
	if c, ok := n.(ir.Const); ok && c.V == 0 {
		if _, ok := v.(ir.Addr); !ok {
			return v
		}
	}
	return keepOffset(v, n)
}

// keepOffset is offset for subscripts, where p[0] is an element and *p the whole.
func keepOffset(v, n ir.Expr) ir.Expr {
	switch x := v.(type) {
	case ir.Offset:
		return ir.Offset{X: x.X, N: binary("+", x.N, n)}
	case ir.Addr:
		last := len(x.Path.Sels) - 1
		if last >= 0 && x.Path.Sels[last].Kind == ir.Elem && x.Path.Sels[last].Index != nil {
			p := ir.Path{Root: x.Path.Root, Sels: x.Path.Sels[:last]}
			return ir.Addr{Path: p.Elem(binary("+", x.Path.Sels[last].Index, n))}
		}
	}
	return ir.Offset{X: v, N: n}
}
