package main

import (
	"fmt"
	"strings"

	"mpivet/report"
	"mpivet/rules"
)

// finish reports what was found and returns the exit status.
func (s *session) finish() (int, error) {
	r := report.Run(s.found, s.files, s.reportOptions())
	for _, m := range r.Malformed {
		s.say("%s:%d: %s", m.Pos.File, m.Pos.Line, m.Message)
	}
	if s.fixDiff {
		return s.printFixes(r)
	}
	if err := s.makeFixes(r); err != nil {
		return exitWrong, err
	}
	if err := s.write(r); err != nil {
		return exitWrong, err
	}
	if err := s.finishBaseline(r); err != nil {
		return exitWrong, err
	}
	s.sayIncomplete(r.Files.Incomplete)
	if s.format == "text" {
		s.summary(r)
	}
	switch {
	case s.strict && len(r.Files.Incomplete) > 0:
		return exitWrong, nil
	case len(r.Findings) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

func (s *session) reportOptions() report.Options {
	o := report.Options{
		Paths: s.paths, Rules: s.rules, Known: ruleNames(), Threshold: s.threshold,
		Severity: func(rule, file string) (report.Override, bool) {
			v, ok := s.cfg.Severity(rule, file)
			return report.Override(v), ok
		},
		Ignored: s.cfg.Ignored, Only: s.in.only(s.paths.Abs),
	}
	s.applyLimits(&o)
	return o
}

func (s *session) sayIncomplete(list []report.Incomplete) {
	if len(list) == 0 {
		return
	}
	hint := " (-v lists them)"
	if s.verbose {
		hint = ":"
	}
	verb := "were"
	if len(list) == 1 {
		verb = "was"
	}
	s.say("%s %s analysed only as far as possible%s", plural(len(list), "file"), verb, hint)
	if s.verbose {
		for _, f := range list {
			s.say("  %s: %s, first: %s", f.File, plural(f.Errors, "error"), f.First)
		}
	}
}

// summary says how much was looked at and found, so that silence is never mistaken.
func (s *session) summary(r *report.Report) {
	var parts []string
	warnings := 0
	for i := range r.Findings {
		if r.Findings[i].Severity == rules.Warning {
			warnings++
		}
	}
	if notes := len(r.Findings) - warnings; notes > 0 {
		parts = append(parts, plural(notes, "note"))
	}
	if warnings > 0 {
		parts = append([]string{plural(warnings, "warning")}, parts...)
	}
	if len(parts) == 0 {
		parts = []string{"nothing found"}
		if r.Compared || s.changes != nil {
			parts = []string{"nothing new"}
		}
	}
	text := fmt.Sprintf("%s in %s analysed", strings.Join(parts, " and "), plural(r.Files.Analysed, "file"))
	if r.Files.Skipped > 0 {
		text += fmt.Sprintf(" (%d skipped that cannot matter)", r.Files.Skipped)
	}
	if n := known(r); n > 0 {
		text += fmt.Sprintf("; %d known", n)
	}
	if r.Hidden > 0 {
		text += fmt.Sprintf("; -severity note shows %s more", plural(r.Hidden, "note"))
	}
	s.say("%s", text)
}

// known counts what the baseline holds back.
func known(r *report.Report) int {
	n := 0
	for i := range r.Marked {
		if r.Marked[i].State == report.Known {
			n++
		}
	}
	return n
}
