// Package iterators holds loops over functions.
package iterators

import (
	"iter"
	"slices"

	mpi "github.com/sbromberger/gompi"
)

func chunks(comm *mpi.Communicator, field []float64) {
	for part := range slices.Chunk(field, 8) {
		comm.SendFloat64s(part, 1, 0)
	}
	for i, v := range slices.All([][]float64{field}) {
		comm.SendFloat64s(v, i, 0)
	}
}

// count is an iterator itself.
func count(yield func(int) bool) {
	for i := 0; i < 3; i++ {
		if !yield(i) {
			return
		}
	}
}

type ring struct{ slabs [][]float64 }

// all returns an iterator.
func (r *ring) all() iter.Seq2[int, []float64] {
	buf := make([]float64, 8)
	return func(yield func(int, []float64) bool) {
		for i := range r.slabs {
			copy(buf, r.slabs[i])
			if !yield(i, buf) {
				return
			}
		}
	}
}

func over(comm *mpi.Communicator, r *ring) int {
	for i := range count {
		msg := make([]float64, 4)
		comm.SendFloat64s(msg, i, 0)
	}
	for i, slab := range r.all() {
		if i == 2 {
			continue
		}
		if i == 5 {
			break
		}
		if i == 7 {
			return i
		}
		comm.SendFloat64s(slab, i, 0)
	}
	return 0
}

func unknown(seq iter.Seq[[]float64], comm *mpi.Communicator) {
	defer comm.Barrier()
	for v := range seq {
		defer comm.SendFloat64s(v, 0, 0)
	}
}

// tree is walked by a function that calls itself.
type tree struct {
	left, right *tree
	vals        []float64
}

func (t *tree) walk(yield func([]float64) bool) bool {
	return t == nil || t.left.walk(yield) && yield(t.vals) && t.right.walk(yield)
}

func (t *tree) each(yield func([]float64) bool) { t.walk(yield) }

func trees(comm *mpi.Communicator, t *tree) {
	for v := range t.each {
		comm.SendFloat64s(v, 0, 0)
	}
}
