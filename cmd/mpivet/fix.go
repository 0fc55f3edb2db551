package main

import (
	"bytes"
	"fmt"
	"slices"

	"mpivet/fix"
	"mpivet/report"
)

// printFixes prints what -fix would change.
func (s *session) printFixes(r *report.Report) (int, error) {
	files, err := fix.Files(r, s.paths)
	if err != nil {
		return exitWrong, fmt.Errorf("working out the fixes: %w", err)
	}
	var out bytes.Buffer
	fixed := 0
	for _, f := range files {
		out.WriteString(report.Unified(f.Name, f.Before, f.After))
		fixed += f.Fixed
	}
	if err := s.print(out.Bytes()); err != nil {
		return exitWrong, err
	}
	s.sayIncomplete(r.Files.Incomplete)
	s.say("%s of %s can be fixed", plural(fixed, "finding"), fmt.Sprint(len(r.Findings)))
	if len(r.Findings) > 0 {
		return exitFindings, nil
	}
	return exitClean, nil
}

// makeFixes changes the sources, where that is asked for, and takes what is fixed out of the report.
func (s *session) makeFixes(r *report.Report) error {
	if !s.fix {
		return nil
	}
	files, err := fix.Files(r, s.paths)
	if err == nil {
		err = fix.Write(files, s.paths)
	}
	if err != nil {
		return fmt.Errorf("fixing: %w", err)
	}
	fixed, left := 0, 0
	for _, f := range files {
		fixed += f.Fixed
		left += f.Left
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f report.Finding) bool { return f.Fixed })
	text := fmt.Sprintf("%s fixed in %s", plural(fixed, "finding"), plural(len(files), "file"))
	if left > 0 {
		text += fmt.Sprintf("; %s stood in the way of each other: run it again", plural(left, "fix"))
	}
	s.say("%s", text)
	return nil
}
