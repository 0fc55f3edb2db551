// Package ifaces holds calls through interfaces.
package ifaces

import (
	mpi "github.com/sbromberger/gompi"
)

type sender interface{ send(b []float64) int }

type direct struct{ comm *mpi.Communicator }

func (d *direct) send(b []float64) int { d.comm.SendFloat64s(b, 0, 0); return 0 }

type copying struct {
	comm *mpi.Communicator
	n    int
}

func (c copying) send(b []float64) int {
	t := make([]float64, c.n)
	c.comm.SendFloat64s(t, 0, 0)
	return 1
}

type list []float64

func (l list) send(b []float64) int { return len(l) }

type embedding struct {
	name string
	*direct
}

func all(comm *mpi.Communicator) []sender {
	return []sender{&direct{comm}, copying{comm, 1}, list{1}, embedding{"x", &direct{comm}}}
}

func run(s sender, b []float64) int { return s.send(b) }

func assertions(x any) []float64 {
	if b, ok := x.([]float64); ok {
		return b
	}
	switch v := x.(type) {
	case *[]float64:
		return *v
	case copying:
		return make([]float64, v.n)
	case sender:
		v.send(nil)
	}
	return x.([]float64)
}

type barrier interface{ Barrier() }

func viaInterface(comm *mpi.Communicator) {
	var b barrier = comm
	b.Barrier()
}

type unknown interface{ never(b []float64) }

func nobody(u unknown, b []float64) { u.never(b) }
