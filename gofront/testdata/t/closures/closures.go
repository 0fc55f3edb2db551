// Package closures holds function literals and function values.
package closures

import mpi "github.com/sbromberger/gompi"

func named(comm *mpi.Communicator, n int) {
	var buf []float64
	send := func(to int) {
		if cap(buf) < n {
			buf = make([]float64, n)
		}
		comm.SendFloat64s(buf[:n], to, 0)
	}
	for i := range n {
		send(i)
	}
}

func immediate(n int) int {
	x := 1
	y := func(k int) int {
		if k > 2 {
			x = k
			return 1
		}
		return x
	}(n)
	func() { x = y }()
	return x + y
}

func recursive(n int) {
	var visit func(k int)
	visit = func(k int) {
		if k > 0 {
			visit(k - 1)
		}
	}
	visit(n)
}

func nested(n int) int {
	total := 0
	add := func(k int) { total += k }
	twice := func() { add(n); add(n) }
	twice()
	return total
}

type solver struct {
	step  func(int) int
	other func(int) int
	buf   []float64
}

func double(n int) int { return 2 * n }

func fields(n int) int {
	s := solver{step: double}
	s.other = double
	if n > 3 {
		s.other = func(int) int { return 0 }
	}
	return s.step(n) + s.other(n)
}

func (s *solver) each(visit func(b []float64)) {
	for range 3 {
		visit(s.buf)
	}
}

func callback(comm *mpi.Communicator, s *solver) {
	n := 0
	s.each(func(b []float64) {
		n++
		comm.SendFloat64s(b, n, 0)
	})
	s.each(plain)
	s.through(func(b []float64) { n-- })
}

func plain(b []float64) {}

func (s *solver) through(visit func(b []float64)) { s.each(visit) }

func returned(n int) (func(), []float64) {
	b := make([]float64, n)
	return func() { b = nil }, b
}

func methodValues(s *solver, comm *mpi.Communicator) {
	f := s.take
	f(1)
	g := (*solver).take
	g(s, 2)
	h := comm.SendFloat64s
	h(s.buf, 3, 0)
}

func (s *solver) take(n int) { s.buf = s.buf[:n] }

var hook func()

func stored(n int) {
	b := make([]float64, n)
	hook = func() { b[0]++ }
	hook()
	go func() { b[1]++ }()
	go double(n)
}
