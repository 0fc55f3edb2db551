package lower

// Options say what the configuration knows about a program beyond its source.
type Options struct {
	// ProjectFile reports whether a file belongs to the analysed project. Functions that lie in other files are not
	// lowered. Nil means: every file outside of the system's headers does.
	ProjectFile func(path string) bool
	// Allocators maps the names of functions and macros that yield fresh memory to how they hand it out.
	Allocators map[string]Allocator
	// Releases maps the names of functions and macros that give memory up to the index of the argument that holds
	// the pointer, or, with Indirect set, the address of the pointer.
	Releases map[string]Release
	// Pools names functions and macros whose result is no acquisition: it comes from memory that is kept.
	Pools map[string]bool
	// Owners names class types that own heap memory as std::vector does.
	Owners map[string]bool
	// Wrappers maps functions whose bodies are not seen to the MPI procedure that they hand their arguments on to.
	Wrappers map[string]Wrapper
}

// Wrapper says which MPI procedure a function amounts to.
type Wrapper struct {
	Like string // "MPI_Send"
	// Args gives for each parameter of the procedure the argument of the wrapper that it is handed, -1 for none. Empty
	// means the same order.
	Args []int
}

// Allocator says how an allocator hands its memory out.
type Allocator struct {
	Out  int   // index of the argument that holds the address of the pointer to fill; -1: the memory is the result
	Size []int // indexes of the arguments whose product is the size in bytes; empty: not known
	Of   int   // index of the argument that holds the block it replaces (realloc); -1: none
	Zero bool  // the memory is zeroed
	// Step repeats Out: further pointers are filled at Out+Step, Out+2·Step, … as long as there are arguments, sizes likewise.
	Step int
	// Shared says that they all point into one block, which is the result as well.
	Shared bool
}

// Release says which argument of a releasing function holds the memory.
type Release struct {
	Arg      int
	Indirect bool // the argument is the address of the pointer, which is null afterwards
	Step     int  // repeats Arg, as in Allocator
}

// Stats counts what a unit's lowering met.
type Stats struct {
	Funcs    int      // functions lowered
	MPICalls int      // calls of MPI procedures seen in project functions
	Dropped  []string // functions that could not be lowered, with the reason
	Unknown  int      // expressions and statements of kinds that are not modelled
	NoOp     int      // operators that could not be read
}
