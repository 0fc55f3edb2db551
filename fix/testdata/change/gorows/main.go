// Slices of one size made in nested loops of main; one of them is expected to be zero in each pass.
package main

import (
	"fmt"

	"cogentcore.org/lab/base/mpi"
)

func fill(row []float64, base float64) {
	for i := range row {
		row[i] += base + float64(i)
	}
}

func main() {
	mpi.Init()
	comm, err := mpi.NewComm(nil)
	if err != nil {
		panic(err)
	}
	const width = 4000
	total := 0.0
steps:
	for step := range 4 {
		for side := 0; side < 2; side++ {
			row := make([]float64, width)
			sum := make([]float64, width+2, 2*width)
			fill(row, float64(step*side))
			if err := comm.AllReduceF64(mpi.OpSum, sum[:width], row); err != nil {
				continue steps
			}
			total += sum[5] + row[7] + float64(len(sum))
		}
	}
	fmt.Println(total)
	mpi.Finalize()
}
