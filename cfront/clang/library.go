package clang

import "errors"

// ErrNoCgo is what every entry point reports in a program built without cgo.
var ErrNoCgo = errors.New("this build has no C and C++ frontend (it was built with CGO_ENABLED=0); rebuild with cgo and a C compiler")

// Library describes the libclang that is in use.
type Library struct {
	Path        string // the file that was opened, or the name the loader found
	Version     string // as libclang says it, e.g. "Debian clang version 15.0.6"
	Major       int    // the release, e.g. 15
	ResourceDir string // folder of its freestanding headers, "" if not installed
}

// ErrCrashed is reported (wrapped) when libclang caught a crash of its own; the
// process should not be used any further.
var ErrCrashed = errors.New("libclang crashed")

// ParseOptions say how one translation unit is parsed.
type ParseOptions struct {
	File string   // the main file
	Args []string // compiler arguments without the compiler and the file
	// Unsaved maps paths to the contents that files are to have, whether they
	// exist or not.
	Unsaved map[string]string
	// Prefix, if set, is what the file begins with. The text that it stands for must be blank in Unsaved.
	Prefix *Prefix
}

// Prefix is the beginning of units, a list of includes that was parsed once and saved. It holds for units with the same arguments in the same folder.
type Prefix struct {
	Path  string   // of the saved form
	Files []string // the files that it consists of, in the order of first inclusion
	Defs  []Place  // the definitions in it that concern the units, in order
}

// Place is where the name of a definition stands.
type Place struct {
	File   string
	Offset uint32 // in bytes
}

// Diagnostics summarise what libclang found wrong with a unit.
type Diagnostics struct {
	Errors int    // errors and fatal errors
	First  string // the first of them as "file:line:column: text"
	// At says where errors are, the first thousand of them.
	At []ErrorAt
	// Missing names the headers that were not found, as they are written.
	Missing []string
	// Types names the types that are not declared.
	Types []string
	// Undeclared names what is used but not declared, each once.
	Undeclared []string
}

// ErrorAt is where an error is: a file and an offset in bytes.
type ErrorAt struct {
	File   string
	Offset int
}
