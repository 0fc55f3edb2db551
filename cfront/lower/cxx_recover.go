//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"
)

// recoverCalls finds the calls among expressions that do not compile: libclang keeps the parts, the function first, but
// not what they form.
func recoverCalls(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		if n.kind != gc.Cursor_UnexposedExpr || len(n.kids) == 0 || !namesFunction(n.kids[0]) {
			continue
		}
		switch n.info().kind {
		case gc.Type_Pointer, gc.Type_FunctionProto, gc.Type_MemberPointer, gc.Type_Overload:
			continue // the function's address
		}
		n.kind, n.recovered = gc.Cursor_CallExpr, true
	}
}

func namesFunction(n *node) bool {
	switch n.kind {
	case gc.Cursor_DeclRefExpr:
		switch n.info().kind {
		case gc.Type_Overload, gc.Type_FunctionProto:
			return true
		case gc.Type_Dependent:
			return n.c.Referenced().Kind() == gc.Cursor_OverloadedDeclRef
		}
	case gc.Cursor_MemberRefExpr:
		return strings.HasPrefix(n.info().t.Spelling(), "<bound member")
	}
	return false
}
