// Package fixed holds memory that is no acquisition: variables, wherever Go may put them.
package fixed

import mpi "github.com/sbromberger/gompi"

func arrays(comm *mpi.Communicator) {
	var x [4]float64
	comm.SendFloat64s(x[:], 1, 0)
	comm.SendFloat64s(x[1:3], 1, 0)
	p := &x
	comm.SendFloat64s(p[:], 1, 0)
	for i := range x {
		x[i] = 1
	}
}

func escaping() *int {
	n := 3
	return &n
}

type box struct {
	in  [2]int
	out []float64
}

func fields(comm *mpi.Communicator, b *box, bs []box, i int) {
	comm.SendFloat64s(b.out, b.in[0], 0)
	comm.SendFloat64s(bs[i].out[2:], bs[i].in[1], 0)
	c := *b
	c.out = b.out[1:][2:]
	comm.SendFloat64s(c.out, 0, 0)
	q := &bs[i]
	q.out = nil
	r := &q.out[3]
	*r = 2
	bs[i], bs[0] = bs[0], bs[i]
}
