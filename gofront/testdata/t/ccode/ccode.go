// Package ccode calls MPI through cgo, in all the forms that cgo makes of it.
package ccode

/*
#cgo pkg-config: no-such-mpi
#include <mpi.h>
#include <stdlib.h>
*/
import "C"

import "unsafe"

func exchange(n int) error {
	var rank, size C.int
	C.MPI_Comm_rank(C.MPI_COMM_WORLD, &rank)
	C.MPI_Comm_size(C.MPI_COMM_WORLD, &size)
	right := (rank + 1) % size
	buf := make([]C.double, n)
	var st C.MPI_Status
	var req C.MPI_Request
	C.MPI_Send(unsafe.Pointer(&buf[0]), C.int(n), C.MPI_DOUBLE, right, 0, C.MPI_COMM_WORLD)
	C.MPI_Recv(unsafe.Pointer(unsafe.SliceData(buf)), C.int(n), C.MPI_DOUBLE, C.MPI_ANY_SOURCE, 0, C.MPI_COMM_WORLD, &st)
	C.MPI_Isend(unsafe.Pointer(&buf[n/2]), 1, C.MPI_DOUBLE, right, 0, C.MPI_COMM_WORLD, &req)
	if rc := C.MPI_Wait(&req, &st); rc != C.MPI_SUCCESS {
		C.MPI_Abort(C.MPI_COMM_WORLD, 1)
	}
	if _, err := C.MPI_Barrier(C.MPI_COMM_WORLD); err != nil {
		return err
	}
	return nil
}

func fresh(n int) []float64 { return make([]float64, n) }

func memory(n int, b []byte) {
	p := C.malloc(C.size_t(n) * 8)
	defer C.free(p)
	q := C.CBytes(b)
	C.MPI_Bcast(q, C.int(len(b)), C.MPI_BYTE, 0, C.MPI_COMM_SELF)
	C.free(q)
	s := C.CString("text")
	defer C.free(unsafe.Pointer(s))
	C.MPI_Send(unsafe.Pointer(&fresh(n)[0]), C.int(n), C.MPI_DOUBLE, 1, 0, C.MPI_COMM_WORLD)
	var x, y C.double
	C.MPI_Allreduce(unsafe.Pointer(&x), unsafe.Pointer(&y), 1, C.MPI_DOUBLE, C.MPI_SUM, C.MPI_COMM_WORLD)
	C.MPI_Allreduce(C.MPI_IN_PLACE, p, C.int(n), C.MPI_DOUBLE, C.MPI_SUM, C.MPI_COMM_WORLD)
}

func objects(n int) {
	var win C.MPI_Win
	var comm C.MPI_Comm
	var typ C.MPI_Datatype
	var base unsafe.Pointer
	C.MPI_Alloc_mem(C.MPI_Aint(n), C.MPI_INFO_NULL, unsafe.Pointer(&base))
	C.MPI_Win_create(base, C.MPI_Aint(n), 1, C.MPI_INFO_NULL, C.MPI_COMM_WORLD, &win)
	C.MPI_Win_free(&win)
	C.MPI_Free_mem(base)
	C.MPI_Comm_dup(C.MPI_COMM_WORLD, &comm)
	C.MPI_Comm_free(&comm)
	C.MPI_Type_contiguous(3, C.MPI_INT, &typ)
	C.MPI_Type_commit(&typ)
	C.MPI_Send(base, 1, typ, 0, 0, comm)
	C.MPI_Type_free(&typ)
	world := C.MPI_COMM_WORLD
	peer := C.int(C.MPI_PROC_NULL)
	C.MPI_Send(base, 1, C.MPI_INT, peer, 0, C.MPI_Comm(world))
}
