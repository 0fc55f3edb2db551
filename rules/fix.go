package rules

import "mpivet/ir"

// Fix is a change to the source that takes the cause of a finding away.
type Fix struct {
	Message string // what it does, lower case, no full stop
	Edits   []Edit // in the order of their positions; they do not overlap
}

// Edit replaces the text of Pos, whose end is exclusive; where start and end are the same it inserts. Columns count bytes from 1.
type Edit struct {
	Pos     ir.Pos
	NewText string
}
