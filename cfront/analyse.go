package cfront

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/cfront/compdb"
	"mpivet/cfront/headers"
	"mpivet/cfront/worker"
	"mpivet/ir"
)

// Analyse reads the C and C++ programs that the inputs (files and folders)
// belong to. The error is for a run in which nothing could be read: an input that
// does not exist, a database that was asked for and is not there, no libclang.
func Analyse(ctx context.Context, opts Options, args []string) (*Result, error) {
	if len(args) == 0 {
		return &Result{}, nil
	}
	in, err := sortInputs(args)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(opts, in)
	if err != nil {
		return nil, err
	}
	r := &Result{Skipped: p.skipped, Incomplete: p.incomplete, Notes: p.notes}
	if len(p.units) > 0 {
		if err := p.run(ctx, opts, r); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.Incomplete, func(a, b Incomplete) int { return strings.Compare(a.File, b.File) })
	return r, nil
}

// run has the units parsed.
func (p *plan) run(ctx context.Context, opts Options, r *Result) error {
	dir, err := headersDir()
	if err != nil {
		return err
	}
	installed := installedMPI()
	wd, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("finding the working directory: %w", err)
	}
	s := setup{opts.Libclang, dir, !opts.SystemMPI, installed, p.roots, opts.Lower}
	pool, err := startPool(opts, s)
	if err != nil {
		return err
	}
	defer pool.Close()
	jobs, err := p.jobs(newArguments(opts, wd, dir, installed))
	if err != nil {
		return err
	}
	units := make([]*ir.Unit, len(jobs))
	done := 0
	pool.Run(ctx, jobs, func(i int, reply worker.Reply) {
		var bad *Incomplete
		units[i], bad = p.units[i].take(reply)
		if units[i] != nil {
			r.Analysed++
		}
		if bad != nil {
			r.Incomplete = append(r.Incomplete, *bad)
		}
		if done++; opts.Progress != nil {
			opts.Progress(done, len(jobs))
		}
	})
	r.Notes = append(r.Notes, hiddenNote(r.Incomplete)...)
	r.Units = slices.DeleteFunc(units, func(u *ir.Unit) bool { return u == nil })
	return ctx.Err()
}

// startPool starts the workers with limits and setup.
func startPool(opts Options, s setup) (*worker.Pool, error) {
	s.Lower.ProjectFile = nil
	data, err := encode(s)
	if err != nil {
		return nil, err
	}
	o := worker.Options{N: opts.Workers, Timeout: opts.Timeout, Memory: opts.Memory, Setup: data}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	return worker.Start(o)
}

// jobs makes the workers' jobs, in the order of the units.
func (p *plan) jobs(a arguments) ([]worker.Job, error) {
	var jobs []worker.Job
	for _, u := range p.units {
		extra, err := encode(task{u.text.Calls, u.text.Needs, p.binds(u), p.made(u)})
		if err != nil {
			return nil, err
		}
		job := worker.Job{File: u.file, Args: a.of(u), Extra: extra, Size: int64(len(u.headers)) * headerSize}
		if info, err := os.Stat(u.file); err == nil {
			job.Size += info.Size()
		}
		if u.lang == compdb.CXX {
			job.Size += librarySize
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

// binds lists the macros that the inclusion of mpi.h in a unit's headers is conditional on.
func (p *plan) binds(u unit) []string {
	var out []string
	for _, h := range u.headers {
		for _, macro := range p.texts.Of(h).Binds {
			if !slices.Contains(out, macro) {
				out = append(out, macro)
			}
		}
	}
	return out
}

// made maps the headers that a build would make for a unit to their templates.
func (p *plan) made(u unit) map[string]string {
	out := map[string]string{}
	for _, path := range u.found.Made {
		out[path] = p.texts.MadeOf(path)
	}
	return out
}

// What a header, and C++'s library, add to a unit's size in bytes: an estimate
// for the order of work.
const (
	headerSize  = 8 << 10
	librarySize = 256 << 10
)

// take makes a unit of a worker's reply, and says what is incomplete about it.
func (u unit) take(reply worker.Reply) (*ir.Unit, *Incomplete) {
	fault := func(text string) *Incomplete { return &Incomplete{u.file, 1, text} }
	if reply.Fault != "" {
		return nil, fault(strings.TrimPrefix(reply.Fault, u.file+": "))
	}
	var out outcome
	if err := decode(reply.Payload, &out); err != nil {
		return nil, fault(err.Error())
	}
	unit, err := ir.DecodeUnit(out.Unit)
	if err != nil {
		return nil, fault(err.Error())
	}
	switch {
	case out.Calls == 0 && u.text.Calls > 0:
		return unit, &Incomplete{u.file, out.Errors, u.unseen(out.First)}
	case out.Errors > 0:
		return unit, &Incomplete{u.file, out.Errors, out.First}
	case len(out.Dropped) > 0:
		return unit, &Incomplete{u.file, len(out.Dropped), "not understood: " + out.Dropped[0]}
	}
	return unit, nil
}

// hiddenNote says loudly that there are files whose MPI calls are all hidden.
func hiddenNote(incomplete []Incomplete) []string {
	var hidden []Incomplete
	for _, i := range incomplete {
		if strings.HasPrefix(i.First, unseenMark) {
			hidden = append(hidden, i)
		}
	}
	if len(hidden) == 0 {
		return nil
	}
	first := slices.MinFunc(hidden, func(a, b Incomplete) int { return strings.Compare(a.File, b.File) })
	which := "1 file shows none of its"
	if len(hidden) > 1 {
		which = fmt.Sprintf("%d files show none of their", len(hidden))
	}
	return []string{fmt.Sprintf("%s MPI calls (the first: %s: %s)", which, first.File, first.First)}
}

// unseenMark is how the text of a file begins that shows no MPI call.
const unseenMark = "0 of "

// unseen says that a file's MPI calls did not get through.
func (u unit) unseen(first string) string {
	text := fmt.Sprintf(unseenMark+"%d MPI calls seen", u.text.Calls)
	if len(u.text.Needs) > 0 {
		text += " (they are conditional on " + strings.Join(u.text.Needs, ", ") + ")"
	}
	if first != "" {
		text += "; " + first
	}
	return text
}

// headersDir returns the folder with the built-in headers, writing them where
// they are not yet.
func headersDir() (string, error) {
	base, err := os.UserCacheDir()
	if err == nil {
		dir := filepath.Join(base, "mpivet", "headers-"+headers.Digest())
		if err = headers.Extract(dir); err == nil {
			return dir, nil
		}
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("mpivet-%d", os.Getuid()), "headers-"+headers.Digest())
	return dir, headers.Extract(dir)
}
