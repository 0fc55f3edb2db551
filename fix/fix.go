package fix

import (
	"path"

	"mpivet/dataflow/age"
	"mpivet/ir"
	"mpivet/report"
	"mpivet/rules"
)

// Fixer works out fixes for the findings of one program.
type Fixer struct {
	prog  *ir.Program
	paths *report.Paths
	churn map[ir.Pos]*age.Churn
	files map[string]*source
}

// Attach gives the findings of a program their fixes. It reads the sources that they lie in.
func Attach(prog *ir.Program, ages *age.Result, paths *report.Paths, found []rules.Finding) {
	f := &Fixer{prog: prog, paths: paths, churn: map[ir.Pos]*age.Churn{}, files: map[string]*source{}}
	for _, ch := range ages.Churns {
		f.churn[ch.Pos] = ch
	}
	for i := range found {
		if found[i].Rule != "freshbuf" {
			continue
		}
		if ch := f.churn[found[i].Pos]; ch != nil && f.eligible(ch) {
			found[i].Fixes = f.fixes(ch)
		}
	}
}

// fixes returns how a churn can be mended: one fix, or none.
func (f *Fixer) fixes(ch *age.Churn) []rules.Fix {
	if path.IsAbs(f.paths.Display(f.paths.Abs(ch.Pos.File))) {
		return nil // only what lies below the working directory is changed
	}
	src := f.source(ch.Pos.File)
	if src == nil {
		return nil
	}
	var out rules.Fix
	var ok bool
	if path.Ext(ch.Pos.File) == ".go" {
		out, ok = f.fixGo(ch, src)
	} else {
		out, ok = f.fixC(ch, src)
	}
	if !ok {
		return nil
	}
	return []rules.Fix{out}
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
	if text, ok := f.paths.Source(f.paths.Display(name)); ok {
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
