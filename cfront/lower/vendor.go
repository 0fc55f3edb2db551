//go:build cgo

package lower

import (
	"regexp"
	"strings"
	"sync"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/headers"
)

var constantDefinition = regexp.MustCompile(`(?m)^#define (MPI_[A-Z0-9_]+)[ \t]`)

// constants holds the names of MPI's constants, as the built-in mpi.h defines them.
var constants = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	text, err := headers.FS.ReadFile(headers.MPI + "/mpi.h")
	if err != nil {
		panic("lower: reading the built-in mpi.h: " + err.Error())
	}
	for _, m := range constantDefinition.FindAllSubmatch(text, -1) {
		names[string(m[1])] = true
	}
	return names
})

// isMPIName reports whether s is the name of a constant of MPI.
func isMPIName(s string) bool { return strings.HasPrefix(s, "MPI_") && constants()[s] }

// vendorName is the constant that an object of an mpi.h stands for: ours have the constant's name, Open MPI's are
// called ompi_mpi_comm_world, ompi_mpi_op_sum.
func vendorName(object string) string {
	if isMPIName(object) {
		return object
	}
	if object == "ompi_request_null" {
		return "MPI_REQUEST_NULL"
	}
	if rest, ok := strings.CutPrefix(object, "ompi_mpi_"); ok {
		if name := "MPI_" + strings.ToUpper(strings.TrimPrefix(rest, "op_")); isMPIName(name) {
			return name
		}
	}
	return ""
}

// vendorValues names the handles that MPICH and its relatives define as numbers. The top two bits are zero in a null
// handle; the second lowest byte of a datatype is its size.
var vendorValues = map[int64]string{
	0x44000000: "MPI_COMM_WORLD", 0x44000001: "MPI_COMM_SELF", 0x04000000: "MPI_COMM_NULL",
	0x2c000000: "MPI_REQUEST_NULL", 0x0c000000: "MPI_DATATYPE_NULL", 0x20000000: "MPI_WIN_NULL",
	0x1c000000: "MPI_INFO_NULL", 0x18000000: "MPI_OP_NULL", 0x08000000: "MPI_GROUP_NULL",
	0x4c000101: "MPI_CHAR", 0x4c000118: "MPI_SIGNED_CHAR", 0x4c000102: "MPI_UNSIGNED_CHAR", 0x4c00010d: "MPI_BYTE",
	0x4c00010f: "MPI_PACKED", 0x4c000203: "MPI_SHORT", 0x4c000204: "MPI_UNSIGNED_SHORT",
	0x4c000405: "MPI_INT", 0x4c000406: "MPI_UNSIGNED", 0x4c000807: "MPI_LONG", 0x4c000808: "MPI_UNSIGNED_LONG",
	0x4c000809: "MPI_LONG_LONG_INT", 0x4c000819: "MPI_UNSIGNED_LONG_LONG",
	0x4c00040a: "MPI_FLOAT", 0x4c00080b: "MPI_DOUBLE", 0x4c00100c: "MPI_LONG_DOUBLE",
	0x4c000137: "MPI_INT8_T", 0x4c000238: "MPI_INT16_T", 0x4c000439: "MPI_INT32_T", 0x4c00083a: "MPI_INT64_T",
	0x4c00013b: "MPI_UINT8_T", 0x4c00023c: "MPI_UINT16_T", 0x4c00043d: "MPI_UINT32_T", 0x4c00083e: "MPI_UINT64_T",
	0x4c000840: "MPI_C_FLOAT_COMPLEX", 0x4c001041: "MPI_C_DOUBLE_COMPLEX", 0x4c00081e: "MPI_COMPLEX",
	0x4c001022: "MPI_DOUBLE_COMPLEX", 0x4c00041b: "MPI_INTEGER", 0x4c00041c: "MPI_REAL", 0x4c00081f: "MPI_DOUBLE_PRECISION",
}

// vendorHandle is the constant that a number converted to a handle stands for, "" if n is none.
func (f *fn) vendorHandle(n *node) string {
	e := n.exprs()
	if n.kind != gc.Cursor_CStyleCastExpr || len(e) != 1 || e[0].kind != gc.Cursor_IntegerLiteral {
		return ""
	}
	v, ok := f.literal(e[0])
	if !ok || vendorValues[v] == "" || !strings.HasPrefix(n.info().t.Spelling(), "MPI_") {
		return ""
	}
	return vendorValues[v]
}
