//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// known is what a node has been asked before: each question to libclang costs as much as lowering a few nodes.
type known struct {
	spelling string
	decl     clang.Cursor
	declKind clang.CursorKind
	named    bool // spelling is set
	refers   bool // decl and declKind are set
}

// name returns what libclang calls the node's spelling.
func (n *node) name() string {
	if !n.known.named {
		n.known.spelling, n.known.named = n.c.Spelling(), true
	}
	return n.known.spelling
}

// decl returns the declaration that the node refers to, and its kind.
func (n *node) decl() (clang.Cursor, clang.CursorKind) {
	if !n.known.refers {
		n.known.decl, n.known.refers = n.c.Referenced(), true
		n.known.declKind = n.known.decl.Kind()
	}
	return n.known.decl, n.known.declKind
}

// isVariable reports whether k is the kind of a declared object.
func isVariable(k clang.CursorKind) bool {
	return k == gc.Cursor_VarDecl || k == gc.Cursor_ParmDecl
}
