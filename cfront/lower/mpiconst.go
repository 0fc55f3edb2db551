//go:build cgo

package lower

import (
	"path/filepath"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// elemSize gives the bytes of one element of MPI's predefined datatypes on the usual 64-bit data model; 0 is unknown.
var elemSize = map[string]int64{
	"MPI_CHAR": 1, "MPI_SIGNED_CHAR": 1, "MPI_UNSIGNED_CHAR": 1, "MPI_BYTE": 1, "MPI_PACKED": 1, "MPI_WCHAR": 4,
	"MPI_SHORT": 2, "MPI_UNSIGNED_SHORT": 2, "MPI_INT": 4, "MPI_UNSIGNED": 4, "MPI_LONG": 8, "MPI_UNSIGNED_LONG": 8,
	"MPI_LONG_LONG": 8, "MPI_LONG_LONG_INT": 8, "MPI_UNSIGNED_LONG_LONG": 8,
	"MPI_FLOAT": 4, "MPI_DOUBLE": 8, "MPI_LONG_DOUBLE": 16,
	"MPI_INT8_T": 1, "MPI_INT16_T": 2, "MPI_INT32_T": 4, "MPI_INT64_T": 8,
	"MPI_UINT8_T": 1, "MPI_UINT16_T": 2, "MPI_UINT32_T": 4, "MPI_UINT64_T": 8,
	"MPI_AINT": 8, "MPI_COUNT": 8, "MPI_OFFSET": 8, "MPI_C_BOOL": 1, "MPI_CXX_BOOL": 1,
	"MPI_C_COMPLEX": 8, "MPI_C_FLOAT_COMPLEX": 8, "MPI_C_DOUBLE_COMPLEX": 16, "MPI_C_LONG_DOUBLE_COMPLEX": 32,
	"MPI_CXX_FLOAT_COMPLEX": 8, "MPI_CXX_DOUBLE_COMPLEX": 16, "MPI_CXX_LONG_DOUBLE_COMPLEX": 32,
	"MPI_FLOAT_INT": 8, "MPI_DOUBLE_INT": 12, "MPI_LONG_INT": 12, "MPI_SHORT_INT": 6, "MPI_2INT": 8, "MPI_LONG_DOUBLE_INT": 20,
	"MPI_CHARACTER": 1, "MPI_LOGICAL": 4, "MPI_INTEGER": 4, "MPI_REAL": 4, "MPI_DOUBLE_PRECISION": 8,
	"MPI_COMPLEX": 8, "MPI_DOUBLE_COMPLEX": 16, "MPI_INTEGER1": 1, "MPI_INTEGER2": 2, "MPI_INTEGER4": 4, "MPI_INTEGER8": 8,
	"MPI_REAL4": 4, "MPI_REAL8": 8, "MPI_REAL16": 16, "MPI_2REAL": 8, "MPI_2DOUBLE_PRECISION": 16, "MPI_2INTEGER": 8,
}

// nullHandles are the constants that stand for no object.
var nullHandles = map[string]bool{
	"MPI_COMM_NULL": true, "MPI_REQUEST_NULL": true, "MPI_WIN_NULL": true, "MPI_DATATYPE_NULL": true,
	"MPI_OP_NULL": true, "MPI_GROUP_NULL": true, "MPI_INFO_NULL": true, "MPI_FILE_NULL": true,
	"MPI_ERRHANDLER_NULL": true, "MPI_MESSAGE_NULL": true, "MPI_SESSION_NULL": true,
}

// numericPrefixes start the names of constants whose value counts and not their name.
var numericPrefixes = []string{
	"MPI_SUCCESS", "MPI_ERR_", "MPI_MAX_", "MPI_THREAD_", "MPI_MODE_", "MPI_LOCK_", "MPI_ORDER_", "MPI_VERSION",
	"MPI_SUBVERSION", "MPI_BSEND_OVERHEAD", "MPI_COMBINER_", "MPI_TYPECLASS_", "MPI_DISTRIBUTE_", "MPI_T_",
	"MPI_IDENT", "MPI_CONGRUENT", "MPI_SIMILAR", "MPI_UNEQUAL", "MPI_CART", "MPI_GRAPH", "MPI_DIST_GRAPH", "MPI_SEEK_",
	"MPI_WIN_FLAVOR_", "MPI_WIN_SEPARATE", "MPI_WIN_UNIFIED",
}

// named reports whether n is a constant of MPI, and returns it. The expansions of these macros differ from one mpi.h to
// the next, so the name is read in the source; inside a macro's body, where it cannot be, the object's name serves.
func (f *fn) named(n *node) (ir.Expr, bool) {
	switch n.kind {
	case gc.Cursor_ParenExpr, gc.Cursor_IntegerLiteral, gc.Cursor_CStyleCastExpr, gc.Cursor_UnaryOperator,
		gc.Cursor_DeclRefExpr, gc.Cursor_CXXStaticCastExpr, gc.Cursor_CXXReinterpretCastExpr:
	default:
		return nil, false
	}
	if name := f.constName(n); name != "" {
		return f.mpiConstant(n, name)
	}
	return nil, false
}

func (f *fn) constName(n *node) string {
	if name := f.writtenName(n); name != "" {
		return name
	}
	x := n.uncast()
	if x.kind == gc.Cursor_UnaryOperator {
		if e := x.exprs(); len(e) == 1 {
			x = e[0].bare()
		}
	}
	if x.kind == gc.Cursor_IntegerLiteral {
		return f.vendorHandle(n)
	}
	if x.kind != gc.Cursor_DeclRefExpr {
		return ""
	}
	name := vendorName(x.name())
	if name == "" || f.ownDecl(x) {
		return ""
	}
	return name
}

// writtenName is the constant whose name stands in the source where n is, or that a macro there stands for. No
// parenthesis, number, cast or sign starts with a name unless it comes from a macro.
func (f *fn) writtenName(n *node) string {
	e := f.u.extent(n)
	word := e.src.identAt(e.start)
	if word == "" {
		return ""
	}
	if n.kind == gc.Cursor_DeclRefExpr {
		if word == n.name() && f.ownDecl(n) {
			return ""
		}
	} else if isCallOrStep(e.src.bytes(), e.start+len(word)) {
		return ""
	}
	switch {
	case isMPIName(word):
		return word
	case n.kind == gc.Cursor_DeclRefExpr && word == n.name():
		return ""
	case len(word) == e.end-e.start:
		return f.u.alias(word)
	}
	return ""
}

// isCallOrStep reports whether a parenthesis, or ++ or --, follows at off: then the name before is a macro with
// arguments, or a variable.
func isCallOrStep(text string, off int) bool {
	off = skipBlank(text, off)
	if off >= len(text) {
		return false
	}
	return text[off] == '(' || strings.HasPrefix(text[off:], "++") || strings.HasPrefix(text[off:], "--")
}

// ownDecl reports whether a name is declared by the project: its own variable that looks like MPI's, or a local.
func (f *fn) ownDecl(n *node) bool {
	d, _ := n.decl()
	if d.IsNull() || !f.u.inProject(d) {
		return false
	}
	file, _, _, _ := d.Location().FileLocation()
	return filepath.Base(f.u.source(file).name) != "mpi.h"
}

func (f *fn) mpiConstant(n *node, name string) (ir.Expr, bool) {
	if nullHandles[name] {
		return ir.Null{}, true
	}
	for _, p := range numericPrefixes {
		if strings.HasPrefix(name, p) {
			v, ok := f.evaluate(n)
			return ir.Const{V: v}, ok
		}
	}
	return ir.Named{Name: name}, true
}
