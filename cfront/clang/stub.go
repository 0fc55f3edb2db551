//go:build !cgo

package clang

// Unit is a parsed translation unit; builds without cgo have none.
type Unit struct {
	File        string
	Diagnostics Diagnostics
}

// Dispose does nothing in a build without cgo.
func (u *Unit) Dispose() {}

// Files lists nothing in a build without cgo.
func (u *Unit) Files() []string { return nil }

// Open reports ErrNoCgo.
func Open(string) (*Library, error) { return nil, ErrNoCgo }

// ParseUnit reports ErrNoCgo.
func ParseUnit(ParseOptions) (*Unit, error) { return nil, ErrNoCgo }

// Save reports ErrNoCgo.
func (u *Unit) Save(string) error { return ErrNoCgo }
