package fabric

// Log2 is ⌈log2 n⌉, the number of rounds of a tree or a dissemination over n ranks.
func Log2(n int) int {
	l := 0
	for 1<<l < n {
		l++
	}
	return l
}

// BruckBlock is the block size in bytes up to which every implementation looked at takes Bruck's algorithm for MPI_Alltoall
// (MPIR_CVAR_ALLTOALL_SHORT_MSG_SIZE 256; Open MPI below 512 bytes to 2 KiB).
const BruckBlock = 256

// Bruck is the cost of an all-to-all in which each rank talks to those 2^k places on and back.
func (m Machine) Bruck() Cost {
	rounds := Log2(m.Ranks)
	remote := rounds - min(rounds, Log2(m.PPN))
	return m.cost(int64(min(2*rounds, m.Ranks-1)), int64(min(2*remote, m.Ranks-1)), Even)
}

// Law is how many peers a collective gives a rank.
type Law struct {
	Names string // the collectives, with those that behave alike
	How   string // the algorithms of Open MPI's tuned and of MPICH
	Most  string // peers of the rank that has most, in n and L = ⌈log2 n⌉
	Peers func(n int) int
}

func logPeers(factor int) func(int) int {
	return func(n int) int { return min(factor*Log2(n), max(n-1, 0)) }
}

func meshPeers(n int) int { return max(n-1, 0) }

// Laws lists the collectives. Hierarchies (HAN in Open MPI 5, smp in MPICH) send only node leaders outside: there n is the
// number of nodes. Peers add up over calls, communicators and roots; throttling limits what is in flight, not connections.
var Laws = []Law{
	{"Bcast", "trees; scatter and allgather for large messages", "L + 2", func(n int) int { return min(Log2(n)+2, meshPeers(n)) }},
	{"Reduce, Allreduce", "recursive doubling, Rabenseifner, ring, trees", "2 L", logPeers(2)},
	{"Allgather, Allgatherv", "recursive doubling, Bruck, ring, neighbour exchange", "2 L", logPeers(2)},
	{"Alltoall, blocks up to 256 bytes", "Bruck", "2 L", logPeers(2)},
	{"Alltoall", "linear, pairwise, scattered", "n-1", meshPeers},
	{"Alltoallv, Alltoallw", "linear, pairwise", "n-1", meshPeers},
	{"Gather, Scatter", "binomial; linear for large messages", "L, or n-1 at the root", logPeers(1)},
	{"Gatherv, Scatterv", "linear", "n-1 at the root", meshPeers},
	{"Barrier", "dissemination, recursive doubling", "2 L", logPeers(2)},
	{"Reduce_scatter, Reduce_scatter_block", "halving; pairwise from 512 KiB", "2 L, or n-1", logPeers(2)},
	{"Scan, Exscan", "linear, recursive doubling", "2 to 2 L", logPeers(2)},
}
