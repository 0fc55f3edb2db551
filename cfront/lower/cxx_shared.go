//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"
)

// soleOwner reports whether a shared pointer is the only one to its object: made here and never copied.
func (f *fn) soleOwner(n, init *node) bool {
	if init == nil || f.isLvalue(f.unwrapped(init)) {
		return false
	}
	if x := f.unwrapped(init); x.kind != gc.Cursor_CallExpr || !madeHere(f, x) {
		return false
	}
	return !copied(f.root, keyOf(n.c))
}

// madeHere reports whether a call makes a new shared object.
func madeHere(f *fn, x *node) bool {
	if strings.HasPrefix(x.c.Spelling(), "make_shared") {
		return true
	}
	args := f.realArgs(x)
	return x.c.Referenced().Kind() == gc.Cursor_Constructor && len(args) == 1 && args[0].bare().kind == gc.Cursor_CXXNewExpr
}

// copied reports whether the variable is used below n in any way but through its members and operators.
func copied(n *node, key declKey) bool {
	for _, k := range n.kids {
		if k.kind == gc.Cursor_DeclRefExpr && keyOf(k.c.Referenced()) == key {
			up := k.up
			for up != nil && up.kind == gc.Cursor_UnexposedExpr {
				up = up.up
			}
			if up == nil || up.kind != gc.Cursor_MemberRefExpr && !strings.HasPrefix(up.c.Spelling(), "operator") {
				return true
			}
		}
		if copied(k, key) {
			return true
		}
	}
	return false
}
