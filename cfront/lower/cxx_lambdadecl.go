//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"
)

// holdsLambda lowers the declaration of a variable that holds a lambda.
func (f *fn) holdsLambda(n, init *node) bool {
	if init == nil {
		return false
	}
	s := f.u.shapeOf(n.c.Type())
	if s.isClass() && s.class.kind != functionClass && s.class.name != "" && s.class.kind != plainClass {
		return false
	}
	x := f.lambdaIn(init)
	if x == nil {
		return false
	}
	d := n.c
	if x.kind == gc.Cursor_LambdaExpr {
		f.lambdaFor(x, n.c.Spelling(), &d)
		return true
	}
	if c := f.closureOf(x); c != nil {
		f.closures[keyOf(d)] = c
		return true
	}
	return false
}

// lambdaIn returns the lambda, or the name of one, that an initialiser comes down to.
func (f *fn) lambdaIn(n *node) *node {
	for {
		n = f.unwrapped(n)
		switch n.kind {
		case gc.Cursor_LambdaExpr:
			return n
		case gc.Cursor_DeclRefExpr:
			if f.closures[keyOf(n.c.Referenced())] != nil {
				return n
			}
			return nil
		case gc.Cursor_CallExpr:
			e := n.exprs()
			k := n.c.Referenced().Kind()
			if len(e) != 1 || k != gc.Cursor_Constructor && k != gc.Cursor_ConversionFunction && k != gc.Cursor_FunctionTemplate {
				return nil
			}
			n = e[0]
		case gc.Cursor_MemberRefExpr, gc.Cursor_UnaryOperator:
			e := n.exprs()
			if len(e) != 1 || n.kind == gc.Cursor_UnaryOperator && f.unaryOp(n) != "+" {
				return nil
			}
			n = e[0]
		default:
			return nil
		}
	}
}
