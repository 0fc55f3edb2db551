package cfront

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"mpivet/cfront/lower"
)

// setup is what a worker is told once.
type setup struct {
	Libclang string
	Headers  string   // folder of the built-in headers
	Builtin  bool     // the built-in mpi.h comes first
	System   []string // include folders of the installed MPI
	Roots    []string // folders of the project
	Lower    lower.Options
}

// task is what a worker is told with a file, besides its arguments.
type task struct {
	Calls int      // MPI calls in the file's text
	Needs []string // macros that they are conditional on
	Binds []string // macros that the inclusion of mpi.h in the project's headers is conditional on
	// Made maps headers that a build would make to their templates.
	Made map[string]string
}

// outcome is what became of a file.
type outcome struct {
	Unit    []byte // encoded by package ir
	Errors  int
	First   string
	Calls   int      // MPI calls that were seen
	Dropped []string // functions that were not lowered
	Files   []string // the files that the unit consists of
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return nil, fmt.Errorf("encoding a %T: %w", v, err)
	}
	return b.Bytes(), nil
}

func decode(data []byte, v any) error {
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(v); err != nil {
		return fmt.Errorf("decoding a %T: %w", v, err)
	}
	return nil
}
