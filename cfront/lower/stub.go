//go:build !cgo

package lower

import (
	"mpivet/cfront/clang"
	"mpivet/ir"
)

// Unit reports clang.ErrNoCgo.
func Unit(*clang.Unit, Options) (*ir.Unit, Stats, error) { return nil, Stats{}, clang.ErrNoCgo }
