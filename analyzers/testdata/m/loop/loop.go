// Package loop repeats what other packages do.
package loop

import (
	"example.com/m/pack"

	mpi "github.com/sbromberger/gompi"
)

func own(comm *mpi.Communicator, n int) {
	for range n {
		buf := make([]float64, n) // want `"buf".*in every pass .*\(freshbuf\)`
		comm.SendFloat64s(buf, 1, 0)
	}
}

func helped(comm *mpi.Communicator, vals []float64, n int) {
	for range n {
		msg := pack.Pack(vals, 2) // want `.*in every pass .*\(freshbuf\)`
		comm.SendFloat64s(msg, 1, 0)
	}
}

func shipped(comm *mpi.Communicator, vals []float64, n int) {
	for range n {
		pack.Ship(comm, vals) // want `.*in every pass .*\(freshbuf\)`
	}
}

func ignored(comm *mpi.Communicator, n int) {
	for range n {
		buf := make([]float64, n) // mpivet:ignore freshbuf small in practice
		comm.SendFloat64s(buf, 1, 0)
	}
}

func hoisted(comm *mpi.Communicator, n int) {
	buf := make([]float64, n)
	for range n {
		comm.SendFloat64s(buf, 1, 0)
	}
}

func main() {
	comm := mpi.NewCommunicator(nil)
	own(comm, 100)
	helped(comm, nil, 100)
	shipped(comm, nil, 100)
	ignored(comm, 100)
	hoisted(comm, 100)
}

func init() { main() }
