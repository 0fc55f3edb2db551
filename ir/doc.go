// Package ir is the language-neutral program that every frontend produces and every analysis reads.
//
// It is neither SSA nor a tree: a function is a control-flow graph of basic blocks of simple
// instructions over variables and paths (a variable followed by fields, dereferences and elements).
// Loops are found in the graph, so goto, switch, early return and labelled continue need no special case.
//
//	instruction  meaning                                    C, C++                                   Go
//	Acquire      the destination now holds fresh memory     malloc, new[], a std::vector declared    make, new, composite literal
//	             or a fresh MPI object                      MPI_Win_create, MPI_Comm_split           binding's NewComm
//	Ensure       acquires only where the destination        v.resize, v.push_back                    append
//	             holds no block yet; keeps it otherwise
//	Release      the memory or object is given up           free, delete, scope exit, MPI_Win_free   C.free
//	Assign       path ← expression                          a = b, s->f = &x, p = q + 1              every SSA value, phi edges
//	Escape       the value is stored where nobody follows   v.push_back(p) of pointers, casts to int channel send, map update
//	Call         a function of the program or an unseen     f(x), obj.m(x), MPI_Wait                 f(x), go f(x), deferred calls
//	Comm         an MPI communication procedure             MPI_Send(…)                              comm.SendF64(…), C.MPI_Send
//
// A block ends in exactly one of Jump, If, Switch, Return, Halt (control does not come back: exit, abort, panic).
//
// # Paths and values
//
// A Path names a storage cell: `%s.*.cache.out` is field out of field cache of what parameter s points to, `%bufs.*[%i]`
// is element i of the memory that bufs points to, `%a[3]` an element of an array held inline. As an expression a path
// means the value in that cell; `&path` is the cell's address; `offset(p, n)` is p moved by n elements, still the same
// block. C's `a[i]` on a pointer is `%a.*[%i]`, `*p` is `%p.*`, `p->f` is `%p.*.f`. A C++ reference is a pointer that is
// dereferenced at each use. Owning C++ containers hold their block in the hidden field `#data` (vector, string, deque…),
// smart pointers in `#ptr`, so `v.data()` is the value `%v.#data`, `&v[i]` is `offset(%v.#data, %i)` and `v[i]` is the cell
// `%v.#data.*[%i]`. A Go slice value is the pointer to its backing array: `s[i]` is `%s.*[%i]`, `s[a:b]` is `offset(%s, %a)`;
// an interface, map or string value is the pointer to what it holds.
//
// # Text
//
// Print gives a stable text and ParseUnit reads it back, so that tests of the analyses are programs in this form:
//
//	unit "exchange.c" lang c
//
//	global @grid "struct grid"
//
//	func @exchange(%s "struct state *", %n) exported results 1 {
//	  var temp %t1
//	  %i = 0
//	loop: loop
//	  if %i < %n then body else done
//	body:
//	  acquire %buf malloc size %n * 8 name "buf"
//	  %t1 = call @pack(%s, %buf)
//	  comm MPI_Send send(%buf count %n elem 8) peer %s.*.dest[%i] comm MPI_COMM_WORLD
//	  release %buf free
//	  %i = %i + 1
//	  jump loop
//	done:
//	  return %t1 @12:3-11
//	}
//
// A statement is a line; // begins a comment. A function is a list of blocks; a block is a label (a first block may go
// without) and instructions, and goes on into the next block when it has no terminator. The last one returns.
// In the grammar below, [x] is optional, x… is a list with commas, and upper-case words are:
//
//	NAME    letters, digits, _ $ #, not beginning with a digit; or any text in quotes: %"a.b", @"file.c:f", ."0"
//	WORD    the same, bare or in quotes: malloc, "scope exit"
//	TEXT    text in quotes, escaped as in Go
//	INT     an integer
//	POS     @12 or @12:3 or @12:3-9 (end column) or @12:3-13:1 (end line and column), with another file than the
//	        function's (the unit's) @"grid.h":12:3, none @-. Left out it is the line and column of the text itself;
//	        variables then have none.
//
//	unit     = unit TEXT [lang WORD] [errors INT]   then any number of
//	           global @NAME [TEXT] [array] [POS]                        the text is the type
//	           func @NAME(param…) [display TEXT] [results INT] [exported] [addrtaken] [main] [header] [external] [POS] {
//	param    = %NAME [TEXT] [array] [POS]
//	line     = var param… | var temp param…                             others are declared by their first use
//	         | NAME: [loop [POS]]                                       a label; loop marks a loop statement's header
//	         | instruction [POS] | terminator [POS]
//	         | }
//	instr    = acquire PATH WORD [container | object] [size EXPR] [elem INT] [of EXPR] [with EXPR…] [name TEXT] [zero]
//	         | ensure PATH WORD [base EXPR] [elem INT] [name TEXT]
//	         | release EXPR [WORD]
//	         | PATH = EXPR
//	         | escape EXPR
//	         | [dst… =] call [virtual] CALLEES(EXPR…) [name TEXT] [through EXPR]; go instead of call: asynchronous
//	         | [PATH =] comm WORD [as TEXT] buffer… [peer EXPR…] [root EXPR] [comm EXPR] [win EXPR] [use EXPR…] [req PATH]
//	dst      = PATH | _                                                 _ drops a result
//	CALLEES  = @NAME | {@NAME…}                                         {} when not known
//	buffer   = send(…) | recv(…) | both(…) with EXPR [count EXPR] [elem INT] [block] [text TEXT] inside; no commas between
//	term     = jump LABEL
//	         | if EXPR then LABEL else LABEL
//	         | switch EXPR {EXPR: LABEL, … default: LABEL}
//	         | return [EXPR…] | halt
//	PATH     = %NAME | @NAME, then any of .NAME .* [EXPR]               [?] is an unknown element
//	EXPR     = INT | TEXT | null | PATH | &PATH | func @NAME | offset(EXPR, EXPR) | rank(EXPR) | size(EXPR)
//	         | MPI_ANY_SOURCE and other names | named(TEXT) | ? | ?TEXT
//	         | unary - ! ~ | binary || && | ^ & == != < <= > >= << >> + - * / % with C's precedence, and parentheses
//
// Loops, induction variables and dominators are found in the graph (Func.Loops, Defs.Induction, Func.Dominators); Simplify,
// Substitute and Equal work on expressions; NewProgram links units; Sanity checks the invariants; Encode and DecodeUnit
// carry units between processes.
package ir
