package fix

import (
	"cmp"
	"fmt"
	"slices"

	"mpivet/internal/atomicfile"
	"mpivet/report"
)

func sortEdits(edits []report.Edit) {
	slices.SortStableFunc(edits, func(a, b report.Edit) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Pos.EndLine, b.Pos.EndLine), cmp.Compare(a.Pos.EndCol, b.Pos.EndCol))
	})
}

// File is a source file with the fixes of all its findings.
type File struct {
	Name          string // as the user reads it
	Before, After string
	Fixed         int // findings
	Left          int // findings whose fixes get in the way of others; the next run has them
}

// Files makes the fixes of a report's findings, those of one file together, and marks the findings. It fails where a file is another one than that which was
// analysed.
func Files(r *report.Report, paths *report.Paths) ([]File, error) {
	var out []File
	edits := map[string][]report.Edit{}
	index := map[string]int{}
	for i := range r.Findings {
		for _, x := range r.Findings[i].Fixes {
			if len(x.Edits) == 0 {
				continue
			}
			name := x.Edits[0].Pos.File
			at, known := index[name]
			if !known {
				text, ok := paths.Source(name)
				if !ok {
					return nil, fmt.Errorf("%s cannot be read any more", name)
				}
				at = len(out)
				index[name] = at
				out = append(out, File{Name: name, Before: text, After: text})
			}
			all := append(slices.Clone(edits[name]), x.Edits...)
			sortEdits(all)
			after, err := report.Apply(out[at].Before, all)
			if err != nil {
				out[at].Left++
				continue
			}
			edits[name], out[at].After = all, after
			out[at].Fixed++
			r.Findings[i].Fixed = true
		}
	}
	return out, nil
}

// Write writes the files that changed: each is the old one or the new one at any time. It does not follow symbolic links out.
func Write(files []File, paths *report.Paths) error {
	for _, f := range files {
		if f.After == f.Before {
			continue
		}
		if now, ok := paths.Source(f.Name); !ok || now != f.Before {
			return fmt.Errorf("%s has changed since it was analysed", f.Name)
		}
		if err := atomicfile.Rewrite(paths.Abs(f.Name), []byte(f.After)); err != nil {
			return fmt.Errorf("writing %s: %w", f.Name, err)
		}
	}
	return nil
}
