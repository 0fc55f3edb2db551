// Package gofront reads Go packages and lowers them to ir.
//
// Load finds the packages that patterns name, keeps those that can matter to communication, type-checks them with
// their dependencies and gives one ir.Unit per package. Lower does the second half alone, for packages that somebody
// else has type-checked (an analysis.Pass).
//
// Function bodies go through go/ssa in its naive form, where local variables are still cells: they become ir variables
// under their own names, as C's do. Bodies of the standard library and of MPI bindings are never read; tables say what
// calls of them do (std.go, bindings.go).
//
// # What Go constructs become
//
//	Go                                   ir
//	var x T, arrays, &scalar variables   a variable, also where Go would put it on the heap
//	make, new, &T{}, []T{…}, []byte(s)   Acquire
//	append(b, …)                         Ensure with Base b; Acquire where b is nil or has no capacity
//	slice, interface, map, string value  the pointer to what it holds
//	channel send, map update             Escape; what comes out is Unknown
//	closure                              a function whose first parameters point to the captured variables
//	func literal called at once          part of the function around it (all calls through cgo are such)
//	range over a function                a loop at the range statement around its body
//	defer                                a call at each return, guarded by a flag when the defer was conditional
//	go f()                               an asynchronous call
//	interface method                     a call of every implementation that the program makes into that interface
//	generic function                     one function: its body as written
//	panic, os.Exit, log.Fatal            Halt
package gofront
