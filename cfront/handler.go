package cfront

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/cfront/clang"
	"mpivet/cfront/discover"
	"mpivet/cfront/headers"
	"mpivet/cfront/lower"
	"mpivet/cfront/worker"
	"mpivet/ir"
)

// WorkerMain is the whole life of a worker process (see worker.Asked); it
// returns the exit status.
func WorkerMain() int { return worker.Main(newHandler) }

// handler parses and lowers files in a worker process.
type handler struct {
	setup
	lib *clang.Library
}

func newHandler(data []byte) (worker.Handler, error) {
	h := &handler{}
	if err := decode(data, &h.setup); err != nil {
		return nil, err
	}
	var err error
	if h.lib, err = clang.Open(h.Libclang); err != nil {
		return nil, err
	}
	h.Lower.ProjectFile = h.isProject
	return h.handle, nil
}

// isProject reports whether a file belongs to the analysed program.
func (h *handler) isProject(path string) bool {
	path = filepath.Clean(path)
	for _, dir := range []string{h.Headers, h.lib.ResourceDir, "/usr/include"} {
		if dir != "" && within(path, dir) {
			return false
		}
	}
	return slices.ContainsFunc(h.Roots, func(root string) bool { return within(path, root) })
}

// attempt is one way to read a file.
type attempt struct {
	outcome
	undeclared []string
}

// better reports whether this attempt saw more of the file than another.
func (a *attempt) better(than *attempt) bool {
	if a.Calls != than.Calls {
		return a.Calls > than.Calls
	}
	return a.Errors < than.Errors
}

func (h *handler) handle(job worker.Job) ([]byte, error) {
	var t task
	if err := decode(job.Extra, &t); err != nil {
		return nil, err
	}
	r := reader{handler: h, file: job.File, made: instantiate(t.Made)}
	best, err := r.read(job.Args)
	if err != nil {
		return nil, err
	}
	args := job.Args
	for _, more := range h.remedies(t, best) {
		again, err := r.read(append(slices.Clone(args), more...))
		if errors.Is(err, worker.ErrUnsound) {
			return nil, err
		}
		if err == nil && again.better(best) {
			best = again
			args = append(slices.Clone(args), more...)
		}
	}
	return encode(best.outcome)
}

// remedies lists what may make more of a file visible: an mpi.h where none is
// included (the header that includes it is missing), the installed one where the
// built-in one lacks names, the macros that its MPI calls are conditional on.
func (h *handler) remedies(t task, a *attempt) [][]string {
	var out [][]string
	if slices.ContainsFunc(a.undeclared, isMPIName) {
		switch included := slices.ContainsFunc(a.Files, func(f string) bool { return filepath.Base(f) == "mpi.h" }); {
		case !included:
			out = append(out, []string{"-include", filepath.Join(h.Headers, headers.MPI, "mpi.h")})
		case h.Builtin && len(h.System) > 0:
			var dirs []string
			for _, dir := range h.System {
				dirs = append(dirs, "-I", dir)
			}
			out = append(out, dirs)
		}
	}
	if a.Calls == 0 && t.Calls > 0 && len(t.Needs) > 0 {
		var defines []string
		for _, macro := range t.Needs {
			defines = append(defines, "-D"+macro)
		}
		out = append(out, defines)
	}
	return out
}

func isMPIName(name string) bool {
	return strings.HasPrefix(name, "MPI_") || strings.HasPrefix(name, "PMPI_") || strings.HasPrefix(name, "MPIX_")
}

// instantiate makes headers of their templates.
func instantiate(templates map[string]string) map[string]string {
	made := map[string]string{}
	for path, template := range templates {
		if text, err := os.ReadFile(template); err == nil {
			made[path] = discover.Instantiate(string(text))
		}
	}
	return made
}

// reader reads one file, in several attempts.
type reader struct {
	*handler
	file string
	made map[string]string // contents of headers that do not exist
}

// read parses and lowers the file once.
func (r *reader) read(args []string) (*attempt, error) {
	if r.lib.ResourceDir != "" {
		args = append(slices.Clone(args), "-resource-dir", r.lib.ResourceDir)
	} else {
		args = append(slices.Clone(args), "-nobuiltininc", "-isystem", filepath.Join(r.Headers, headers.Freestanding))
	}
	tu, err := clang.ParseUnit(clang.ParseOptions{File: r.file, Args: args, Unsaved: r.made})
	if errors.Is(err, clang.ErrCrashed) {
		return nil, errors.Join(err, worker.ErrUnsound)
	}
	if err != nil {
		return nil, err
	}
	defer tu.Dispose()
	unit, stats, err := lower.Unit(tu, r.Lower)
	if err != nil {
		return nil, err
	}
	data, err := ir.Encode(unit)
	if err != nil {
		return nil, err
	}
	d := tu.Diagnostics
	return &attempt{outcome{data, d.Errors, d.First, stats.MPICalls, stats.Dropped, tu.Files()}, d.Undeclared}, nil
}
