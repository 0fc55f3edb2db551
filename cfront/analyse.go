package cfront

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
		if err := p.read(ctx, opts, r); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.Incomplete, func(a, b Incomplete) int { return strings.Compare(a.File, b.File) })
	return r, nil
}

// read has the units read, by workers or from the cache.
func (p *plan) read(ctx context.Context, opts Options, r *Result) error {
	run, err := newRun(opts, p)
	if err != nil {
		return err
	}
	if err := run.read(ctx); err != nil {
		return err
	}
	r.run, r.Parsed = run, run.parsed
	for i, done := range run.done {
		if done == nil {
			continue // another shard's
		}
		if part := run.parts[i]; part != nil {
			r.Analysed++
			r.Parts = append(r.Parts, part)
		}
		if bad := p.units[i].incomplete(done); bad != nil {
			r.Incomplete = append(r.Incomplete, *bad)
		}
	}
	r.Notes = append(r.Notes, hiddenNote(r.Incomplete)...)
	return nil
}

// incomplete says what is incomplete about what became of a unit, if anything is.
func (u unit) incomplete(p *parse) *Incomplete {
	switch {
	case p.fault != "":
		return &Incomplete{u.file, 1, p.fault}
	case p.Calls == 0 && u.text.Calls > 0:
		return &Incomplete{u.file, p.Errors, u.unseen(p.First)}
	case p.Errors > 0:
		return &Incomplete{u.file, p.Errors, p.First}
	case len(p.Dropped) > 0:
		return &Incomplete{u.file, len(p.Dropped), "not understood: " + p.Dropped[0]}
	}
	return nil
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
