// Package mpi has the signatures of the binding of the same import path.
package mpi

type (
	Comm    int
	Op      int
	Request int
	Status  struct{ source int }
)

var (
	COMM_WORLD Comm
	SUM        Op = 3
)

func Comm_size(comm Comm) int               { return 1 }
func Comm_rank(comm Comm) int               { return 0 }
func Barrier(comm Comm)                     {}
func Abort(comm Comm, code int)             {}
func Wait(request *Request, status *Status) {}

func Allreduce(sendbuf, recvbuf any, op Op, comm Comm)                {}
func Alltoall_float64(sendbuf, recvbuf []float64, comm Comm)          {}
func Send(sendbuf any, dest, tag int, comm Comm)                      {}
func Recv_int(recvbuf []int, source, tag int, comm Comm)              {}
func Isend(sendbuf any, dest, tag int, comm Comm, request *Request)   {}
func Irecv(recvbuf any, source, tag int, comm Comm, request *Request) {}
