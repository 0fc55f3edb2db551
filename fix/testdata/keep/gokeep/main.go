// Slices that are reported, and for which no fix is provable.
package main

import (
	"fmt"

	"cogentcore.org/lab/base/mpi"
)

func varying(comm *mpi.Comm, sizes []int) {
	for _, n := range sizes {
		row := make([]float64, n)
		comm.BcastF64(0, row)
	}
}

func reassigned(comm *mpi.Comm, n int) {
	for i := range n {
		row := make([]float64, 4000)
		comm.BcastF64(0, row)
		row = row[i:]
		fmt.Println(len(row))
	}
}

func captured(comm *mpi.Comm, n int) {
	for range n {
		row := make([]float64, 4000)
		func() { comm.BcastF64(0, row) }()
	}
}

func divided(comm *mpi.Comm, n, by int) {
	for range n {
		row := make([]float64, 40000/by)
		comm.BcastF64(0, row)
	}
}

func main() {
	mpi.Init()
	comm, err := mpi.NewComm(nil)
	if err != nil {
		panic(err)
	}
	varying(comm, []int{3000, 4000})
	reassigned(comm, 3)
	captured(comm, 3)
	divided(comm, 3, 7)
	mpi.Finalize()
}
