package fabric

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Pattern is who talks to whom among n ranks.
type Pattern struct {
	Name    string
	Aliases []string
	Title   string
	Order   string // peers of the rank that has most, in words: "n-1", "2 log2 n"
	// all reports whether a rank talks to all others; nil for never.
	all func(rank, n int) bool
	// step says that a rank talks to every step-th of the others, counted from itself; 0 for no such ranks.
	step int
	// peers calls add for the ranks that a rank talks to, when it does not talk to all. Ranks outside 0 to n-1, and the rank
	// itself, are dropped.
	peers func(rank, n int, add func(peer int))
}

func everybody(int, int) bool { return true }

func rootOnly(rank, _ int) bool { return rank == 0 }

func rootPeer(_, _ int, add func(int)) { add(0) }

// tree adds parent and children in a binomial tree with root 0.
func tree(rank, n int, add func(int)) {
	if rank > 0 {
		add(rank & (rank - 1))
	}
	for k := 1; k < n && (rank == 0 || k < rank&-rank); k <<= 1 {
		add(rank + k)
	}
}

// dissemination adds the ranks 2^k places on and back, round the end.
func dissemination(rank, n int, add func(int)) {
	for k := 1; k < n; k <<= 1 {
		add((rank + k) % n)
		add((rank - k + n) % n)
	}
}

func doubling(rank, n int, add func(int)) {
	for k := 1; k < n; k <<= 1 {
		add(rank ^ k)
	}
}

func ring(rank, n int, add func(int)) {
	add((rank + 1) % n)
	add((rank - 1 + n) % n)
}

// halo returns the neighbours in a grid of d dimensions, with corners those over edges and corners too.
func halo(d int, corners bool) func(rank, n int, add func(int)) {
	return func(rank, n int, add func(int)) {
		dims := grid(n, d)
		var at [3]int
		for i, rest := d-1, rank; i >= 0; i-- {
			at[i], rest = rest%dims[i], rest/dims[i]
		}
		eachStep(d, func(step [3]int, nonzero int) {
			if nonzero == 0 || nonzero > 1 && !corners {
				return
			}
			to := 0
			for i := range d {
				x := at[i] + step[i]
				if x < 0 || x >= dims[i] {
					return
				}
				to = to*dims[i] + x
			}
			add(to)
		})
	}
}

// eachStep visits the 3^d steps of -1, 0 and 1 in each dimension with the number of dimensions that they move in.
func eachStep(d int, visit func(step [3]int, nonzero int)) {
	count := 1
	for range d {
		count *= 3
	}
	for code := range count {
		var step [3]int
		nonzero := 0
		for i, rest := 0, code; i < d; i, rest = i+1, rest/3 {
			step[i] = rest%3 - 1
			if step[i] != 0 {
				nonzero++
			}
		}
		visit(step, nonzero)
	}
}

// grid factors n into d dimensions that are as equal as its prime factors allow.
func grid(n, d int) []int {
	dims := make([]int, d)
	for i := range dims {
		dims[i] = 1
	}
	var primes []int
	for f := 2; f*f <= n; f++ {
		for ; n%f == 0; n /= f {
			primes = append(primes, f)
		}
	}
	if n > 1 {
		primes = append(primes, n)
	}
	for i := len(primes) - 1; i >= 0; i-- {
		least := 0
		for j := range dims {
			if dims[j] < dims[least] {
				least = j
			}
		}
		dims[least] *= primes[i]
	}
	return dims
}

// transpose adds the ranks of the own row and column of a square grid.
func transpose(rank, n int, add func(int)) {
	cols := grid(n, 2)[1]
	row, col := rank/cols, rank%cols
	for c := range cols {
		add(row*cols + c)
	}
	for r := range n / cols {
		add(r*cols + col)
	}
}

// Patterns lists the patterns that a cost can be asked for.
var Patterns = []Pattern{
	{Name: "star", Title: "rank 0 talks to all others, one by one", Order: "n-1 at the hub", all: rootOnly, peers: rootPeer},
	{Name: "hub", Title: "rank 0 hears from all others", Order: "n-1 at the hub", all: rootOnly, peers: rootPeer},
	{Name: "gatherv", Aliases: []string{"scatterv", "linear at the root"}, Title: "MPI_Gatherv, MPI_Scatterv: linear at the root", Order: "n-1 at the root", all: rootOnly, peers: rootPeer},
	{Name: "allpairs", Aliases: []string{"all-pairs", "all pairs"}, Title: "every rank loops over all others", Order: "n-1", all: everybody},
	{Name: "alltoall", Aliases: []string{"alltoallv", "alltoallw", "collective"}, Title: "MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw: linear or pairwise", Order: "n-1", all: everybody},
	{Name: "roots", Title: "a collective with every rank as its root in turn", Order: "n-1", all: everybody},
	{Name: "bruck", Title: "MPI_Alltoall of blocks up to 256 bytes", Order: "2 log2 n", peers: dissemination},
	{Name: "bcast", Aliases: []string{"reduce", "gather", "scatter"}, Title: "MPI_Bcast, MPI_Reduce, MPI_Gather, MPI_Scatter: a binomial tree", Order: "log2 n", peers: tree},
	{Name: "allreduce", Title: "MPI_Allreduce by recursive doubling", Order: "log2 n", peers: doubling},
	{Name: "allgather", Aliases: []string{"barrier"}, Title: "MPI_Allgather, MPI_Barrier by dissemination", Order: "2 log2 n", peers: dissemination},
	{Name: "hypercube", Title: "exchange with the ranks that differ in one bit", Order: "log2 n", peers: doubling},
	{Name: "ring", Title: "the rank before and the one after", Order: "2", peers: ring},
	{Name: "halo2d", Title: "a grid of two dimensions, 4 neighbours", Order: "4", peers: halo(2, false)},
	{Name: "halo", Aliases: []string{"halo3d"}, Title: "a grid of three dimensions, 6 neighbours", Order: "6", peers: halo(3, false)},
	{Name: "halo26", Title: "the same over edges and corners, 26 neighbours", Order: "26", peers: halo(3, true)},
	{Name: "transpose", Title: "all pairs in the rows and in the columns of a square grid", Order: "2 (√n-1)", peers: transpose},
}

// LookupPattern returns the pattern with that name.
func LookupPattern(name string) (Pattern, error) {
	var names []string
	for _, p := range Patterns {
		if p.Name == name {
			return p, nil
		}
		for _, a := range p.Aliases {
			if a == name {
				return p, nil
			}
		}
		names = append(names, p.Name)
	}
	return Pattern{}, fmt.Errorf("pattern %q is not known (known: %s)", name, strings.Join(names, ", "))
}

// Strided is all pairs of which a rank only reaches every step-th of the others.
func Strided(step int) Pattern {
	return Pattern{
		Name: fmt.Sprintf("allpairs/%d", step), Title: fmt.Sprintf("every rank loops over one in %d of the others", step),
		Order: fmt.Sprintf("n/%d", step), step: step,
	}
}

// Peers lists the ranks that a rank talks to among n, in rising order.
func (p Pattern) Peers(rank, n int) []int {
	set := map[int]bool{}
	add := func(peer int) {
		if peer >= 0 && peer < n && peer != rank {
			set[peer] = true
		}
	}
	if p.all != nil && p.all(rank, n) {
		for peer := range n {
			add(peer)
		}
	} else if p.peers != nil {
		p.peers(rank, n, add)
	}
	out := slices.Collect(maps.Keys(set))
	slices.Sort(out)
	return out
}
