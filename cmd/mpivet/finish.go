package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"mpivet/report"
	"mpivet/rules"
)

// finish reports what was found and returns the exit status.
func (s *session) finish() (int, error) {
	r := report.Run(s.found, s.files, s.reportOptions())
	for _, m := range r.Malformed {
		s.say("%s:%d: %s", m.Pos.File, m.Pos.Line, m.Message)
	}
	if err := s.write(r); err != nil {
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
		Severity: map[string]report.Override{}, Ignored: s.cfg.Ignored, Only: s.in.only(s.paths.Abs),
	}
	for rule, v := range s.cfg.Severities {
		o.Severity[rule] = report.Override{Off: v.Off, Level: v.Level}
	}
	return o
}

// write prints the report to standard output or to the file that was asked for.
func (s *session) write(r *report.Report) error {
	var out bytes.Buffer
	var err error
	if s.format == "json" {
		err = report.WriteJSON(&out, r)
	} else {
		err = report.WriteText(&out, r, report.TextOptions{
			Color: s.coloured(), Verbose: s.verbose, Context: s.context, Paths: s.paths,
		})
	}
	if err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	if s.output != "" {
		if err := os.WriteFile(s.output, out.Bytes(), 0o644); err != nil {
			return fmt.Errorf("writing the findings to %s: %w", s.output, reason(err))
		}
		return nil
	}
	if _, err := s.stdout.Write(out.Bytes()); err != nil {
		return fmt.Errorf("writing the findings: %w", reason(err))
	}
	return nil
}

// coloured decides about colour: what was asked for, else whether a person looks at a terminal and has not set NO_COLOR.
func (s *session) coloured() bool {
	switch s.color {
	case "always":
		return true
	case "never":
		return false
	}
	file, ok := s.stdout.(*os.File)
	return ok && s.output == "" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd()))
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
	}
	text := fmt.Sprintf("%s in %s analysed", strings.Join(parts, " and "), plural(r.Files.Analysed, "file"))
	if r.Files.Skipped > 0 {
		text += fmt.Sprintf(" (%d skipped that cannot matter)", r.Files.Skipped)
	}
	if r.Hidden > 0 {
		text += fmt.Sprintf("; -severity note shows %s more", plural(r.Hidden, "note"))
	}
	s.say("%s", text)
}
