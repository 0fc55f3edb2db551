//go:build !cgo

package lower

import (
	"mpivet/cfront/clang"
	"mpivet/ir"
)

// Unit reports clang.ErrNoCgo.
func Unit(*clang.Unit, Options) (*ir.Unit, Stats, error) { return nil, Stats{}, clang.ErrNoCgo }

// Definitions finds nothing in a build without cgo.
func Definitions(*clang.Unit, Options) []clang.Place { return nil }
