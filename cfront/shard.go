package cfront

import (
	"cmp"
	"slices"

	"mpivet/cfront/worker"
)

// Shard is the K-th of N parts of the units, counted from 1. The zero Shard is all of them.
type Shard struct{ K, N int }

// part returns the units of the shard. Every run over the same files makes the same parts, of about the same size each.
func (s Shard) part(jobs []worker.Job) []int {
	order := make([]int, len(jobs))
	for i := range order {
		order[i] = i
	}
	if s.N <= 1 {
		return order
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(jobs[b].Size, jobs[a].Size) })
	var out []int
	for at, i := range order {
		if turn := at % (2 * s.N); min(turn, 2*s.N-1-turn) == s.K-1 {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}
