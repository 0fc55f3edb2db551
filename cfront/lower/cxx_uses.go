//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"
)

// usesOf tells what becomes of an empty container that is declared in the function: whether something may make it hold
// a block of its own, and whether it is swapped with another.
func (f *fn) usesOf(key declKey) (grown, swapped bool) {
	var walk func(n *node)
	walk = func(n *node) {
		for _, k := range n.kids {
			if (k.kind == gc.Cursor_DeclRefExpr || k.kind == gc.Cursor_VariableRef) && keyOf(k.c.Referenced()) == key {
				switch f.useOf(k) {
				case "grow":
					grown = true
				case "swap":
					swapped = true
				}
			}
			walk(k)
		}
	}
	walk(f.root)
	return grown, swapped
}

// useOf classifies one use of a container: "grow" if it may make it hold a block of its own, "swap", or "".
func (f *fn) useOf(n *node) string {
	up := n.up
	for up != nil && (up.kind == gc.Cursor_UnexposedExpr || up.kind == gc.Cursor_ParenExpr) {
		if up.info().t.IsConstQualifiedType() {
			return ""
		}
		up = up.up
	}
	if up == nil {
		return "grow"
	}
	switch up.kind {
	case gc.Cursor_MemberRefExpr:
		switch name := f.memberText(up); {
		case growers[name]:
			return "grow"
		case name == "swap":
			return "swap"
		}
		return ""
	case gc.Cursor_CallExpr:
		return f.useInCall(up)
	case gc.Cursor_BinaryOperator:
		if op := f.binaryOp(up); op == "=" || op == "==" || op == "!=" {
			return ""
		}
	case gc.Cursor_CXXForRangeStmt, gc.Cursor_ReturnStmt, gc.Cursor_ArraySubscriptExpr:
		return ""
	}
	return "grow"
}

// useInCall classifies the use of a container as an operand or argument of a call.
func (f *fn) useInCall(call *node) string {
	name := call.c.Spelling()
	if name == "" && len(call.exprs()) > 0 {
		name = lastName(f.u.text(call.exprs()[0]))
	}
	if op, ok := strings.CutPrefix(name, "operator"); ok {
		if op == "=" || op == "[]" || op == "==" || op == "!=" {
			return ""
		}
		return "grow"
	}
	if name == "swap" {
		return "swap"
	}
	if call.c.Referenced().Kind() == gc.Cursor_Constructor {
		return "" // copied or moved
	}
	return "grow"
}
