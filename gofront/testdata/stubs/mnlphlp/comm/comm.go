// Package comm has the signatures of the binding of the same import path.
package comm

type Communicator interface {
	GetRank() int
	GetSize() int
	Send(data any, dest, tag int)
	Recv(data any, source, tag int) int
}
