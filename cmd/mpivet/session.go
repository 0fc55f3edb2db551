package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"mpivet/cache"
	"mpivet/cfront"
	"mpivet/config"
	"mpivet/ir"
	"mpivet/report"
	"mpivet/rules"
)

// session is one analysis in the making.
type session struct {
	*options
	in      *inputs
	cfg     *config.Config
	machine rules.Machine
	eager   int64
	paths   *report.Paths
	stdout  io.Writer
	stderr  io.Writer
	line    *progress

	store *cache.Store // nil without a cache
	tool  cache.Key    // this program

	parts     []*cfront.Part                            // C and C++ units
	loadParts func(context.Context) ([]*ir.Unit, error) // reads them
	units     []*ir.Unit                                // Go units
	files     report.Files
	limits
	found []rules.Finding
}

// newSession checks everything that can be wrong with an invocation before any work is done.
func newSession(ctx context.Context, o *options, stdout, stderr io.Writer) (*session, error) {
	for _, name := range o.rules {
		if _, err := ruleNamed(name); err != nil {
			return nil, err
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the working directory: %w", err)
	}
	s := &session{options: o, stdout: stdout, stderr: stderr, paths: report.NewPaths(dir), eager: rules.DefaultEager}
	s.line = newProgress(stderr, !o.quiet && !o.noProgress)
	if s.cfg, err = readConfig(o.config, dir); err != nil {
		return nil, err
	}
	if s.cfg.Eager != nil {
		s.eager = int64(*s.cfg.Eager)
	}
	flags := config.Machine{Ranks: o.ranks, PPN: o.ppn, Transport: o.transport}
	s.machine = flags.Over(s.cfg.Machine.Over(rules.DefaultMachine))
	if _, err := s.machine.Fabric(); err != nil {
		return nil, err
	}
	if s.in, err = sortArgs(o.args); err != nil {
		return nil, err
	}
	if err := s.readLimits(ctx, dir); err != nil {
		return nil, err
	}
	return s, s.openCache()
}

func readConfig(path, dir string) (*config.Config, error) {
	if path == "" {
		path = config.Find(dir)
	}
	if path == "" {
		return &config.Config{}, nil
	}
	return config.Load(path, ruleNames())
}

// say prints a line that is no finding, unless it is not wanted.
func (s *session) say(format string, args ...any) {
	if !s.quiet {
		s.warn(format, args...)
	}
}

// warn prints a line that is no finding and that nobody should miss.
func (s *session) warn(format string, args ...any) {
	s.line.clear()
	fmt.Fprintf(s.stderr, "mpivet: %s\n", report.Safe(fmt.Sprintf(format, args...)))
}
