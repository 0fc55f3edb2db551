//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// cxxStore evaluates n into dst, which holds nothing yet: an object is constructed there.
func (f *fn) cxxStore(dst ir.Path, n *node, name string) bool {
	if !f.u.cxx {
		return false
	}
	if x := n.uncast(); x.kind == gc.Cursor_CXXNewExpr {
		f.newExpr(x, dst, name)
		return true
	}
	if s := f.shape(n); s.isClass() {
		f.construct(spot{dst: dst, s: s, name: name, pos: f.u.pos(n)}, n)
		return true
	}
	return false
}
