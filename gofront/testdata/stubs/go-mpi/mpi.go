// Package MPI has the signatures of the binding of the same import path.
package MPI

type (
	Comm     int
	Datatype int
	Op       int
	Request  int
	Status   struct{ Source int }
)

var (
	COMM_WORLD Comm
	DOUBLE     Datatype = 8
	SUM        Op       = 1
	ANY_SOURCE          = -2
	PROC_NULL           = -1
)

const SUCCESS = 0

func Comm_rank(comm Comm) (int, int)                   { return 0, 0 }
func Comm_size(comm Comm) (int, int)                   { return 1, 0 }
func Comm_dup(comm Comm) (Comm, int)                   { return comm, 0 }
func Comm_split(comm Comm, color, key int) (Comm, int) { return comm, 0 }
func Comm_free(comm *Comm) int                         { return 0 }

func Send(buf any, count int, t Datatype, dest, tag int, comm Comm) int { return 0 }
func Recv(buf any, count int, t Datatype, source, tag int, comm Comm) (Status, int) {
	return Status{}, 0
}
func Isend(buf any, count int, t Datatype, dest, tag int, comm Comm, request *Request) int { return 0 }
func Wait(request *Request) (Status, int)                                                  { return Status{}, 0 }
func Bcast(buf any, count int, t Datatype, root int, comm Comm) int                        { return 0 }
func Allreduce(sendbuf, recvbuf any, count int, t Datatype, op Op, comm Comm) int          { return 0 }
func Alltoall(sbuf any, scount int, st Datatype, rbuf any, rcount int, rt Datatype, comm Comm) int {
	return 0
}
