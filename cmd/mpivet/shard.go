package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"mpivet/cfront"
)

// launchers are the variables by which launchers tell a process its rank, counted from 0, and how many there are.
var launchers = []struct{ rank, size string }{
	{"SLURM_PROCID", "SLURM_NTASKS"},
	{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
	{"PMI_RANK", "PMI_SIZE"},
}

// parseShard reads the value of -shard: K/N with K from 1, auto for what the launcher says, nothing for everything.
func parseShard(text string, getenv func(string) string) (cfront.Shard, error) {
	switch text {
	case "":
		return cfront.Shard{}, nil
	case "auto":
		for _, l := range launchers {
			rank, err := strconv.Atoi(getenv(l.rank))
			size, err2 := strconv.Atoi(getenv(l.size))
			if err == nil && err2 == nil && rank >= 0 && rank < size {
				return cfront.Shard{K: rank + 1, N: size}, nil
			}
		}
		return cfront.Shard{}, fmt.Errorf("-shard auto: neither Slurm nor MPI has started this process (SLURM_PROCID, OMPI_COMM_WORLD_RANK, PMI_RANK)")
	}
	left, right, ok := strings.Cut(text, "/")
	k, err := strconv.Atoi(left)
	n, err2 := strconv.Atoi(right)
	if !ok || err != nil || err2 != nil || k < 1 || n < 1 || k > n {
		return cfront.Shard{}, fmt.Errorf("-shard %q: it must be K/N with K from 1 to N, or auto", text)
	}
	return cfront.Shard{K: k, N: n}, nil
}

// parseShard parses this run's part of the C and C++ units into the cache. Go has caches of its own and is left to the run that reports.
func (s *session) parseShard(ctx context.Context) (int, error) {
	if err := s.loadC(ctx); err != nil {
		return exitWrong, err
	}
	s.say("part %d of %d is in the cache: %s; run without -shard for the findings", s.part.K, s.part.N, plural(s.files.Analysed, "file"))
	return exitClean, nil
}
