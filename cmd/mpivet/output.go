package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"mpivet/internal/atomicfile"
	"mpivet/report"
	"mpivet/report/html"
	"mpivet/rules/all"
)

// forms are the output forms besides text, by the name that -format gives them.
var forms = map[string]func(io.Writer, *report.Report, *report.Output) error{
	"json":       func(w io.Writer, r *report.Report, _ *report.Output) error { return report.WriteJSON(w, r) },
	"sarif":      report.WriteSARIF,
	"github":     report.WriteGitHub,
	"gitlab":     report.WriteGitLab,
	"rdjson":     report.WriteRDJSON,
	"checkstyle": report.WriteCheckstyle,
	"html":       html.Write,
}

// formNames lists what -format accepts, in the order of the help.
var formNames = []string{"text", "json", "sarif", "github", "gitlab", "rdjson", "checkstyle", "html"}

// write prints the report to standard output or to the file that was asked for.
func (s *session) write(r *report.Report) error {
	var out bytes.Buffer
	if err := s.render(&out, r); err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	return s.print(out.Bytes())
}

// print writes to standard output or to the file that was asked for.
func (s *session) print(text []byte) error {
	if s.output != "" {
		if err := atomicfile.Write(s.output, text); err != nil {
			return fmt.Errorf("writing the findings to %s: %w", s.output, reason(err))
		}
		return nil
	}
	if _, err := s.stdout.Write(text); err != nil {
		return fmt.Errorf("writing the findings: %w", reason(err))
	}
	return nil
}

func (s *session) render(w io.Writer, r *report.Report) error {
	if write := forms[s.format]; write != nil {
		return write(w, r, &report.Output{Version: version, Rules: all.Rules(), Paths: s.paths, Machine: s.machine})
	}
	return report.WriteText(w, r, report.TextOptions{Color: s.coloured(), Verbose: s.verbose, Context: s.context, Paths: s.paths})
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
