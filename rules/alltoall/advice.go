package alltoall

import (
	"strings"

	"mpivet/dataflow/peer"
	"mpivet/fabric"
	"mpivet/mpi"
)

// traffic says which way a group's data goes.
type traffic struct{ out, in, adds bool }

func (g *group) traffic() traffic {
	var t traffic
	for _, u := range g.uses {
		p := u.Call.Proc
		t.adds = t.adds || strings.Contains(strings.ToLower(p.Name), "accumulate")
		for _, b := range u.Call.Bufs {
			t.out = t.out || b.Role != mpi.Recv
			t.in = t.in || b.Role != mpi.Send
		}
	}
	return t
}

// instead names what does the same with fewer connections, or says it in one call.
func (g *group) instead() string {
	t := g.traffic()
	switch g.pattern {
	case peer.AllPairs:
		switch {
		case t.adds:
			return "MPI_Reduce_scatter_block does the same in about 2 log2 n steps"
		case g.oneBuffer():
			return "MPI_Allgather does the same with about 2 log2 n peers"
		}
		return "MPI_Alltoall or MPI_Alltoallv says the same and lets the library choose the order"
	case peer.Star, peer.Hub:
		return starInstead(t)
	case peer.Roots:
		return rootsInstead[baseName(g.uses[0].Call.Proc.Name)]
	case peer.RootLinear:
		if t.out && strings.Contains(strings.ToLower(g.uses[0].Call.Proc.Name), "scatter") {
			return "MPI_Scatter goes down a tree where all blocks have one size"
		}
		return "MPI_Gather goes up a tree where all blocks have one size"
	}
	return "fewer peers need a neighbourhood collective or sub-communicators"
}

func starInstead(t traffic) string {
	switch {
	case t.adds:
		return "MPI_Reduce goes through a tree"
	case t.out && t.in:
		return "MPI_Scatter and MPI_Gather go through a tree"
	case t.out:
		return "MPI_Scatter, or MPI_Bcast when all get the same, goes down a tree"
	}
	return "MPI_Gather, or MPI_Reduce, goes up a tree"
}

// rootsInstead names the collective that does in one call what one with each rank as root does in n.
var rootsInstead = map[string]string{
	"bcast":    "MPI_Allgather does the same with about 2 log2 n peers",
	"gather":   "MPI_Alltoall says the same in one call",
	"gatherv":  "MPI_Alltoallv says the same in one call",
	"scatter":  "MPI_Alltoall says the same in one call",
	"scatterv": "MPI_Alltoallv says the same in one call",
	"reduce":   "MPI_Reduce_scatter_block does the same with about 2 log2 n peers",
}

// baseName is the operation that a procedure starts: "bcast" of MPI_Bcast, MPI_Ibcast and MPI_Bcast_init.
func baseName(proc string) string {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimPrefix(proc, "MPI_")), "_init")
	if _, ok := rootsInstead[name]; ok {
		return name
	}
	return strings.TrimPrefix(name, "i")
}

// oneBuffer reports whether every rank hands out one and the same buffer by one-sided reads, or passes it on unchanged: the
// sending side of an allgather.
func (g *group) oneBuffer() bool {
	for _, u := range g.uses {
		if u.Call.Proc.Kind == mpi.OneSided {
			return u.Call.Proc.Name == "MPI_Get" || u.Call.Proc.Name == "MPI_Rget"
		}
	}
	return false
}

// advice is the long form of what to do: in the code, and what to set until then.
func (g *group) advice(m fabric.Machine, v verdict) string {
	text := g.change(v)
	if v.comm == peer.Shared || v.bruck || !v.cost.Connections {
		return text
	}
	if knobs := fabric.KnobText(fabric.Connections, m.Transport); knobs != "" {
		text += "; what to set for less memory per peer: " + knobs
	}
	return text
}

// change says what to do in the code.
func (g *group) change(v verdict) string {
	switch {
	case v.comm == peer.Shared:
		return "nothing, unless the copies themselves take long"
	case v.bruck:
		return "nothing while the blocks stay small; above 256 bytes implementations connect every rank to every other"
	}
	t := g.traffic()
	switch g.pattern {
	case peer.AllPairs:
		if t.adds {
			return "use MPI_Reduce_scatter_block (or MPI_Reduce_scatter for slices of different sizes) instead of accumulating into every rank"
		}
		return "if every rank sends the same data to all, use MPI_Allgather or MPI_Allgatherv (about 2 log2 n peers); if each pair has its own data, use MPI_Alltoall or MPI_Alltoallv; if most pairs have none, exchange only with those that have"
	case peer.Star, peer.Hub:
		return "use MPI_Bcast, MPI_Scatter or MPI_Scatterv to hand out and MPI_Gather, MPI_Gatherv or MPI_Reduce to collect: they go through trees, where the hub has log2 n peers"
	case peer.Roots:
		return rootsInstead[baseName(g.uses[0].Call.Proc.Name)] + "; passing blocks round a ring keeps two peers"
	case peer.RootLinear:
		return "where blocks can have one size, MPI_Gather and MPI_Scatter use trees; else gather in two levels, node by node"
	}
	return "transpose in two steps over rows and columns of a process grid (about 2 √n peers), or use MPI_Neighbor_alltoallv where most blocks are empty"
}
