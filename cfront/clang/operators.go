//go:build cgo

package clang

/*
#cgo CFLAGS: -I${SRCDIR}
#include <stddef.h>

// The layouts of libclang's CXCursor and CXString, stable since clang 3.
typedef struct { int kind; int xdata; const void *data[3]; } mpivet_cursor;
typedef struct { const void *data; unsigned flags; } mpivet_string;
typedef int (*mpivet_kind_fn)(mpivet_cursor);
typedef mpivet_string (*mpivet_spelling_fn)(int);
typedef const char *(*mpivet_cstring_fn)(mpivet_string);
typedef void (*mpivet_dispose_fn)(mpivet_string);

static int mpivet_kind(void *f, void *cursor) { return ((mpivet_kind_fn)f)(*(mpivet_cursor *)cursor); }
static mpivet_string mpivet_spelling(void *f, int kind) { return ((mpivet_spelling_fn)f)(kind); }
static const char *mpivet_cstring(void *f, mpivet_string s) { return ((mpivet_cstring_fn)f)(s); }
static void mpivet_dispose(void *f, mpivet_string s) { ((mpivet_dispose_fn)f)(s); }
*/
import "C"

import "unsafe"

// operatorTable asks libclang 17 and newer for the operator of an expression.
type operatorTable struct {
	kind, spelling, cstring, dispose unsafe.Pointer
	names                            map[C.int]string
}

// binaryOps and unaryOps are filled by Open; a worker uses them from one
// goroutine, as libclang itself is.
var binaryOps, unaryOps operatorTable

func newOperatorTable(h handle, which string) operatorTable {
	return operatorTable{
		kind:     h.symbol("clang_getCursor" + which + "OperatorKind"),
		spelling: h.symbol("clang_get" + which + "OperatorKindSpelling"),
		cstring:  h.symbol("clang_getCString"),
		dispose:  h.symbol("clang_disposeString"),
		names:    map[C.int]string{},
	}
}

func (t *operatorTable) of(c Cursor) (string, bool) {
	if t.kind == nil || t.spelling == nil {
		return "", false
	}
	k := C.mpivet_kind(t.kind, unsafe.Pointer(&c))
	if k == 0 {
		return "", false
	}
	name, seen := t.names[k]
	if !seen {
		s := C.mpivet_spelling(t.spelling, k)
		name = C.GoString(C.mpivet_cstring(t.cstring, s))
		C.mpivet_dispose(t.dispose, s)
		t.names[k] = name
	}
	return name, name != ""
}

// BinaryOp returns the operator of a binary, compound assignment or assignment
// expression as it is written ("+", "=", "<<="). It is not ok when c is no such
// expression or libclang is older than 17; the operator must then be read from
// the tokens.
func BinaryOp(c Cursor) (op string, ok bool) { return binaryOps.of(c) }

// UnaryOp returns the operator of a unary expression ("*", "&", "!", "++"), with
// the same limits as BinaryOp.
func UnaryOp(c Cursor) (op string, ok bool) { return unaryOps.of(c) }
