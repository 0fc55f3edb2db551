package main

import (
	"context"
	"fmt"
	"os"

	"mpivet/report"
	"mpivet/report/baseline"
	"mpivet/report/diff"
)

// limits is what keeps known and old findings out of the report.
type limits struct {
	known   *baseline.Baseline
	fresh   *baseline.Baseline // the one to be written
	changes *diff.Changes
}

// readLimits reads the baseline and the changes before any work is done.
func (s *session) readLimits(ctx context.Context, dir string) error {
	var err error
	if s.baseline != "" {
		if s.known, err = baseline.Read(s.baseline); err != nil {
			return fmt.Errorf("reading the baseline %s: %w", s.baseline, reason(err))
		}
	}
	if s.writeBaseline != "" {
		if s.fresh, err = baseline.New(s.writeBaseline); err != nil {
			return fmt.Errorf("writing the baseline %s: %w", s.writeBaseline, reason(err))
		}
	}
	switch {
	case s.newFromRev != "":
		s.changes, err = diff.FromRev(ctx, dir, s.newFromRev)
	case s.newFromMergeBase != "":
		s.changes, err = diff.FromMergeBase(ctx, dir, s.newFromMergeBase)
	case s.newFromPatch != "":
		if s.changes, err = diff.FromPatch(s.newFromPatch, dir, os.Stdin); err != nil {
			err = fmt.Errorf("-new-from-patch %s: %w", s.newFromPatch, reason(err))
		}
	}
	return err
}

// applyLimits tells the report about the limits.
func (s *session) applyLimits(o *report.Options) {
	o.Baseline, o.Record, o.Searched = s.known, s.fresh, s.in.searched(s.paths.Abs)
	if s.changes != nil {
		o.Changed = s.changes.Touches
	}
	if s.unusedIgnores {
		o.Analysed = s.analysedFiles()
	}
}

// analysedFiles returns the files of the project that functions were read from, with the lines on which their instructions stand.
func (s *session) analysedFiles() map[string]map[int]bool {
	out := map[string]map[int]bool{}
	lines := func(file string) map[int]bool {
		if out[file] == nil {
			out[file] = map[int]bool{}
		}
		return out[file]
	}
	for _, u := range s.units {
		for _, f := range u.Funcs {
			if f.External || f.Pos.File == "" {
				continue
			}
			seen := lines(f.Pos.File)
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					if p := i.Position(); p.File == f.Pos.File {
						seen[p.Line] = true
					}
				}
			}
		}
	}
	return out
}

// finishBaseline writes the baseline that was asked for and says what became of the old one.
func (s *session) finishBaseline(r *report.Report) error {
	if s.fresh != nil {
		if err := s.fresh.Write(s.writeBaseline); err != nil {
			return fmt.Errorf("writing the baseline %s: %w", s.writeBaseline, reason(err))
		}
		s.say("%s written to %s", plural(s.fresh.Len(), "finding"), s.writeBaseline)
	}
	if len(r.Gone) == 0 || s.fresh != nil {
		return nil
	}
	hint := " (-v lists them)"
	if s.verbose {
		hint = ":"
	}
	verb := "are"
	if len(r.Gone) == 1 {
		verb = "is"
	}
	s.say("%s of the baseline %s fixed%s", plural(len(r.Gone), "finding"), verb, hint)
	if s.verbose {
		for _, e := range r.Gone {
			s.say("  %s: %s (%s)", e.File, e.Text, e.Rule)
		}
	}
	return nil
}
