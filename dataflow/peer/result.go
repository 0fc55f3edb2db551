package peer

import "mpivet/ir"

// Set is the set of ranks that a call's peer, or root, comes from over all passes of the loops around it.
type Set uint8

// Sets of peers.
const (
	Unclear   Set = iota // not known
	Fixed                // one rank, the same for all: a constant, size-1, a parameter
	Neighbour            // the own rank plus a constant, perhaps modulo the size, or one that MPI_Cart_shift names
	Hypercube            // the own rank with one bit changed
	Listed               // an element of an array that is not known to hold all ranks
	Nowhere              // MPI_PROC_NULL
	Anybody              // MPI_ANY_SOURCE, or whoever sent last
	All                  // all ranks, or a constant share of them
)

// String names the set.
func (s Set) String() string {
	return [...]string{"unclear", "fixed", "neighbour", "hypercube", "listed", "nowhere", "anybody", "all"}[s]
}

// Pattern is how a call connects ranks.
type Pattern uint8

// Patterns.
const (
	Bounded    Pattern = iota // by a constant or log2 n, or not known: nothing to report
	AllPairs                  // every rank loops over all ranks
	Star                      // one rank loops over all ranks
	Hub                       // n-1 or n receives from MPI_ANY_SOURCE
	Roots                     // a collective whose root ranges over all ranks
	Collective                // a collective that connects every rank with every other: the Alltoall family
	RootLinear                // a collective that connects its root with every rank: Gatherv, Scatterv
)

// String names the pattern.
func (p Pattern) String() string {
	return [...]string{"bounded", "all pairs", "star", "hub", "roots", "collective", "linear at the root"}[p]
}

// Site is a call of a function on the way to a communication call.
type Site struct {
	Fn   *ir.Func
	Call *ir.Call
}

// Use is what was found out about one communication call.
type Use struct {
	Fn      *ir.Func
	Call    *ir.Comm
	Set     Set
	Pattern Pattern

	// Loop is the loop that the peer ranges over, and LoopFn the function it stands in; nil for a pattern without one.
	Loop   *ir.Loop
	LoopFn *ir.Func
	// Nest is the outermost of the loops over all ranks around and including Loop that lie in LoopFn.
	Nest *ir.Loop
	// Callers are the calls between the loop and the communication call, innermost first. Without a loop in a caller they
	// are the calls of the function that decided what is not known in it.
	Callers []Site

	// Side is the function in which the own rank decides whether the function of a collective that is linear at the root is
	// called: another one may hold the other end. Nil where none does.
	Side *ir.Func

	Share int64 // the peers are 1/Share of the ranks
	// Strided says that the peers are one in some number of ranks that is not known.
	Strided bool
	Sparse  bool  // a condition on data decides for each rank whether there is a message
	Comm    Class // of the communicator, or of the window's
	// Block is the size in bytes of a message (the block for each rank for collectives), 0 when it is not constant.
	Block int64
	// Hub is the rank at the centre of a star where it is a constant, else -1.
	Hub int64
}

// Result holds a Use for every communication call of the program, and more than one for a call that ranges over all ranks in
// several loops. They are ordered by function, then as they stand in it.
type Result struct{ Uses []*Use }

// Of returns the uses of call.
func (r *Result) Of(call *ir.Comm) []*Use {
	var out []*Use
	for _, u := range r.Uses {
		if u.Call == call {
			out = append(out, u)
		}
	}
	return out
}
