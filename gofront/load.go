package gofront

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"mpivet/ir"
)

// Options says what to load and how.
type Options struct {
	Dir      string   // working directory; empty means the process's
	Patterns []string // package patterns; empty means ./...
	Tags     string   // build tags, comma-separated
	Tests    bool     // take in _test.go files
	Env      []string // environment of the go command; nil means the process's
	All      bool     // lower every package, not only those that can matter
	Tables   *Tables  // what the configuration says about functions; nil: nothing
	Jobs     int      // packages type-checked at once; 0 means GOMAXPROCS
}

// Stats counts what Load did.
type Stats struct {
	Analysed   int // packages lowered
	Skipped    int // packages of the program that cannot matter to communication
	Files      int // source files of the packages lowered
	Incomplete []Incomplete
	Notes      []string // remarks on the run, each a line without a newline
}

// Incomplete is a file or package that could not be read in full.
type Incomplete struct {
	File   string
	Errors int
	First  string // the first error
}

// Load loads the packages that match and lowers them. An error means that nothing could be loaded; packages with errors
// are lowered as far as they go and are listed in Stats.Incomplete.
func Load(ctx context.Context, opts Options) ([]*ir.Unit, Stats, error) {
	var st Stats
	roots, err := findRoots(opts)
	if err != nil {
		return nil, st, err
	}
	var units []*ir.Unit
	seen := map[string]string{}
	var firstErr error
	for _, r := range roots {
		us, err := loadRoot(ctx, opts, r, &st, seen)
		if err != nil && firstErr == nil {
			firstErr = err
		}
		units = append(units, us...)
	}
	if len(units) == 0 && st.Skipped == 0 && firstErr != nil {
		return nil, st, firstErr
	}
	sort.SliceStable(units, func(i, j int) bool { return units[i].Name < units[j].Name })
	return units, st, ctx.Err()
}

// loadRoot loads the packages of one module.
func loadRoot(ctx context.Context, opts Options, r root, st *Stats, seen map[string]string) ([]*ir.Unit, error) {
	g, err := list(ctx, opts, r)
	if err != nil {
		return nil, fmt.Errorf("loading Go packages in %s: %w", r.dir, explain(err))
	}
	g.selectRelevant(opts.All)
	st.Skipped += g.skipped
	st.Notes = append(st.Notes, g.notes...)
	if len(g.relevant) == 0 {
		st.add(g.incomplete())
		return nil, nil
	}
	if err := g.processCgo(ctx, opts, r); err != nil {
		return nil, fmt.Errorf("running cgo in %s: %w", r.dir, err)
	}
	g.taken = seen
	pkgs := g.check(ctx, opts.Jobs)
	st.Notes = append(st.Notes, g.cgoNotes...)
	st.add(g.incomplete())
	prog := newProgram(g.fset, pkgs, opts.Tables)
	prog.lower()
	st.add(prog.faults)
	var units []*ir.Unit
	for i, p := range pkgs {
		if seen[p.Path] != "" {
			continue // a dependency of two modules
		}
		seen[p.Path] = p.firstFile()
		st.Analysed++
		st.Files += p.sources
		units = append(units, prog.pkgs[i].out)
	}
	return units, nil
}

// explain says what to do about errors of the go command that come from staying off the network.
func explain(err error) error {
	if !strings.Contains(err.Error(), "GOPROXY=off") {
		return err
	}
	return errors.New("modules that it needs are not on this machine; run go mod download there first")
}

func (st *Stats) add(more []Incomplete) {
	for _, m := range more {
		dup := false
		for _, old := range st.Incomplete {
			dup = dup || old.File == m.File
		}
		if !dup {
			st.Incomplete = append(st.Incomplete, m)
		}
	}
}
