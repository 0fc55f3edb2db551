package alltoall

import (
	"fmt"

	"mpivet/dataflow/peer"
	"mpivet/fabric"
	"mpivet/rules"
)

// verdict is how much a pattern matters, and why.
type verdict struct {
	severity rules.Severity
	comm     peer.Class
	bruck    bool // an MPI_Alltoall of blocks that are small enough for 2 log2 n steps
	sparse   bool // all calls of the group stand behind a condition on data
	share    int64
	strided  bool   // all calls reach one in some number of ranks that is not known
	peers    string // for Finding.Peers
	cost     fabric.Cost
}

// judge decides between warning and note. Only the world, or a duplicate of it, with a transport that makes connections is
// worth a warning.
func (g *group) judge(m fabric.Machine) verdict {
	v := verdict{severity: rules.Note, comm: g.uses[0].Comm, share: g.uses[0].Share, sparse: true, strided: true}
	for _, u := range g.uses {
		v.comm = wider(v.comm, u.Comm)
		v.share = min(v.share, u.Share)
		v.sparse = v.sparse && u.Sparse
		v.strided = v.strided && u.Strided
	}
	v.bruck = g.bruck()
	v.cost = g.costOn(m, v)
	v.peers = peersText(v)
	if v.comm == peer.WorldClass && v.cost.Connections && !v.sparse && !v.strided && g.heavy(m, v) {
		v.severity = rules.Warning
	}
	return v
}

// heavy reports whether the pattern itself is worth a warning on the world.
func (g *group) heavy(m fabric.Machine, v verdict) bool {
	switch g.pattern {
	case peer.AllPairs, peer.Star:
		return m.Ranks >= fabric.WarnRanks
	case peer.Collective:
		return !v.bruck && m.Heavy(v.cost)
	}
	return false
}

// wider returns the class that connects more: the world, then what is not known.
func wider(x, y peer.Class) peer.Class {
	width := func(c peer.Class) int {
		switch c {
		case peer.WorldClass:
			return 4
		case peer.Unknown:
			return 3
		case peer.Sub:
			return 2
		case peer.Shared:
			return 1
		}
		return 0
	}
	if width(y) > width(x) {
		return y
	}
	return x
}

// bruck reports whether the group is an MPI_Alltoall, in any form, of small constant blocks.
func (g *group) bruck() bool {
	u := g.uses[0]
	switch u.Call.Proc.Name {
	case "MPI_Alltoall", "MPI_Ialltoall", "MPI_Alltoall_init":
		return u.Block > 0 && u.Block <= fabric.BruckBlock
	}
	return false
}

func (g *group) costOn(m fabric.Machine, v verdict) fabric.Cost {
	if v.bruck {
		return m.Bruck()
	}
	return m.Cost(int((int64(m.Ranks)-1)/v.share), g.shape())
}

func peersText(v verdict) string {
	switch {
	case v.bruck:
		return "2 log2 n"
	case v.strided:
		return "n/stride"
	case v.share > 1:
		return fmt.Sprintf("n/%d", v.share)
	}
	return "n-1"
}

// fabricName is the pattern as package fabric names it.
func (g *group) fabricName(v verdict) string {
	if v.bruck {
		return "bruck"
	}
	return fabricNames[g.pattern]
}

var fabricNames = map[peer.Pattern]string{
	peer.AllPairs: "allpairs", peer.Star: "star", peer.Hub: "hub", peer.Roots: "roots", peer.Collective: "alltoall", peer.RootLinear: "gatherv",
}
