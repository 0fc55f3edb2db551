package cfront

import (
	"errors"
	"os"
	"strings"

	"mpivet/cfront/clang"
	"mpivet/cfront/lower"
	"mpivet/cfront/worker"
)

var errUnclean = errors.New("the head has errors or leaves something undeclared")

// makePrefix parses a head and saves it. One with errors is refused: they belong to each unit's report.
func (h *handler) makePrefix(job worker.Job, o order) ([]byte, error) {
	text := ""
	for _, name := range o.Head {
		text += "#include " + name + "\n"
	}
	r := reader{handler: h, file: job.File}
	tu, err := clang.ParseUnit(clang.ParseOptions{File: job.File, Args: r.arguments(job.Args), Unsaved: map[string]string{job.File: text}})
	if err != nil {
		return nil, err
	}
	defer tu.Dispose()
	if d := tu.Diagnostics; d.Errors > 0 || len(d.Undeclared) > 0 || len(d.Missing) > 0 {
		return nil, errUnclean
	}
	if err := tu.Save(o.Make); err != nil {
		return nil, err
	}
	p := clang.Prefix{Path: o.Make, Defs: lower.Definitions(tu, h.Lower)}
	for _, file := range tu.Files() {
		if file != job.File {
			p.Files = append(p.Files, file)
		}
	}
	return encode(p)
}

// begin reads a file that begins with a prefix. It returns nil unless all is well, so that what a prefix could change (errors, remedies) is
// never seen.
func (r *reader) begin(args []string, o order) (*attempt, error) {
	if o.Prefix == nil {
		return nil, nil
	}
	text, err := os.ReadFile(r.file)
	if err != nil {
		return nil, nil
	}
	blank, ok := blankHead(text, o.Head)
	if !ok {
		return nil, nil
	}
	r.prefix, r.made = o.Prefix, map[string]string{r.file: string(blank)}
	a, err := r.read(args)
	r.prefix, r.made = nil, nil
	if errors.Is(err, worker.ErrUnsound) {
		return nil, err
	}
	if err != nil || a.Errors > 0 || len(a.undeclared) > 0 || len(a.missing) > 0 || a.Calls == 0 && o.Task.Calls > 0 || strings.Contains(string(text), "__COUNTER__") {
		r.files = nil
		return nil, nil
	}
	return a, nil
}
