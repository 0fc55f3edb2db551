// Package clang opens libclang at run time and parses translation units with
// it.
//
// The go-clang bindings ask the linker for -lclang. The folder link/ holds an
// empty linker script of that name, so the program builds with Go and gcc
// alone: forward.S defines the functions the bindings call as jumps into
// whichever libclang (15 or newer) Open finds on the machine. A machine without
// one gets an error that says what to
// install. Without cgo every entry point reports ErrNoCgo.
//
// The rest of the C and C++ frontend uses the bindings' types through this
// package, so that it is the one place to change with another binding.
package clang
