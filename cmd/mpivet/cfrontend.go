package main

import (
	"context"
	"slices"
	"strings"

	"mpivet/cfront"
	"mpivet/cfront/lower"
	"mpivet/config"
	"mpivet/report"
)

// workerMain is the life of this program as a C worker.
func workerMain() int { return cfront.WorkerMain() }

// loadC reads C and C++.
func (s *session) loadC(ctx context.Context) error {
	if len(s.in.c) == 0 {
		return nil
	}
	r, err := cfront.Analyse(ctx, s.cOptions(), s.in.c)
	s.line.clear()
	if err != nil {
		return err
	}
	s.parts, s.loadParts = r.Parts, r.Units
	if s.verbose && r.Parsed < r.Analysed {
		s.say("%s parsed, the rest is known from earlier runs", plural(r.Parsed, "file"))
	}
	s.files.Analysed += r.Analysed
	s.files.Skipped += r.Skipped
	for _, f := range r.Incomplete {
		s.files.Incomplete = append(s.files.Incomplete, report.Incomplete(f))
	}
	for _, n := range r.Notes {
		s.say("%s", n)
	}
	return nil
}

func (s *session) cOptions() cfront.Options {
	return cfront.Options{
		Database:  s.database,
		Compiler:  s.compilerArgs(),
		Libclang:  s.libclang,
		Workers:   s.jobs,
		SystemMPI: s.mpiHeaders == "system",
		All:       s.all,
		Progress:  s.line.show,
		Lower:     lowerOptions(s.cfg),
		Cache:     s.store,
		Tool:      s.tool,
		Shard:     s.part,
	}
}

// compilerArgs puts the flags that compilers have too before the arguments after --, which may add to them. Those may be a whole
// command, as CMake and clang-tidy give it: its compiler, which is never run, stays first.
func (s *session) compilerArgs() []string {
	first := slices.IndexFunc(s.compiler, func(a string) bool { return strings.HasPrefix(a, "-") })
	if first < 0 {
		first = len(s.compiler)
	}
	args := slices.Concat(s.compiler[:first], s.extraFirst)
	for _, dir := range s.include {
		args = append(args, "-I", dir)
	}
	for _, macro := range s.define {
		args = append(args, "-D"+macro)
	}
	if s.std != "" {
		args = append(args, "-std="+s.std)
	}
	return slices.Concat(args, s.compiler[first:], s.extra)
}

// lowerOptions hands over what the configuration says about functions.
func lowerOptions(c *config.Config) lower.Options {
	o := lower.Options{
		Allocators: map[string]lower.Allocator{}, Releases: map[string]lower.Release{},
		Pools: map[string]bool{}, Owners: map[string]bool{}, Wrappers: map[string]lower.Wrapper{},
	}
	for _, a := range c.Allocators {
		o.Allocators[a.Name] = lower.Allocator{Out: argument(a.Out), Size: a.Size, Of: argument(a.Of), Zero: a.Zeroed}
	}
	for _, r := range c.Releases {
		o.Releases[r.Name] = lower.Release{Arg: r.Arg, Indirect: r.Indirect}
	}
	for _, name := range c.Pools {
		o.Pools[name] = true
	}
	for _, name := range c.Owners {
		o.Owners[name] = true
	}
	for _, w := range c.Wrappers {
		o.Wrappers[w.Name] = lower.Wrapper{Like: w.Like, Args: w.Args}
	}
	return o
}

// argument returns the index of an argument, -1 for none.
func argument(index *int) int {
	if index == nil {
		return -1
	}
	return *index
}
