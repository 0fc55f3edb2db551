// All pairs and a star through fields, methods and a closure: the rank that a
// message goes to is a parameter, the loop over the ranks is in the caller.
// Reported at the calls of the binding. The ring keeps one partner: quiet.
package main

import "github.com/cpmech/gosl/mpi"

type node struct {
	comm *mpi.Communicator
	n    int
}

func (s *node) all(x []float64) {
	for i := range s.n {
		if i == s.comm.Rank() {
			continue
		}
		s.comm.Send(x, i) // want alltoall
	}
}

func (s *node) shifted(x []float64) {
	n := s.comm.Size()
	for k := 1; k < n; k++ {
		to, from := (s.comm.Rank()+k)%n, (s.comm.Rank()-k+n)%n
		s.comm.Send(x, to) // want alltoall
		s.comm.Recv(x, from)
	}
}

func (s *node) put(x []float64, to int) {
	s.comm.Send(x, to) // want alltoall
}

func (s *node) handOut(x []float64) {
	if s.comm.Rank() != 0 {
		s.comm.Recv(x, 0)
		return
	}
	for to := 1; to < s.n; to++ {
		s.put(x, to)
	}
}

func (s *node) ring(x []float64) {
	next := (s.comm.Rank() + 1) % s.n
	for range s.n {
		s.comm.Send(x, next)
	}
}

func (s *node) closure(x []float64) {
	send := func(to int) { s.comm.Send(x, to) } // want alltoall
	for r := 0; r < s.n; r++ {
		send(r)
	}
}

func main() {
	mpi.Start()
	defer mpi.Stop()
	comm := mpi.NewCommunicator(nil)
	s := &node{comm: comm, n: comm.Size()}
	x := make([]float64, 100)
	s.all(x)
	s.shifted(x)
	s.handOut(x)
	s.ring(x)
	s.closure(x)
}
