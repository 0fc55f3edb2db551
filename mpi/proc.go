package mpi

// Buffer is one data buffer among the arguments of a communication call.
// Argument indexes count from 0.
type Buffer struct {
	Arg  int  // the buffer's address
	Role Role // direction of the data

	// Count is the argument that holds the number of elements, or -1 where the
	// procedure moves exactly one (MPI_Fetch_and_op, MPI_Compare_and_swap).
	Count int
	// Counts reports that Count is an array with one count per peer.
	Counts bool
	// Type is the argument that holds the datatype of the elements.
	Type int
	// TypesArray reports that Type is an array with one datatype per peer.
	TypesArray bool
	// PerPeer reports that the buffer holds one block for every peer, so that
	// Count is the size of a block and not of the whole buffer. With Counts but
	// without PerPeer (the receive buffer of MPI_Reduce_scatter) the buffer
	// holds the block of the calling rank alone.
	PerPeer bool
}

// Proc is one MPI procedure. All argument indexes count from 0 and are -1
// where the procedure has no such argument. Rows are shared: do not modify.
type Proc struct {
	Name string // the C name, "MPI_Send"
	Args int    // number of C arguments; for MPI_Pcontrol those before the dots
	Kind Kind

	Nonblocking bool // starts an operation that a request completes: MPI_Isend, MPI_Rput
	Persistent  bool // *_init: makes a request that is started later
	Partitioned bool // MPI_Psend_init, MPI_Precv_init

	Buffers []Buffer // communicated buffers; empty when the procedure does not communicate
	Peers   []int    // destination, source or target ranks

	Root       int // root rank
	Comm       int // communicator
	Win        int // window
	Request    int // request, or array of requests
	Requests   int // number of requests in the array
	Status     int // status, or array of statuses
	Partitions int // number of partitions; each holds Count elements

	Makes  Object // object made
	Frees  Object // object freed
	ObjArg int    // the object made, freed or committed (in C a pointer to its handle)
	Parent int    // for makers of communicators, windows, groups and datatypes: what they derive from
	Arrays []int  // arrays whose elements describe the object made: displacements, dimensions, ranks

	Mem      int // memory handed over (base address) or handed out (pointer to it)
	MemBytes int // size of that memory in bytes

	Fanout   Fanout // how many ranks a collective connects
	AllRanks bool   // Fanout is FanoutAll: the Alltoall family
	Large    bool   // has a form MPI_…_c with large counts
}

// Communicates reports whether p moves the contents of a buffer to or from
// another process, at once or when its request is started.
func (p *Proc) Communicates() bool { return len(p.Buffers) > 0 }

// Inputs returns the arguments that describe the object p makes, apart from its parent: those that differ where another
// object is wanted. It returns nil when p makes none.
func (p *Proc) Inputs() []int {
	if p.Makes == NoObject {
		return nil
	}
	var in []int
	for i := range p.Args {
		handedOut := i == p.Mem && p.Mem > p.MemBytes // MPI_Win_allocate
		if i != p.ObjArg && i != p.Parent && i != p.Request && i != p.Status && !handedOut {
			in = append(in, i)
		}
	}
	return in
}
