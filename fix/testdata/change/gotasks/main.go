// A receive that makes its slice, whose length varies.
package main

import (
	"fmt"

	mpi "github.com/sbromberger/gompi"
)

func sum(list []float64) (s float64) {
	for i, v := range list {
		s += v + float64(i)
	}
	return s
}

func main() {
	mpi.Start(false)
	defer mpi.Stop()
	comm := mpi.NewCommunicator(nil)
	total := 0.0
	var one [1]float64
	for range 20 {
		comm.SendFloat64s(one[:], 0, 1)
		task, st := comm.RecvFloat64s(mpi.AnySource, mpi.AnyTag)
		total += sum(task) + float64(st.GetTag())
	}
	fmt.Println(total)
}
