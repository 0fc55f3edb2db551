package main

import (
	"context"
	"fmt"
	"slices"

	"mpivet/gofront"
	"mpivet/report"
)

// argError is an argument that means nothing: the invocation is wrong, whatever else could be analysed.
type argError struct{ text string }

func (e *argError) Error() string { return e.text }

// loadGo reads Go.
func (s *session) loadGo(ctx context.Context) error {
	if len(s.in.goPat) == 0 {
		return nil
	}
	units, st, err := gofront.Load(ctx, gofront.Options{
		Patterns: s.in.goPat, Tags: s.tags, Tests: s.test, All: s.all, Jobs: s.jobs,
	})
	if err != nil {
		return err
	}
	s.cfg.Apply(units)
	s.units = append(s.units, units...)
	s.files.Analysed += st.Files
	s.files.Skipped += st.Skipped
	for _, f := range st.Incomplete {
		if s.in.goPkg && slices.Contains(s.in.goPat, f.File) {
			return &argError{fmt.Sprintf("%s: no such file or folder, and as a Go package: %s", f.File, f.First)}
		}
		s.files.Incomplete = append(s.files.Incomplete, report.Incomplete(f))
	}
	for _, n := range st.Notes {
		s.say("%s", n)
	}
	return nil
}
