//go:build cgo

package lower

// printed is what libclang's print of a function tells about its operators.
type printed struct{}

// printedOp returns the operator of an expression of a macro's body.
func (u *unit) printedOp(f *fn, n *node) string { return "" }
