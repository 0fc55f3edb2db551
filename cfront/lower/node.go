//go:build cgo

package lower

import (
	"unsafe"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// node is one cursor of a function's tree. The tree is copied out of libclang once, so that lowering can look at
// parents and children as often as it likes.
type node struct {
	c    clang.Cursor
	kind clang.CursorKind
	up   *node
	kids []*node
	ext  *extent   // set by unit.extent
	typ  *typeInfo // set by node.info
	// recovered marks a call that does not compile: its first child is the function, the others are the arguments.
	recovered bool
	// undeclared marks an access to a member that is not declared; arrow says that its object is a pointer.
	undeclared, arrow bool
	// damaged marks other code that does not compile, of which only a part is in the tree.
	damaged bool

	known known

	op     string // set by fn.binaryOp and fn.unaryOp
	opRead bool
}

// rawCursor is the layout of libclang's CXCursor, stable since clang 3: data[0] is the declaration, or for expressions
// and statements their parent declaration, data[1] the expression or statement.
type rawCursor struct {
	kind, xdata int32
	data        [3]unsafe.Pointer
}

func raw(c clang.Cursor) rawCursor { return *(*rawCursor)(unsafe.Pointer(&c)) }

// declKey identifies a declaration within its unit.
type declKey uintptr

func keyOf(decl clang.Cursor) declKey { return declKey(raw(decl).data[0]) }

func isExprKind(k clang.CursorKind) bool { return k >= gc.Cursor_FirstExpr && k <= gc.Cursor_LastExpr }

func (n *node) isExpr() bool { return isExprKind(n.kind) }

// exprs returns the children that are expressions: not type references and the like.
func (n *node) exprs() []*node {
	all := true
	for _, k := range n.kids {
		all = all && k.isExpr()
	}
	if all {
		return n.kids
	}
	var out []*node
	for _, k := range n.kids {
		if k.isExpr() {
			out = append(out, k)
		}
	}
	return out
}

// isElvis reports whether n is GNU's a ?: b. Its tree holds a once for the condition and again for the value.
func (n *node) isElvis() bool {
	return n.kind == gc.Cursor_UnexposedExpr && len(n.kids) > 2 && n.kids[0].isExpr() && n.kids[0].c == n.kids[1].c
}

// find returns the child whose expression is that of cursor c, or nil.
func (n *node) find(c clang.Cursor) *node {
	want := raw(c).data[1]
	for _, k := range n.kids {
		if k.isExpr() && raw(k.c).data[1] == want {
			return k
		}
	}
	return nil
}

// within reports whether n is a or lies below it.
func (n *node) within(a *node) bool {
	for ; n != nil; n = n.up {
		if n == a {
			return true
		}
	}
	return false
}

// bare returns n without the parentheses and implicit conversions around it.
func (n *node) bare() *node {
	for (n.kind == gc.Cursor_ParenExpr || n.kind == gc.Cursor_UnexposedExpr) && !n.damaged {
		e := n.exprs()
		if len(e) != 1 {
			return n
		}
		n = e[0]
	}
	return n
}

// uncast returns n without the casts, parentheses and implicit conversions around it.
func (n *node) uncast() *node {
	for {
		n = n.bare()
		if !isCast(n.kind) {
			return n
		}
		e := n.exprs()
		if len(e) == 0 {
			return n
		}
		n = e[len(e)-1]
	}
}

func isCast(k clang.CursorKind) bool {
	switch k {
	case gc.Cursor_CStyleCastExpr, gc.Cursor_CXXStaticCastExpr, gc.Cursor_CXXReinterpretCastExpr,
		gc.Cursor_CXXConstCastExpr, gc.Cursor_CXXDynamicCastExpr, gc.Cursor_CXXFunctionalCastExpr:
		return true
	}
	return false
}
