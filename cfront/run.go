package cfront

import (
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"mpivet/cfront/clang"
	"mpivet/cfront/worker"
	"mpivet/ir"
)

// run is the reading of a plan's units.
type run struct {
	*plan
	opts  Options
	setup setup
	jobs  []worker.Job
	tasks []task
	keep  *keeper // nil without a cache
	lib   *clang.Library

	done  []*parse // what became of the units, nil: nothing yet
	parts []*Part  // those of them that have ir

	parsed     int // units that workers were given
	withPrefix int // those of them that were given with a prefix
}

func newRun(opts Options, p *plan) (*run, error) {
	dir, err := headersDir()
	if err != nil {
		return nil, err
	}
	installed := installedMPI()
	wd, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the working directory: %w", err)
	}
	opts.Lower.ProjectFile = nil
	r := &run{plan: p, opts: opts, setup: setup{opts.Libclang, dir, !opts.SystemMPI, installed, p.roots, opts.Lower}}
	r.jobs, r.tasks = p.jobs(newArguments(opts, wd, dir, installed))
	r.done, r.parts = make([]*parse, len(r.jobs)), make([]*Part, len(r.jobs))
	if opts.Cache != nil {
		r.keep = newKeeper(opts, p)
	}
	return r, nil
}

// read reads all units of this run's shard: from the cache what is there, by workers the rest.
func (r *run) read(ctx context.Context) error {
	todo := r.opts.Shard.part(r.jobs)
	if r.keep != nil {
		if lib := rememberedLibrary(r.opts); lib != nil {
			todo = r.find(lib, todo)
		}
	}
	err := r.parse(ctx, todo)
	if r.keep != nil {
		r.keep.files.Save()
	}
	return err
}

// find takes over what the cache has of some units, and returns the others.
func (r *run) find(lib *clang.Library, units []int) (missing []int) {
	r.lib = lib
	r.keep.use(r.opts.Tool, r.setup, lib)
	var group sync.WaitGroup
	var next sync.Mutex
	at := 0
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				next.Lock()
				k := at
				at++
				next.Unlock()
				if k >= len(units) {
					return
				}
				i := units[k]
				if old, ok := r.keep.find(r.jobs[i], r.tasks[i]); ok {
					r.done[i] = old
					if old.fault == "" {
						r.parts[i] = &Part{Key: old.unit, State: old.state, store: r.opts.Cache}
					}
				}
			}
		})
	}
	group.Wait()
	return slices.DeleteFunc(slices.Clone(units), func(i int) bool { return r.done[i] != nil })
}

// parse has workers read some units.
func (r *run) parse(ctx context.Context, units []int) error {
	if len(units) == 0 {
		return ctx.Err()
	}
	pool, err := r.startPool(0)
	if err != nil {
		return err
	}
	defer pool.Close()
	if r.keep != nil {
		var lib clang.Library
		if err := decode(pool.Info(), &lib); err != nil {
			return err
		}
		if r.lib == nil || *r.lib != lib {
			remember(r.opts, &lib)
			units = r.find(&lib, units)
		}
	}
	jobs, remove, err := r.orders(ctx, units)
	defer remove()
	if err != nil {
		return err
	}
	r.parsed += len(jobs)
	done := 0
	pool.Run(ctx, jobs, func(i int, reply worker.Reply) {
		r.take(units[i], reply)
		if done++; r.opts.Progress != nil {
			r.opts.Progress(done, len(jobs))
		}
	})
	return ctx.Err()
}

// orders completes the jobs of some units, and makes the prefixes that they share. The function that it returns removes those.
func (r *run) orders(ctx context.Context, units []int) ([]worker.Job, func(), error) {
	prefixes, remove, err := r.prefixes(ctx, units)
	if err != nil {
		return nil, remove, err
	}
	var jobs []worker.Job
	for _, i := range units {
		o := order{Task: r.tasks[i]}
		if s := prefixes[i]; s != nil {
			o.Head, o.Prefix = s.head, s.prefix
			r.withPrefix++
		}
		job := r.jobs[i]
		if job.Extra, err = encode(o); err != nil {
			return nil, remove, err
		}
		jobs = append(jobs, job)
	}
	return jobs, remove, nil
}

// startPool starts the workers with limits and setup; writes is how large files they may write, in bytes.
func (r *run) startPool(writes uint64) (*worker.Pool, error) {
	data, err := encode(r.setup)
	if err != nil {
		return nil, err
	}
	o := worker.Options{N: r.opts.Workers, Timeout: r.opts.Timeout, Memory: r.opts.Memory, Setup: data, Writes: writes}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	return worker.Start(o)
}

// take notes what a worker made of a unit, and keeps it.
func (r *run) take(i int, reply worker.Reply) {
	job := r.jobs[i]
	p := &parse{}
	if reply.Fault == "" {
		if err := decode(reply.Payload, &p.outcome); err != nil {
			reply.Fault, reply.Passing = err.Error(), true
		}
	}
	if reply.Fault != "" {
		p.fault = strings.TrimPrefix(reply.Fault, job.File+": ")
		p.deps = append([]string{job.File}, r.units[i].headers...)
		r.parts[i] = nil
	} else {
		r.parts[i] = newPart(r.opts.Cache, p.Unit)
		p.unit, p.deps = r.parts[i].Key, p.Files
		p.Unit, p.Files = nil, nil
	}
	r.done[i] = p
	if r.keep != nil && !reply.Passing {
		p.deps = append(p.deps, slices.Sorted(maps.Values(r.tasks[i].Made))...)
		r.keep.keep(job, r.tasks[i], p)
		if r.parts[i] != nil {
			r.parts[i].State = p.state
		}
	}
}

// load returns the units of all parts, sorted by file. What the cache turns out to have lost, or never to have had whole, is
// parsed again.
func (r *run) load(ctx context.Context) ([]*ir.Unit, error) {
	var parts []*Part
	var from []int
	for i, p := range r.parts {
		if p != nil {
			parts, from = append(parts, p), append(from, i)
		}
	}
	units := decodeParts(parts)
	var lost []int
	for k, u := range units {
		if u == nil {
			lost = append(lost, from[k])
			r.done[from[k]] = nil
		}
	}
	if len(lost) == 0 {
		return units, nil
	}
	return r.reload(ctx, units, from, lost)
}

// reload parses units whose entries are damaged. They are dropped first: a parse leaves alone what is there.
func (r *run) reload(ctx context.Context, units []*ir.Unit, from, lost []int) ([]*ir.Unit, error) {
	for _, i := range lost {
		r.opts.Cache.Drop(entryKey(r.parts[i].Key))
	}
	if err := r.parse(ctx, lost); err != nil {
		return nil, err
	}
	for _, i := range lost {
		if r.parts[i] == nil {
			continue
		}
		if u, err := r.parts[i].unit(); err == nil {
			units[slices.Index(from, i)] = u
		}
	}
	return slices.DeleteFunc(units, func(u *ir.Unit) bool { return u == nil }), nil
}
