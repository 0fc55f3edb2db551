package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A clangRun checks the syntax of files, one process a file.
type clangRun struct {
	program string
	args    []string
	files   []string
	dir     string
	procs   int
	jobs    [][]string // with jobs, the arguments of each process; args and files are not used
}

// newClang collects the sources below the folder, and the include folders that a build would give: those with headers in them, and MPI's.
func newClang(o options, root string) (*clangRun, error) {
	if _, err := exec.LookPath(o.clang); err != nil {
		return nil, fmt.Errorf("the compiler to compare with: %w", err)
	}
	c := &clangRun{program: o.clang, dir: root, procs: o.procs, args: []string{"-fsyntax-only", "-w"}}
	for d := range strings.SplitSeq(o.defines, ",") {
		if d != "" {
			c.args = append(c.args, "-D"+d)
		}
	}
	headers := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(root, o.folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		switch filepath.Ext(path) {
		case ".c", ".cc", ".cpp", ".cxx":
			c.files = append(c.files, path)
		case ".h", ".hpp":
			headers[filepath.Dir(path)] = true
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for sources: %w", err)
	}
	if len(c.files) == 0 {
		return nil, fmt.Errorf("%s has no C or C++ sources", o.folder)
	}
	var dirs []string
	for d := range headers {
		dirs = append(dirs, d)
	}
	slices.Sort(dirs)
	for _, d := range append(dirs, mpiFolders()...) {
		c.args = append(c.args, "-I"+d)
	}
	return c, nil
}

// mpiFolders returns the include folders of the installed MPI.
func mpiFolders() []string {
	out, err := exec.Command("mpicc", "-show").Output()
	if err != nil {
		return nil
	}
	var dirs []string
	for f := range strings.FieldsSeq(string(out)) {
		if d, ok := strings.CutPrefix(f, "-I"); ok {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

// run checks all files, procs of them at a time. Files with errors (a header that only a build makes) are part of the work.
func (c *clangRun) run(ctx context.Context) (measure, error) {
	start := time.Now()
	jobs := c.jobs
	for _, file := range c.files {
		jobs = append(jobs, append(slices.Clone(c.args), file))
	}
	next := make(chan []string)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var m measure
	var fault error
	for range c.procs {
		wg.Go(func() {
			for args := range next {
				peak, cpu, err := c.one(ctx, args)
				mu.Lock()
				m.peak = max(m.peak, peak)
				m.cpu += cpu
				fault = errors.Join(fault, err)
				mu.Unlock()
			}
		})
	}
	for _, args := range jobs {
		next <- args
	}
	close(next)
	wg.Wait()
	m.wall = time.Since(start)
	return m, fault
}

// one checks a file and returns the peak memory of the process in bytes and its time on a processor.
func (c *clangRun) one(ctx context.Context, args []string) (int64, time.Duration, error) {
	cmd := exec.CommandContext(ctx, c.program, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, 0, fmt.Errorf("running %s: %w", c.program, err)
	}
	return peakUsage(cmd.ProcessState), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// peakUsage returns the largest resident memory, in bytes, of a process that has ended and of those it waited for.
func peakUsage(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss * 1024 // Linux counts in kB
}
