// Package bindings calls every binding.
package bindings

import (
	gomp "github.com/JohannWeging/go-mpi"
	gosl "github.com/cpmech/gosl/mpi"
	thier "github.com/marcusthierfelder/mpi"
	mnlp "github.com/mnlphlp/gompi"
	sbro "github.com/sbromberger/gompi"

	lab "cogentcore.org/lab/base/mpi"
)

func sbromberger(b []float64) {
	world := sbro.NewCommunicator(nil)
	group := sbro.NewCommunicator([]int{0, 1})
	left := (world.Rank() + world.Size() - 1) % world.Size()
	world.SendFloat64s(b, left, 7)
	st := world.RecvPreallocFloat64s(b[1:], sbro.AnySource, 7)
	got, _ := world.RecvFloat64s(st.GetSource(), sbro.AnyTag)
	msg, _ := world.MrecvBytes(0, 0)
	group.BcastFloat64s(got, 0)
	_ = group.ReduceFloat64s(b, got, sbro.OpSum, 1)
	if err := group.AllreduceFloat64s(b, got, sbro.OpSum, 0); err != nil {
		group.Abort(1)
	}
	world.SendBytes(msg, sbro.WorldSize()-1, 0)
}

func cogent(comm *lab.Comm, f []float64, g []float32, u []uint8, n []int64, c []complex128) error {
	other, err := lab.NewComm(nil)
	if err != nil {
		return err
	}
	if err := comm.SendF64(other.Rank(), 1, f); err != nil {
		return err
	}
	_ = comm.RecvF64(lab.WorldRank(), 1, f)
	_ = comm.BcastInt(lab.Root, []int{1})
	_ = comm.ReduceF32(0, lab.OpSum, g, g)
	_ = comm.AllReduceF64(lab.OpSum, f, f)
	_ = comm.GatherU8(0, u, u)
	_ = comm.AllGatherC128(c, c)
	return comm.ScatterI64(0, n, n)
}

func cpmech(b []float64, n []int) {
	comm := gosl.NewCommunicator(nil)
	comm.Send(b, 1)
	comm.RecvI(n, 1)
	comm.BcastFromRoot(b)
	comm.ReduceSum(b, b)
	comm.AllReduceMax(b, b)
	gosl.DblSend(b, 2)
	gosl.IntRecv(n, 2)
}

func mnlphlp(x float64) {
	world := mnlp.NewComm(true)
	var row []float64
	world.Recv(&row, mnlp.ANY_SOURCE, 1)
	world.Send(&row, world.GetRank()+1, 1)
	world.Send(row, world.GetSize()-1, 1)
	world.Send(&x, 0, 1)
	world.Send([]int{1, 2}, 0, 1)
}

func thierfelder(out, in []float64, n []int) {
	var a, b thier.Request
	var st thier.Status
	thier.Irecv(in, 1, 0, thier.COMM_WORLD, &a)
	thier.Isend(out, 1, 0, thier.COMM_WORLD, &b)
	thier.Wait(&a, &st)
	thier.Send(out, 1, 0, thier.COMM_WORLD)
	thier.Recv_int(n, 1, 0, thier.COMM_WORLD)
	thier.Allreduce(out, in, thier.SUM, thier.COMM_WORLD)
	thier.Alltoall_float64(out, in, thier.COMM_WORLD)
	if thier.Comm_rank(thier.COMM_WORLD) == thier.Comm_size(thier.COMM_WORLD) {
		thier.Abort(thier.COMM_WORLD, 1)
	}
}

func gompi(out, in []float64) int {
	rank, _ := gomp.Comm_rank(gomp.COMM_WORLD)
	size, rc := gomp.Comm_size(gomp.COMM_WORLD)
	comm, _ := gomp.Comm_dup(gomp.COMM_WORLD)
	part, _ := gomp.Comm_split(comm, rank%2, rank)
	defer gomp.Comm_free(&part)
	gomp.Send(out, len(out), gomp.DOUBLE, (rank+1)%size, 0, comm)
	st, _ := gomp.Recv(in, len(in), gomp.DOUBLE, gomp.ANY_SOURCE, 0, comm)
	var req gomp.Request
	gomp.Isend(&out, 3, gomp.DOUBLE, gomp.PROC_NULL, 0, part, &req)
	gomp.Wait(&req)
	gomp.Bcast(in, 8, gomp.DOUBLE, st.Source, comm)
	gomp.Allreduce(out, in, 8, gomp.DOUBLE, gomp.SUM, comm)
	gomp.Alltoall(out, 8, gomp.DOUBLE, in, 8, gomp.DOUBLE, part)
	return rc
}
