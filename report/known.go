package report

import (
	"slices"

	"mpivet/report/baseline"
	"mpivet/rules"
)

// compare marks what the baseline knows.
func (r *run) compare() {
	if r.Baseline == nil {
		return
	}
	r.result.Compared = true
	for i := range r.list {
		if f := &r.list[i]; r.Baseline.Knows(r.entry(f)) && f.State == Reported {
			f.State = Known
		}
	}
	for _, e := range r.Baseline.Gone() {
		if r.inScope(e) {
			e.File = r.Paths.Display(e.File)
			r.result.Gone = append(r.result.Gone, e)
		}
	}
}

// entry returns what a baseline holds of a finding.
func (r *run) entry(f *Finding) baseline.Entry {
	return baseline.Entry{Rule: f.Rule, File: r.Paths.Abs(f.Pos.File), Text: r.textOf(f), Ordinal: f.ordinal}
}

// inScope reports whether a known finding would have been met if it were still there.
func (r *run) inScope(e baseline.Entry) bool {
	file := r.Paths.Abs(e.File)
	switch {
	case len(r.Rules) > 0 && !slices.Contains(r.Rules, e.Rule), r.Ignored != nil && r.Ignored(file), r.Only != nil && !r.Only(file):
		return false
	case e.Rule == UnusedIgnore && r.Analysed == nil:
		return false
	}
	return r.Searched == nil || r.Searched(file)
}

// record writes down what is left, which is known from then on.
func (r *run) record() {
	if r.Record == nil {
		return
	}
	r.result.Compared = true
	for i := range r.list {
		if f := &r.list[i]; f.State != Silenced {
			r.Record.Add(r.entry(f))
			f.State = Known
		}
	}
}

// changed drops what lies on lines that did not change.
func (r *run) changed() {
	if r.Changed == nil {
		return
	}
	r.keep(func(f *Finding) bool {
		if r.Changed(r.Paths.Abs(f.Pos.File), f.Pos.Line, max(f.Pos.Line, f.Pos.EndLine)) {
			return true
		}
		return slices.ContainsFunc(f.Related, func(x rules.Related) bool {
			return r.Changed(r.Paths.Abs(x.Pos.File), x.Pos.Line, max(x.Pos.Line, x.Pos.EndLine))
		})
	})
}
