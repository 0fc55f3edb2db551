package fix

import (
	"path"

	"mpivet/dataflow/age"
	"mpivet/ir"
	"mpivet/report"
)

// Fixer works out fixes for the findings of one run.
type Fixer struct {
	prog  *ir.Program
	paths *report.Paths
	churn map[ir.Pos]*age.Churn // by position as the user reads it, without its end
	files map[string]*source
}

// New returns a Fixer for the findings of a program. It reads the sources by the names that paths knows.
func New(prog *ir.Program, ages *age.Result, paths *report.Paths) *Fixer {
	f := &Fixer{prog: prog, paths: paths, churn: map[ir.Pos]*age.Churn{}, files: map[string]*source{}}
	for _, ch := range ages.Churns {
		f.churn[f.place(ch.Pos)] = ch
	}
	return f
}

// place is a position as the report has it, without its end.
func (f *Fixer) place(p ir.Pos) ir.Pos {
	return ir.Pos{File: f.paths.Display(p.File), Line: p.Line, Col: p.Col}
}

// Fixes returns how a finding can be mended: one fix, or none.
func (f *Fixer) Fixes(found *report.Finding) []report.Fix {
	ch := f.churn[ir.Pos{File: found.Pos.File, Line: found.Pos.Line, Col: found.Pos.Col}]
	if found.Rule != "freshbuf" || ch == nil || !f.eligible(ch) {
		return nil
	}
	if path.IsAbs(found.Pos.File) {
		return nil // only what lies below the working directory is changed
	}
	src := f.source(found.Pos.File)
	if src == nil {
		return nil
	}
	var out report.Fix
	var ok bool
	if path.Ext(found.Pos.File) == ".go" {
		out, ok = f.fixGo(ch, src)
	} else {
		out, ok = f.fixC(ch, src)
	}
	if !ok {
		return nil
	}
	return []report.Fix{out}
}

// eligible makes the checks that are the same for all languages: the buffer is acquired and communicated in one loop of a function
// that runs once, it dies in the pass, and no other memory is mixed up with it.
func (f *Fixer) eligible(ch *age.Churn) bool {
	return ch.Loop != nil && ch.Fn == ch.LoopFn && len(ch.Callers) == 0 && len(ch.Within) == 0 && ch.GivenUp == "" &&
		!ch.Piled && !ch.Kept && f.completes(ch) && f.once(ch.Fn)
}

// source returns a file's text, or nil where it cannot be read.
func (f *Fixer) source(name string) *source {
	if s, ok := f.files[name]; ok {
		return s
	}
	var s *source
	if text, ok := f.paths.Source(name); ok {
		s = newSource(name, text)
	}
	f.files[name] = s
	return s
}

// outermost returns the outermost loop around l in its function.
func outermost(l *ir.Loop) *ir.Loop {
	for l.Parent != nil {
		l = l.Parent
	}
	return l
}
