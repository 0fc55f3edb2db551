package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"mpivet/dataflow/age"
	"mpivet/fix"
	"mpivet/ir"
	"mpivet/report"
	"mpivet/rules"
	"mpivet/rules/all"
)

// analyse does the work and returns the exit status.
func (s *session) analyse(ctx context.Context) (int, error) {
	seen := look(s.in.dirs)
	if seen.unreadMPI > 0 {
		s.say("%s in %s use MPI and are not read: mpivet reads C, C++ and Go", plural(seen.unreadMPI, "file"), strings.Join(seen.languages, " and "))
	}
	if !seen.sources && len(s.in.files) == 0 && !s.in.goPkg {
		return exitWrong, fmt.Errorf("no C, C++ or Go sources in %s", strings.Join(s.in.dirs, ", "))
	}
	defer s.store.Close()
	if s.part.N > 0 {
		return s.parseShard(ctx)
	}
	if err := s.load(ctx); err != nil {
		return exitWrong, err
	}
	if err := s.findings(ctx); err != nil {
		return exitWrong, err
	}
	if err := ctx.Err(); err != nil {
		return exitWrong, errors.New("interrupted")
	}
	return s.finish()
}

// load runs both frontends. One that fails does not keep the other from its work; the run fails when nothing was looked at.
func (s *session) load(ctx context.Context) error {
	errs := slices.DeleteFunc([]error{s.loadC(ctx), s.loadGo(ctx)}, func(err error) bool { return err == nil })
	var wrong *argError
	switch looked := s.files.Analysed + s.files.Skipped + len(s.files.Incomplete); {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(errors.Join(errs...), &wrong):
		return wrong
	case looked > 0:
		for _, err := range errs {
			s.warn("%v", err)
		}
		return nil
	case len(errs) > 0:
		return errors.Join(errs...)
	}
	return fmt.Errorf("nothing to analyse in %s", strings.Join(s.args, ", "))
}

// findings takes over what the rules found in the same program before, else runs them.
func (s *session) findings(ctx context.Context) error {
	pass := &rules.Pass{Machine: s.machine, Eager: s.eager, Ages: &age.Result{}}
	key := s.analysisKey(pass)
	var known bool
	if s.found, known = s.remembered(key); known && !s.unusedIgnores && !s.verbose {
		return nil
	}
	if s.loadParts != nil {
		units, err := s.loadParts(ctx)
		if err != nil {
			return err
		}
		s.units = append(units, s.units...)
	}
	if known && !s.verbose { // -v tells what the analyses say besides
		return nil
	}
	s.found = nil
	s.line.stage("analysing " + plural(len(s.units), "unit"))
	defer s.line.clear()
	before := len(s.files.Incomplete)
	s.runRules(pass)
	if len(s.files.Incomplete) == before {
		s.remember(key)
	}
	return nil
}

// runRules runs the analyses and every rule on what was loaded. A fault in one of them is reported and the others go on.
func (s *session) runRules(pass *rules.Pass) {
	defer frugal()()
	pass.Program = ir.NewProgram(s.units)
	pass.Program.Trim()
	s.guard("the age analysis", func() { pass.Ages = age.Analyse(pass.Program) })
	s.sayGivenUp(pass.Ages.GivenUp)
	for _, r := range all.Rules() {
		s.guard("rule "+r.Name, func() { s.found = append(s.found, r.Run(pass)...) })
	}
	s.guard("the fixes", func() { fix.Attach(pass.Program, pass.Ages, s.paths, s.found) })
}

// frugal makes the collector run more often than it would by itself, and returns what undoes that: the analyses of a big program
// leave a lot behind, and memory is dearer there than the second core.
func frugal() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	old := debug.SetGCPercent(50)
	return func() { debug.SetGCPercent(old) }
}

// maxNamed is how many functions a line names.
const maxNamed = 8

// sayGivenUp says, to who asks for it, in which functions freshbuf and heapchurn are silent because there is too much to follow.
func (s *session) sayGivenUp(list []*ir.Func) {
	if !s.verbose || len(list) == 0 {
		return
	}
	var names []string
	for _, fn := range list[:min(len(list), maxNamed)] {
		names = append(names, fn.Display)
	}
	more := ""
	if n := len(list) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	s.say("%s with more ways for buffers than are followed, so freshbuf and heapchurn are silent there: %s%s",
		plural(len(list), "function"), strings.Join(names, ", "), more)
}

// guard runs f; an internal fault in it becomes an incomplete entry.
func (s *session) guard(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			s.files.Incomplete = append(s.files.Incomplete, report.Incomplete{File: what, Errors: 1, First: fmt.Sprintf("internal fault: %v", r)})
			s.warn("internal fault in %s: %v", what, r)
			if s.verbose {
				fmt.Fprintf(s.stderr, "%s", debug.Stack())
			}
		}
	}()
	f()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
