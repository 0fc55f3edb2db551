package cfront

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mpivet/cfront/clang"
	"mpivet/cfront/compdb"
	"mpivet/cfront/worker"
)

// order is what a worker is told with a file, besides its arguments.
type order struct {
	Task task
	// Head lists the includes that Prefix stands for, or that are to be saved at Make.
	Head   []string
	Prefix *clang.Prefix
	Make   string
}

// sharing is a head that several units in one folder have in common, with the same arguments.
type sharing struct {
	dir    string
	args   []string
	head   []string
	units  []int
	prefix *clang.Prefix
}

// worthwhile is how many units must share a head: making a prefix takes as long as parsing two or three of them, and what remains
// of each is a fifth.
const worthwhile = 6

// shared finds the heads to make prefixes of. Only C has them: what C++ declares is needed whether it is referred to or not.
func (r *run) shared(units []int) []*sharing {
	heads := map[int][]string{}
	counts := map[string]int{}
	for _, i := range units {
		if heads[i] = r.headOf(i); heads[i] != nil {
			for n := range heads[i] {
				counts[r.shareKey(i, heads[i][:n+1])]++
			}
		}
	}
	byKey := map[string]*sharing{}
	var out []*sharing
	for _, i := range units {
		// The longest head that not many fewer units begin with than with the first include.
		head := heads[i]
		for len(head) > 1 && counts[r.shareKey(i, head)] < max(worthwhile, counts[r.shareKey(i, head[:1])]/2) {
			head = head[:len(head)-1]
		}
		if len(head) == 0 {
			continue
		}
		key := r.shareKey(i, head)
		s := byKey[key]
		if s == nil {
			s = &sharing{dir: filepath.Dir(r.jobs[i].File), args: r.jobs[i].Args, head: head}
			byKey[key] = s
			out = append(out, s)
		}
		s.units = append(s.units, i)
	}
	return slices.DeleteFunc(out, func(s *sharing) bool { return len(s.units) < worthwhile })
}

func (r *run) shareKey(i int, head []string) string {
	return strings.Join(append([]string{filepath.Dir(r.jobs[i].File), strings.Join(head, "\n")}, r.jobs[i].Args...), "\x00")
}

// headOf returns the head of a unit that may share it.
func (r *run) headOf(i int) []string {
	job := r.jobs[i]
	if len(r.tasks[i].Made) > 0 || len(job.Args) < 2 || job.Args[1] != string(compdb.C) || slices.Contains(job.Args, "-include") {
		return nil
	}
	text, err := os.ReadFile(job.File)
	if err != nil {
		return nil
	}
	var head []string
	for _, line := range headOf(text) {
		head = append(head, line.name)
	}
	return head
}

// prefixes makes the prefixes of some units and returns each unit's. Where one cannot be made the units are parsed as they are. The function
// that it returns removes what was written.
func (r *run) prefixes(ctx context.Context, units []int) (map[int]*sharing, func(), error) {
	var shares []*sharing
	if !r.opts.noPrefix {
		shares = r.shared(units)
	}
	if len(shares) == 0 {
		return nil, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "mpivet-")
	if err != nil {
		return nil, func() {}, nil // no place to write: without prefixes
	}
	remove := func() { _ = os.RemoveAll(dir) }
	context.AfterFunc(ctx, remove)
	var jobs []worker.Job
	for k, s := range shares {
		extra, err := encode(order{Head: s.head, Make: filepath.Join(dir, strconv.Itoa(k))})
		if err != nil {
			return nil, remove, err
		}
		args := slices.Clone(s.args)
		args[1] = "c-header"
		jobs = append(jobs, worker.Job{File: filepath.Join(s.dir, prefixName), Args: args, Extra: extra, Size: int64(len(s.units))})
	}
	pool, err := r.startPool(maxPrefix)
	if err != nil {
		return nil, remove, err
	}
	defer pool.Close()
	pool.Run(ctx, jobs, func(k int, reply worker.Reply) {
		var made clang.Prefix
		if reply.Fault == "" && decode(reply.Payload, &made) == nil {
			shares[k].prefix = &made
		}
	})
	out := map[int]*sharing{}
	for _, s := range shares {
		for _, i := range s.units {
			if s.prefix != nil {
				out[i] = s
			}
		}
	}
	return out, remove, nil
}

// maxPrefix bounds a saved prefix in bytes.
const maxPrefix = 256 << 20

// prefixName is the name that a head has as a file, in the folder of its units. There is no such file.
const prefixName = ".mpivet-head.h"
