package cfront

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"mpivet/cfront/compdb"
	"mpivet/cfront/headers"
	"mpivet/cfront/worker"
)

// jobs makes the workers' jobs and what is told with them, in the order of the units.
func (p *plan) jobs(a arguments) (jobs []worker.Job, tasks []task) {
	for _, u := range p.units {
		t := task{u.text.Calls, u.text.Needs, p.binds(u), p.made(u)}
		job := worker.Job{File: u.file, Args: a.of(u), Size: int64(len(u.headers)) * headerSize}
		if info, err := os.Stat(u.file); err == nil {
			job.Size += info.Size()
		}
		if u.lang == compdb.CXX {
			job.Size += librarySize
		}
		jobs, tasks = append(jobs, job), append(tasks, t)
	}
	return jobs, tasks
}

// What a header, and C++'s library, add to a unit's size in bytes: an estimate
// for the order of work.
const (
	headerSize  = 8 << 10
	librarySize = 256 << 10
)

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
