package casetest

import (
	"fmt"
	"slices"
)

// Finding is the part of a finding in mpivet's JSON that is compared.
type Finding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Related  []struct {
		Role string `json:"role"`
		File string `json:"file"`
		Line int    `json:"line"`
	} `json:"related"`
}

// Compare returns one line for each way in which the findings differ from what is expected.
func (e Expected) Compare(got []Finding) []string {
	var out []string
	left := slices.Clone(got)
	related := slices.Clone(e.Related)
	for _, w := range e.Want {
		i := slices.IndexFunc(left, w.matches)
		if i < 0 {
			out = append(out, w.missed(got))
			continue
		}
		hit := left[i]
		left = slices.Delete(left, i, i+1)
		related = slices.DeleteFunc(related, hit.has)
	}
	for _, r := range related {
		out = append(out, fmt.Sprintf("related %s:%d is not given as %s of %s", r.File, r.Line, r.Role, r.Rule))
	}
	for _, f := range left {
		out = append(out, fmt.Sprintf("noise %s:%d %s:%s", f.File, f.Line, f.Rule, f.Severity))
	}
	for _, f := range got {
		if f.loops() > 1 {
			out = append(out, fmt.Sprintf("%s:%d %s names more than one loop", f.File, f.Line, f.Rule))
		}
	}
	return out
}

func (w Want) at(f Finding) bool { return f.File == w.File && f.Line == w.Line && f.Rule == w.Rule }

func (w Want) matches(f Finding) bool {
	return w.at(f) && (w.Severity == "any" || w.Severity == f.Severity)
}

func (w Want) missed(got []Finding) string {
	text := fmt.Sprintf("missed %s:%d %s:%s", w.File, w.Line, w.Rule, w.Severity)
	if i := slices.IndexFunc(got, w.at); i >= 0 {
		text += " (reported as " + got[i].Severity + ")"
	}
	return text
}

// has reports whether r is one of the finding's related positions.
func (f Finding) has(r Related) bool {
	for _, q := range f.Related {
		if r.Rule == f.Rule && q.Role == r.Role && q.File == r.File && q.Line == r.Line {
			return true
		}
	}
	return false
}

func (f Finding) loops() int {
	n := 0
	for _, q := range f.Related {
		if q.Role == "loop" {
			n++
		}
	}
	return n
}
