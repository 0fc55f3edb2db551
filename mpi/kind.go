package mpi

// Kind is what a procedure is for.
type Kind uint8

// The kinds of procedure. Only the first four after Other communicate, and of
// those only the rows that have buffers (MPI_Barrier has none).
const (
	Other        Kind = iota // none of those below
	PointToPoint             // sends and receives, matched and partitioned ones too
	Collective               // collectives over a whole communicator
	Neighborhood             // collectives over a process topology
	OneSided                 // remote memory access
	Make                     // makes an object or hands out memory
	Free                     // frees an object or memory
	Commit                   // MPI_Type_commit
	Query                    // asks about an object, a rank, a status
	Probe                    // looks for a message and receives nothing
	Start                    // starts persistent or partitioned transfers
	Completion               // waits for or tests pending operations
	Synchronize              // synchronises one-sided access
	Local                    // moves or combines data within the process: packing, local reduction
	IO                       // MPI-IO
	Environment              // starts and ends MPI
	Tool                     // the MPI_T_ tool information interface
)

var kindNames = [...]string{
	"other", "point-to-point", "collective", "neighborhood", "one-sided",
	"make", "free", "commit", "query", "probe", "start", "completion",
	"synchronize", "local", "io", "environment", "tool",
}

// String returns the name of k in lower case.
func (k Kind) String() string { return nameOf(kindNames[:], int(k)) }

// Role is the direction in which the bytes of a buffer travel, as seen by the
// process that calls.
type Role uint8

// The roles of a buffer.
const (
	Send Role = iota // read: its contents leave the process
	Recv             // written: contents arrive
	Both             // either or both: MPI_Bcast, MPI_Sendrecv_replace
)

var roleNames = [...]string{"send", "recv", "both"}

// String returns the name of r in lower case.
func (r Role) String() string { return nameOf(roleNames[:], int(r)) }

// Object is a class of things that a procedure makes or frees and that pin or
// hold memory while they live.
type Object uint8

// The classes of objects.
const (
	NoObject       Object = iota
	Communicator          // holds a context id and often buffers for collectives
	Datatype              // derived datatype
	Window                // registers the memory it exposes
	Request               // persistent request; those of nonblocking calls end with their completion
	Group                 // ordered set of processes
	Op                    // user-defined reduction
	Info                  // hints
	Errhandler            // error handler
	Memory                // MPI_Alloc_mem
	AttachedBuffer        // buffer of buffered sends
	AttachedMemory        // memory attached to a dynamic window
	Session               // MPI session
	Keyval                // attribute key
)

var objectNames = [...]string{
	"none", "communicator", "datatype", "window", "request", "group", "op", "info",
	"errhandler", "memory", "attached buffer", "attached memory", "session", "keyval",
}

// String returns the name of o in lower case.
func (o Object) String() string { return nameOf(objectNames[:], int(o)) }

// Fanout is how many other ranks one call may connect a rank to, for common
// implementations (Open MPI, MPICH) and messages of any size; n is the size of
// the communicator.
type Fanout uint8

// The fan-outs.
const (
	FanoutNone      Fanout = iota // the call names its peers, or has none
	FanoutTree                    // trees, rings, recursive doubling: about log2 n
	FanoutRoot                    // linear at the root: n-1 there, 1 elsewhere
	FanoutAll                     // every rank with every other: n-1
	FanoutNeighbors               // the neighbours in the topology
)

var fanoutNames = [...]string{"none", "tree", "root", "all", "neighbors"}

// String returns the name of f in lower case.
func (f Fanout) String() string { return nameOf(fanoutNames[:], int(f)) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "invalid"
}
