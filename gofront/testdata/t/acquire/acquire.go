// Package acquire holds every expression that yields memory.
package acquire

import (
	"slices"

	mpi "github.com/sbromberger/gompi"
)

type point struct{ x, y int }

type grid struct {
	cells []float64
	next  *grid
}

var kept []float64

func makes(n int) {
	a := make([]float64, n)
	b := make([]float64, n, 2*n)
	c := make([]byte, 64)
	d := make([]int, 0)
	var e []float32
	e = make([]float32, n)
	kept = make([]float64, n)
	use(a, b, c, d, e)
}

func news() *point {
	p := new(point)
	q := &point{1, 2}
	g := &grid{cells: make([]float64, 8), next: &grid{}}
	use(q, g)
	return p
}

func literals(n int) {
	a := []int{n, 2, 3}
	b := []int{}
	c := [...]int{1, 2}
	d := map[string][]int{"a": {1}}
	use(a, b, c, d)
	var comm mpi.Communicator
	comm.SendBytes([]byte{1, 2}, n, 0)
}

func conversions(s string, b []byte) {
	x := []byte(s)
	y := []rune(s)
	z := string(b)
	c := []byte("constant")
	w := s + z
	use(x, y, z, c, w)
}

func appends(a []float64, n int) []float64 {
	var b []float64
	b = append(b, 1)
	c := append([]float64(nil), a...)
	d := append(a[:0:0], a...)
	e := append(a[:0], 2)
	f := append(a[:n:n], 3)
	g := slices.Clone(a)
	h := slices.Grow(a[:0], n)
	use(b, c, d, e, f, g, h)
	return append(a, 4)
}

func inFields(g *grid, n int) {
	g.cells = make([]float64, n)
	g.next.cells = append(g.next.cells, 1)
	g.cells = g.cells[:n]
}

func use(...any) {}
