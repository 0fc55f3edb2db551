package cfront

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

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

func newHandler(data []byte) (worker.Handler, []byte, error) {
	h := &handler{}
	if err := decode(data, &h.setup); err != nil {
		return nil, nil, err
	}
	var err error
	if h.lib, err = clang.Open(h.Libclang); err != nil {
		return nil, nil, err
	}
	h.Lower.ProjectFile = h.isProject
	info, err := encode(h.lib)
	return h.handle, info, err
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
	missing    []string // headers
	types      []string // that are not declared
}

// better reports whether this attempt saw more of the file than another.
func (a *attempt) better(than *attempt) bool {
	if a.Calls != than.Calls {
		return a.Calls > than.Calls
	}
	return a.Errors < than.Errors
}

func (h *handler) handle(job worker.Job) ([]byte, error) {
	var o order
	if err := decode(job.Extra, &o); err != nil {
		return nil, err
	}
	if o.Make != "" {
		return h.makePrefix(job, o)
	}
	t := o.Task
	r := reader{handler: h, file: job.File}
	if begun, err := r.begin(job.Args, o); err != nil {
		return nil, err
	} else if begun != nil {
		return encode(begun.outcome)
	}
	r.made = instantiate(t.Made)
	best, err := r.read(job.Args)
	if err != nil {
		return nil, err
	}
	args := job.Args
	for _, propose := range h.remedies(t) {
		remedy := propose(best)
		if len(remedy.add) == 0 {
			continue
		}
		changed := remedy.apply(args)
		again, err := r.read(changed)
		if errors.Is(err, worker.ErrUnsound) {
			return nil, err
		}
		if err == nil && again.better(best) {
			best, args = again, changed
		}
	}
	best.Files = r.files
	return encode(best.outcome)
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
	// prefix, if set, is what the file begins with; made has the text of the rest.
	prefix *clang.Prefix
	// files lists what any of the attempts consists of: which is best depends on all of them.
	files []string
}

// arguments adds where the compiler's own headers are.
func (r *reader) arguments(args []string) []string {
	if r.lib.ResourceDir != "" {
		return append(slices.Clone(args), "-resource-dir", r.lib.ResourceDir)
	}
	return append(slices.Clone(args), "-nobuiltininc", "-isystem", filepath.Join(r.Headers, headers.Freestanding))
}

// read parses and lowers the file once.
func (r *reader) read(args []string) (*attempt, error) {
	tu, err := clang.ParseUnit(clang.ParseOptions{File: r.file, Args: r.arguments(args), Unsaved: r.made, Prefix: r.prefix})
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
	files := tu.Files()
	for _, f := range files {
		if !slices.Contains(r.files, f) {
			r.files = append(r.files, f)
		}
	}
	return &attempt{outcome{data, d.Errors, d.First, stats.MPICalls, stats.Dropped, files}, d.Undeclared, d.Missing, d.Types}, nil
}
