package ir

import "mpivet/mpi"

// Lang is the source language of a unit.
type Lang string

// The languages that frontends read.
const (
	C   Lang = "c"
	CXX Lang = "c++"
	Go  Lang = "go"
)

// Pos is a source range. Lines and columns count from 1, columns in bytes; the end is exclusive and may be zero (unknown).
// For a macro it is where the macro is used; for cgo it lies in the original file.
type Pos struct {
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// IsValid reports whether p names a line of a file.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Unit is one translation unit or one Go package.
type Unit struct {
	Name  string // main source file, or import path
	Lang  Lang
	Funcs []*Func // sorted by Name
	// Errors counts what did not compile. Of several units' bodies of a header's function, that of the unit with the fewest
	// counts.
	Errors int
	// Globals lists the variables with static storage that the functions mention.
	Globals []*Var
}

// Func is a function with a body. Functions that are only declared do not appear.
type Func struct {
	// Name is unique in the program: the linkage name for external functions, "file:name" for static ones, the
	// mangled name in C++, go/ssa's full name in Go.
	Name    string
	Display string // the name as a reader knows it: "exchange", "Store::migrate", "(*Grid).step"
	Params  []*Var
	Locals  []*Var // every other variable, temporaries included
	NumRes  int    // number of results
	Blocks  []*Block
	Pos     Pos

	Exported  bool // callable from outside the unit (external linkage, exported Go identifier)
	AddrTaken bool // its address is taken, or it is a virtual method or an interface's method: unseen callers are possible
	Main      bool // the program's entry (C main, Go main.main and init)
	InHeader  bool // defined in a header: several units may hold the same body
	// Overrides names the virtual functions that it overrides, in all classes above.
	Overrides []string
	External  bool // defined in an installed header or library, not in the analysed project
}

// VarKind says where a variable lives.
type VarKind uint8

// Kinds of variables.
const (
	Local VarKind = iota
	Param
	Temp   // made by the frontend; never named in messages
	Global // static storage: a global, a file static, a function's static, a static member, thread_local
)

// Var is a variable. Names are unique within a function (shadowed names get a suffix "#2"); a global's within the program.
type Var struct {
	Name  string
	Kind  VarKind
	Pos   Pos
	Type  string // as written, without namespaces; may be empty
	Array bool   // holds its elements inline (C array, Go array, std::array): not a pointer
}

// SelKind is the kind of one step of a path.
type SelKind uint8

// Steps of a path.
const (
	Field SelKind = iota // .name
	Deref                // .*
	Elem                 // [index]
)

// Sel is one step of a path.
type Sel struct {
	Kind  SelKind
	Name  string // Field
	Index Expr   // Elem; nil for an unknown element
}

// Path names a storage cell: a variable and the steps from it.
type Path struct {
	Root *Var
	Sels []Sel
}

// Expr is a symbolic value. The types are Const, Null, Str, FuncRef, Load, Addr, Offset, Bin, Un, CommRank, CommSize, Unknown.
type Expr interface{ isExpr() }

type (
	// Const is an integer constant.
	Const struct{ V int64 }
	// Null is the null pointer, nil, or a null handle (MPI_COMM_NULL, MPI_REQUEST_NULL).
	Null struct{}
	// Str is a string literal or another constant object in read-only memory.
	Str struct{ S string }
	// Named is a symbolic constant of MPI or of the program that has no integer value here, such as MPI_COMM_WORLD,
	// MPI_ANY_SOURCE, MPI_PROC_NULL, MPI_IN_PLACE, MPI_DOUBLE. Name is the C spelling whatever the language.
	Named struct{ Name string }
	// FuncRef is the address of a function, or a closure without captures.
	FuncRef struct{ Name string }
	// Load is the value in a cell.
	Load struct{ Path Path }
	// Addr is the address of a cell.
	Addr struct{ Path Path }
	// Offset is pointer X moved by N elements: the same block.
	Offset struct{ X, N Expr }
	// Bin is a binary operation on integers or a comparison: + - * / % << >> & | ^ == != < <= > >= && ||.
	Bin struct {
		Op   string
		X, Y Expr
	}
	// Un is a unary operation: - ! ~.
	Un struct {
		Op string
		X  Expr
	}
	// CommRank is the calling process's rank in a communicator.
	CommRank struct{ Comm Expr }
	// CommSize is the number of processes in a communicator.
	CommSize struct{ Comm Expr }
	// Unknown is a value nobody follows; Text is its source form, for messages.
	Unknown struct{ Text string }
)

func (Const) isExpr()    {}
func (Null) isExpr()     {}
func (Str) isExpr()      {}
func (Named) isExpr()    {}
func (FuncRef) isExpr()  {}
func (Load) isExpr()     {}
func (Addr) isExpr()     {}
func (Offset) isExpr()   {}
func (Bin) isExpr()      {}
func (Un) isExpr()       {}
func (CommRank) isExpr() {}
func (CommSize) isExpr() {}
func (Unknown) isExpr()  {}

// Block is a basic block. Blocks[0] is the entry and has no predecessors.
type Block struct {
	Index  int
	Instrs []Instr
	Term   Term
	// Loop is the position of the loop statement when this block is the header of a loop written as one
	// (for, while, do, range); invalid otherwise.
	Loop  Pos
	Preds []*Block // filled by Func.Link
}

// Instr is an instruction. The types are *Acquire, *Ensure, *Release, *Assign, *Escape, *Call, *Comm.
type Instr interface {
	Position() Pos
	isInstr()
}

// AcqKind is what kind of thing an acquisition yields.
type AcqKind uint8

// Kinds of acquisitions.
const (
	Heap      AcqKind = iota // a block of memory
	Container                // memory owned by a container or smart pointer declared at this place, released at its scope's end
	Object                   // an MPI object that pins or holds memory: window, communicator, datatype, request, attached buffer
)

// Acquire says that Dst now holds fresh memory. The block that Dst held before is not released by it, except that Of, the
// old block of realloc, is.
type Acquire struct {
	Dst  Path
	Kind AcqKind
	How  string // "malloc", "new[]", "std::vector", "make", "MPI_Comm_split", or the name of a configured allocator
	Size Expr   // bytes, or nil
	Elem int64  // bytes of one element where known: a container of n elements holds n × Elem
	Of   Expr   // realloc: the old pointer; an MPI object: the communicator, datatype or window it derives from
	Args []Expr // an MPI object: what else describes it, such as counts, displacements, colour and key, a window's memory
	Name string // the destination as written in the source: "sendbuf", "tx[s]", "cx->mirror"
	Zero bool   // zeroed
	Pos  Pos
}

// Ensure makes Dst hold a block: the one it holds already (perhaps grown, perhaps moved), else a fresh one. Base, when not
// nil, is the value whose block is kept (Go's append(base, …)); nil means Dst itself.
type Ensure struct {
	Dst  Path
	Base Expr
	How  string // "resize", "push_back", "append"
	Elem int64
	Name string
	Pos  Pos
}

// Release gives the block or object up that Val points to.
type Release struct {
	Val Expr
	How string // "free", "delete[]", "scope exit", "shrink_to_fit", "MPI_Win_free"
	Pos Pos
}

// Assign stores Src in Dst. Copying a struct copies every cell below it.
type Assign struct {
	Dst Path
	Src Expr
	Pos Pos
}

// Escape says that Val becomes reachable from somewhere nobody follows.
type Escape struct {
	Val Expr
	Pos Pos
}

// Call calls a function. Callees holds the names of every function that may be meant; it is empty when that set is not
// known. A callee without a body in the program is unseen, unless a table of the analysis knows its name.
type Call struct {
	Callees []string
	Name    string // as written in the source
	Args    []Expr
	Dsts    []Path // results; a Path with a nil Root drops one
	Async   bool   // a go statement
	Virtual bool   // whatever overrides a callee may be meant as well
	// Through is the pointer that is called, when Callees are the several functions that it may point to; nil for other calls.
	Through Expr
	Pos     Pos
}

// Role says whether a communication call reads or fills its buffer.
type Role = mpi.Role

// Buf is one communicated buffer of a Comm.
type Buf struct {
	Role  Role
	Val   Expr
	Count Expr   // elements, or nil; for a per-peer count array, nil
	Elem  int64  // bytes of one element, 0 if unknown
	Text  string // as written in the source
	// Block says that Count is per peer (MPI_Alltoall, the receiving side of MPI_Gather, …).
	Block bool
}

// Comm is a call of a communication procedure, of MPI's own or of a binding.
type Comm struct {
	Proc  *mpi.Proc // the procedure it amounts to
	Name  string    // as written in the source: "PMPI_Send", "comm.SendF64"
	Bufs  []Buf
	Peers []Expr // destination, source, target ranks
	Root  Expr   // or nil
	Comm  Expr   // communicator, or nil
	Win   Expr   // window, or nil
	Uses  []Expr // other MPI objects it uses: datatypes, requests it starts
	Req   *Path  // the cell of the request of a nonblocking or persistent call
	Dst   *Path  // the cell that takes the return code, if used
	Pos   Pos
}

// Position returns where the instruction stands.
func (i *Acquire) Position() Pos { return i.Pos }

// Position returns where the instruction stands.
func (i *Ensure) Position() Pos { return i.Pos }

// Position returns where the instruction stands.
func (i *Release) Position() Pos { return i.Pos }

// Position returns where the instruction stands.
func (i *Assign) Position() Pos { return i.Pos }

// Position returns where the instruction stands.
func (i *Escape) Position() Pos { return i.Pos }

// Position returns where the instruction stands.
func (i *Call) Position() Pos { return i.Pos }

// Position returns where the instruction stands.
func (i *Comm) Position() Pos { return i.Pos }

func (*Acquire) isInstr() {}
func (*Ensure) isInstr()  {}
func (*Release) isInstr() {}
func (*Assign) isInstr()  {}
func (*Escape) isInstr()  {}
func (*Call) isInstr()    {}
func (*Comm) isInstr()    {}

// Term ends a block. The types are *Jump, *If, *Switch, *Return, *Halt.
type Term interface {
	Succs() []*Block
	isTerm()
}

type (
	// Jump goes to To.
	Jump struct{ To *Block }
	// If goes to Then when Cond is not zero, else to Else.
	If struct {
		Cond       Expr
		Then, Else *Block
		Pos        Pos
	}
	// Switch goes to the block of the case that equals Tag, else to Default.
	Switch struct {
		Tag     Expr
		Cases   []Case
		Default *Block
		Pos     Pos
	}
	// Case is one arm of a Switch.
	Case struct {
		Val Expr
		To  *Block
	}
	// Return leaves the function.
	Return struct {
		Vals []Expr
		Pos  Pos
	}
	// Halt ends the program or unwinds out of the function: exit, abort, MPI_Abort, throw without a handler here, panic.
	Halt struct{ Pos Pos }
)

// Succs returns the successors in a fixed order.
func (t *Jump) Succs() []*Block { return []*Block{t.To} }

// Succs returns Then and Else.
func (t *If) Succs() []*Block { return []*Block{t.Then, t.Else} }

// Succs returns the arms in order and the default last.
func (t *Switch) Succs() []*Block {
	out := make([]*Block, 0, len(t.Cases)+1)
	for _, c := range t.Cases {
		out = append(out, c.To)
	}
	return append(out, t.Default)
}

// Succs returns nothing.
func (t *Return) Succs() []*Block { return nil }

// Succs returns nothing.
func (t *Halt) Succs() []*Block { return nil }

func (*Jump) isTerm()   {}
func (*If) isTerm()     {}
func (*Switch) isTerm() {}
func (*Return) isTerm() {}
func (*Halt) isTerm()   {}
