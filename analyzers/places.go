package analyzers

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/analysis"

	"mpivet/ir"
	"mpivet/rules"
)

// places maps positions of ir back to those of the files that the driver gave.
type places struct {
	fset  *token.FileSet
	plain map[string]*token.File // files that are what the user wrote
	// mapped finds positions in files that cgo generated, through their line directives.
	mapped func() map[place]token.Pos
}

type place struct {
	file      string
	line, col int
}

func newPlaces(pass *analysis.Pass) *places {
	p := &places{fset: pass.Fset, plain: map[string]*token.File{}}
	var generated []*ast.File
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if name := pass.Fset.Position(f.Package).Filename; name == tf.Name() {
			p.plain[clean(name)] = tf
		} else {
			generated = append(generated, f)
		}
	}
	p.mapped = sync.OnceValue(func() map[place]token.Pos { return indexNodes(pass.Fset, generated) })
	return p
}

func clean(file string) string {
	abs, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	return abs
}

// indexNodes maps where the nodes of generated files come from to where they are. The first node at a place wins: the outermost.
func indexNodes(fset *token.FileSet, files []*ast.File) map[place]token.Pos {
	out := map[place]token.Pos{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				return false
			}
			at := fset.Position(n.Pos())
			key := place{clean(at.Filename), at.Line, at.Column}
			if _, ok := out[key]; !ok {
				out[key] = n.Pos()
			}
			return true
		})
	}
	return out
}

// pos returns the position in the driver's files, or token.NoPos.
func (p *places) pos(at ir.Pos) token.Pos {
	file := clean(at.File)
	if tf := p.plain[file]; tf != nil {
		if at.Line < 1 || at.Line > tf.LineCount() {
			return token.NoPos
		}
		start := tf.LineStart(at.Line)
		if off := tf.Offset(start) + max(at.Col, 1) - 1; off <= tf.Size() {
			return tf.Pos(off)
		}
		return start
	}
	return p.mapped()[place{file, at.Line, at.Col}]
}

func (p *places) end(at ir.Pos) token.Pos {
	if at.EndLine == 0 {
		return token.NoPos
	}
	return p.pos(ir.Pos{File: at.File, Line: at.EndLine, Col: at.EndCol})
}

func (p *places) has(at ir.Pos) bool { return p.pos(at).IsValid() }

// move puts a finding at the call in this package that is nearest to its own place, if there is one.
func (p *places) move(f *rules.Finding) bool {
	for i := len(f.Related) - 1; i >= 0; i-- {
		r := f.Related[i]
		if r.Role != rules.RoleCaller || !p.has(r.Pos) {
			continue
		}
		f.Related[i] = rules.Related{Role: rules.RoleAcquire, Pos: f.Pos, Message: "allocated here", Func: f.Function}
		f.Pos, f.Function = r.Pos, r.Func
		return true
	}
	return false
}

// report hands a finding to the driver. Related places in other packages have no position there and are left out.
func (p *places) report(pass *analysis.Pass, f rules.Finding, abs func(string) string) {
	full := func(at ir.Pos) ir.Pos {
		at.File = abs(at.File)
		return at
	}
	d := analysis.Diagnostic{Pos: p.pos(full(f.Pos)), End: p.end(full(f.Pos)), Category: f.Rule, Message: f.Message + " (" + f.Rule + ")"}
	if d.End < d.Pos {
		d.End = token.NoPos
	}
	for _, r := range f.Related {
		if at := p.pos(full(r.Pos)); at.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: at, Message: r.Message})
		}
	}
	if d.Pos.IsValid() {
		pass.Report(d)
	}
}
