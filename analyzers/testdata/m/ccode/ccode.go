// Package ccode calls MPI through cgo.
package ccode

/*
typedef int MPI_Comm;
typedef int MPI_Datatype;
#define MPI_COMM_WORLD ((MPI_Comm)1)
#define MPI_DOUBLE ((MPI_Datatype)2)
static int MPI_Send(const void *b, int n, MPI_Datatype t, int d, int g, MPI_Comm c) { return 0; }
*/
import "C"

import "unsafe"

// Run sends once per pass.
func Run(n int) {
	for range n {
		buf := make([]float64, n) // want `"buf".*in every pass .*\(freshbuf\)`
		C.MPI_Send(unsafe.Pointer(&buf[0]), C.int(n), C.MPI_DOUBLE, 1, 0, C.MPI_COMM_WORLD)
	}
}
