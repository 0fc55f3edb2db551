package report

import (
	"io"

	"mpivet/ir"
	"mpivet/rules"
)

type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdSuggestion struct {
	Range *rdRange `json:"range"`
	Text  string   `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

// WriteRDJSON writes reviewdog's diagnostic form.
func WriteRDJSON(w io.Writer, r *Report, _ *Output) error {
	out := rdResult{Source: rdSource{"mpivet"}, Diagnostics: make([]rdDiagnostic, 0, len(r.Findings))}
	for i := range r.Findings {
		out.Diagnostics = append(out.Diagnostics, rdOf(&r.Findings[i]))
	}
	return encode(w, out)
}

func rdOf(f *Finding) rdDiagnostic {
	severity := "WARNING"
	if f.Severity == rules.Note {
		severity = "INFO"
	}
	d := rdDiagnostic{Message: Safe(paragraphs(f, "; ")), Location: rdAt(f.Pos), Severity: severity, Code: rdCode{f.Rule}}
	for _, rel := range f.Related {
		d.Related = append(d.Related, rdRelated{related(rel), rdAt(rel.Pos)})
	}
	for _, x := range f.Fixes {
		// A suggestion is one replacement in the finding's own file: a fix of several would be offered piece by piece.
		if len(x.Edits) == 1 && x.Edits[0].Pos.File == f.Pos.File {
			d.Suggestions = append(d.Suggestions, rdSuggestion{rdAt(x.Edits[0].Pos).Range, x.Edits[0].NewText})
		}
	}
	return d
}

// rdAt returns a position: lines and byte columns count from 1, the end is exclusive, as in ir.Pos.
func rdAt(p ir.Pos) rdLocation {
	loc := rdLocation{Path: p.File}
	if p.Line < 1 {
		return loc
	}
	loc.Range = &rdRange{Start: rdPosition{p.Line, p.Col}}
	if p.EndLine >= p.Line && p.EndCol > 0 {
		loc.Range.End = &rdPosition{p.EndLine, p.EndCol}
	}
	return loc
}
