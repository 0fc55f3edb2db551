package report

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

// fix asks for the fixes of what is left.
func (r *run) fix() {
	if r.Fixes == nil {
		return
	}
	for i := range r.list {
		f := &r.list[i]
		f.Fixes = r.Fixes(f)
		for _, x := range f.Fixes {
			for j := range x.Edits {
				x.Edits[j].Pos.File = r.Paths.Display(x.Edits[j].Pos.File)
			}
		}
	}
}
