// Package pack allocates for others and does not communicate.
package pack

import mpi "github.com/sbromberger/gompi"

// Pack returns the values scaled, in new memory.
func Pack(vals []float64, by float64) []float64 {
	out := make([]float64, len(vals))
	for i, v := range vals {
		out[i] = v * by
	}
	return out
}

// Ship sends a copy of the values.
func Ship(comm *mpi.Communicator, vals []float64) {
	tmp := make([]float64, len(vals))
	copy(tmp, vals)
	comm.SendFloat64s(tmp, 1, 0)
}
