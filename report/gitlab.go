package report

import (
	"io"

	"mpivet/rules"
)

type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// WriteGitLab writes GitLab's form of a code quality report.
func WriteGitLab(w io.Writer, r *Report, _ *Output) error {
	out := make([]gitlabIssue, 0, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		severity := "major"
		if f.Severity == rules.Note {
			severity = "info"
		}
		out = append(out, gitlabIssue{
			Description: Safe(f.Message), Check: f.Rule, Fingerprint: f.Fingerprint, Severity: severity,
			Location: gitlabLocation{f.Pos.File, gitlabLines{max(1, f.Pos.Line), max(1, f.Pos.Line, f.Pos.EndLine)}},
		})
	}
	return encode(w, out)
}
