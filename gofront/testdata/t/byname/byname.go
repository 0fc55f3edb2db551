// Package byname has a generated wrapper: functions with the names of C.
package byname

import "unsafe"

type (
	Comm     unsafe.Pointer
	Datatype unsafe.Pointer
)

var (
	MPI_COMM_WORLD Comm
	MPI_DOUBLE     Datatype
)

func MPI_Send(buf unsafe.Pointer, count int, t Datatype, dest, tag int, comm Comm) error { return nil }
func MPI_Comm_rank(comm Comm, rank *int) error                                           { return nil }

// PA is the address of the first element of a slice.
func PA[T any](s *[]T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(*s)) }

// P is the address of a variable.
func P[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }

func use(vals []float64, x float64) {
	var rank int
	MPI_Comm_rank(MPI_COMM_WORLD, &rank)
	MPI_Send(PA(&vals), len(vals), MPI_DOUBLE, rank+1, 0, MPI_COMM_WORLD)
	MPI_Send(P(&x), 1, MPI_DOUBLE, rank+1, 0, MPI_COMM_WORLD)
}
