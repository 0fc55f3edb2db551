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
// Print gives a stable text and Parse reads it back, so that tests of the analyses are programs in this form:
//
//	unit "exchange.c" lang c
//	func @exchange(%s, %n) exported @"exchange.c":10:1 {
//	b0: @10:1
//	  acquire %buf malloc size (%n * 8) name "buf" @12:10
//	  comm MPI_Send send(%buf count %n elem 8) peer %dest comm world @13:3
//	  release %buf free @14:3
//	  return
//	}
package ir
