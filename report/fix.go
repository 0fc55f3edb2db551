package report

import (
	"slices"

	"mpivet/rules"
)

// Fix is a change to the source that takes the cause of a finding away.
type Fix = rules.Fix

// Edit is a part of a Fix.
type Edit = rules.Edit

// fix gives the fixes of what is left the names of files that the user reads.
func (r *run) fix() {
	for i := range r.list {
		f := &r.list[i]
		for _, x := range f.Finding.Fixes {
			x.Edits = slices.Clone(x.Edits)
			for j := range x.Edits {
				x.Edits[j].Pos.File = r.Paths.Display(x.Edits[j].Pos.File)
			}
			f.Fixes = append(f.Fixes, x)
		}
	}
}
