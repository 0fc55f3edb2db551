package mpi

// coll is a collective in its blocking, nonblocking and persistent forms:
// Bcast, Ibcast and Bcast_init.
func coll(name string, kind Kind, f Fanout, words string, opts ...option) []*Proc {
	opts = with(opts, fans(f))
	return []*Proc{
		row(name, kind, words, opts...),
		row(nonblockingName(name), kind, words+" req", with(opts, nonblocking)...),
		row(name+"_init", kind, words+" - req", with(opts, persistent)...),
	}
}

func overComm(name string, f Fanout, words string) []*Proc {
	return coll(name, Collective, f, words, large)
}

func overTopology(name, words string) []*Proc {
	return coll(name, Neighborhood, FanoutNeighbors, words, large)
}

var collectives = join(
	coll("Barrier", Collective, FanoutTree, "comm"),

	overComm("Bcast", FanoutTree, "both n type root comm"),
	overComm("Gather", FanoutTree, "send n type recv* n type root comm"),
	overComm("Gatherv", FanoutRoot, "send n type recv* n[] - type root comm"),
	overComm("Scatter", FanoutTree, "send* n type recv n type root comm"),
	overComm("Scatterv", FanoutRoot, "send* n[] - type recv n type root comm"),

	overComm("Allgather", FanoutTree, "send n type recv* n type comm"),
	overComm("Allgatherv", FanoutTree, "send n type recv* n[] - type comm"),
	overComm("Alltoall", FanoutAll, "send* n type recv* n type comm"),
	overComm("Alltoallv", FanoutAll, "send* n[] - type recv* n[] - type comm"),
	overComm("Alltoallw", FanoutAll, "send* n[] - types[] recv* n[] - types[] comm"),

	overComm("Reduce", FanoutTree, "send recv n type - root comm"),
	overComm("Allreduce", FanoutTree, "send recv n type - comm"),
	overComm("Reduce_scatter", FanoutTree, "send* recv n[] type - comm"),
	overComm("Reduce_scatter_block", FanoutTree, "send* recv n type - comm"),
	overComm("Scan", FanoutTree, "send recv n type - comm"),
	overComm("Exscan", FanoutTree, "send recv n type - comm"),
)

// In the allgathers every neighbour gets the same send buffer; in the
// alltoalls each gets a block of its own.
var neighborhoods = join(
	overTopology("Neighbor_allgather", "send n type recv* n type comm"),
	overTopology("Neighbor_allgatherv", "send n type recv* n[] - type comm"),
	overTopology("Neighbor_alltoall", "send* n type recv* n type comm"),
	overTopology("Neighbor_alltoallv", "send* n[] - type recv* n[] - type comm"),
	overTopology("Neighbor_alltoallw", "send* n[] - types[] recv* n[] - types[] comm"),
)
