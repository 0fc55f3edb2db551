//go:build cgo

package lower

import (
	"strconv"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// constant returns the value of an integer constant expression.
func (f *fn) constant(n *node) (int64, bool) {
	n = n.uncast()
	switch n.kind {
	case gc.Cursor_IntegerLiteral:
		return f.literal(n)
	case gc.Cursor_CharacterLiteral, gc.Cursor_UnaryExpr, gc.Cursor_CXXBoolLiteralExpr:
		return f.evaluate(n)
	case gc.Cursor_DeclRefExpr:
		if d, k := n.decl(); k == gc.Cursor_EnumConstantDecl {
			return d.EnumConstantDeclValue(), true
		}
	}
	return 0, false
}

// literal reads an integer literal from the text, which is much cheaper than asking libclang; a literal of a macro's
// body is not there.
func (f *fn) literal(n *node) (int64, bool) {
	e := f.u.extent(n)
	text := strings.TrimRight(strings.ToLower(e.src.slice(e.start, e.end)), "ul")
	if v, err := strconv.ParseInt(text, 0, 64); err == nil {
		return v, true
	}
	return f.evaluate(n)
}

// evaluate asks libclang for an expression's value.
func (f *fn) evaluate(n *node) (int64, bool) {
	if f.dependent && n.kind == gc.Cursor_UnaryExpr {
		return 0, false
	}
	return evaluated(n)
}

func evaluated(n *node) (int64, bool) {
	r := n.c.Evaluate()
	defer r.Dispose()
	if r.Kind() != gc.Eval_Int {
		return 0, false
	}
	return r.AsLongLong(), true
}

// binary makes a binary expression. Constants are folded; the rest keeps the order of the source.
func binary(op string, x, y ir.Expr) ir.Expr {
	a, okA := x.(ir.Const)
	b, okB := y.(ir.Const)
	switch {
	case okA && okB:
		return ir.Simplify(ir.Bin{Op: op, X: x, Y: y})
	case op == "*" && okA && a.V == 1, op == "+" && okA && a.V == 0:
		return y
	case op == "*" && okB && b.V == 1, (op == "+" || op == "-") && okB && b.V == 0:
		return x
	}
	return ir.Bin{Op: op, X: x, Y: y}
}

// unary makes a unary expression, folding constants.
func unary(op string, x ir.Expr) ir.Expr {
	if op == "+" {
		return x
	}
	if _, ok := x.(ir.Const); ok {
		return ir.Simplify(ir.Un{Op: op, X: x})
	}
	return ir.Un{Op: op, X: x}
}
