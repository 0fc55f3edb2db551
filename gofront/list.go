package gofront

import (
	"bytes"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// graph is the import graph of one root: what the go command lists, before any file is parsed.
type graph struct {
	tables   *Tables
	dir      string
	fset     *token.FileSet
	initial  []*packages.Package
	all      []*packages.Package // dependencies first
	relevant map[*packages.Package]bool
	usesCgo  map[*packages.Package]bool
	compiled map[string][]string // files that cgo made, by package ID
	errs     map[string]*Incomplete
	skipped  int
	taken    map[string]string // packages of other modules: their paths and first files
	notes    []string
	cgoNotes []string
}

const listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule |
	packages.NeedForTest

// list asks the go command for the packages and their dependencies.
func list(ctx context.Context, opts Options, r root) (*graph, error) {
	cfg := config(ctx, opts, r, listMode)
	cfg.Tests = opts.Tests
	patterns := r.patterns
	if !inModule(r.dir) {
		if files, _ := filepath.Glob(filepath.Join(r.dir, "*.go")); len(files) > 0 && len(patterns) == 1 && patterns[0] == "." {
			patterns = withoutTests(files)
		}
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	g := &graph{tables: opts.Tables, dir: r.dir, fset: token.NewFileSet(), initial: pkgs, relevant: map[*packages.Package]bool{},
		usesCgo: map[*packages.Package]bool{}, compiled: map[string][]string{}, errs: map[string]*Incomplete{}}
	packages.Visit(pkgs, nil, func(p *packages.Package) { g.all = append(g.all, p) })
	g.noteCgoOff(cfg.Env, r.dir)
	return g, nil
}

func withoutTests(files []string) []string {
	var out []string
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

// config makes loads that stay off the network and run nothing that the analysed code names: no version control for
// build stamps, no module or toolchain downloads.
func config(ctx context.Context, opts Options, r root, mode packages.LoadMode) *packages.Config {
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	env = append(append([]string(nil), env...), "GOPROXY=off", "GOVCS=*:off", "GONOSUMDB=*")
	flags := []string{"-buildvcs=false"}
	if opts.Tags != "" {
		flags = append(flags, "-tags="+opts.Tags)
	}
	return &packages.Config{Context: ctx, Dir: r.dir, Env: env, Mode: mode, BuildFlags: flags}
}

// standard reports whether p belongs to the standard library.
func standard(p *packages.Package) bool {
	if p.Module != nil {
		return false
	}
	first, _, _ := strings.Cut(p.PkgPath, "/")
	return !strings.Contains(first, ".") && p.PkgPath != "command-line-arguments" && underGoroot(p)
}

func underGoroot(p *packages.Package) bool {
	if p.PkgPath == "unsafe" {
		return true
	}
	for _, f := range p.GoFiles {
		return strings.Contains(filepath.ToSlash(f), "/src/"+strings.TrimSuffix(p.PkgPath, "_test")+"/")
	}
	return false
}

// selectRelevant keeps the packages that communicate, whatever imports them (the loops are there), and what those
// import in turn (allocators and helpers).
func (g *graph) selectRelevant(all bool) {
	importers := map[*packages.Package][]*packages.Package{}
	var work []*packages.Package
	up := map[*packages.Package]bool{}
	total := 0
	for _, p := range g.all {
		if standard(p) || g.tables.binding(p.PkgPath) != nil {
			continue
		}
		total++
		for _, imp := range p.Imports {
			importers[imp] = append(importers[imp], p)
		}
		if g.communicates(p) || all {
			up[p] = true
			work = append(work, p)
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, q := range importers[p] {
			if !up[q] {
				up[q] = true
				work = append(work, q)
			}
		}
	}
	for p := range up {
		g.addDeps(p)
	}
	g.dropPlainTwins()
	g.skipped = total - len(g.relevant)
}

func (g *graph) addDeps(p *packages.Package) {
	if g.relevant[p] || standard(p) || g.tables.binding(p.PkgPath) != nil {
		return
	}
	g.relevant[p] = true
	for _, imp := range p.Imports {
		g.addDeps(imp)
	}
}

// dropPlainTwins leaves out a package whose test variant, which holds the same files and more, is there too, and the
// main packages that go test generates.
func (g *graph) dropPlainTwins() {
	variant := map[string]bool{}
	for p := range g.relevant {
		if p.ForTest != "" && p.PkgPath == p.ForTest {
			variant[p.PkgPath] = true
		}
	}
	for p := range g.relevant {
		if p.ForTest == "" && variant[p.PkgPath] || strings.HasSuffix(p.PkgPath, ".test") {
			delete(g.relevant, p)
		}
	}
}

// uniquePath is the import path of p, with a number when another module has a package of that path: names of functions
// have to be unique over all modules that are analysed together.
func (g *graph) uniquePath(p *packages.Package) string {
	path := p.PkgPath
	if !g.relevant[p] || len(p.GoFiles) == 0 {
		return path
	}
	for n := 2; g.taken[path] != "" && g.taken[path] != p.GoFiles[0]; n++ {
		path = fmt.Sprintf("%s#%d", p.PkgPath, n)
	}
	return path
}

// communicates reports whether p imports a binding or mentions MPI procedures by their C names.
func (g *graph) communicates(p *packages.Package) bool {
	found := false
	for path := range p.Imports {
		if g.tables.binding(path) != nil {
			found = true
		}
	}
	for _, f := range p.GoFiles {
		src, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		if importsC(src) {
			g.usesCgo[p] = true
		}
		found = found || bytes.Contains(src, []byte("MPI_")) || g.tables.wrapperIn(src)
	}
	return found
}

// importsC reports whether a source file imports C.
func importsC(src []byte) bool {
	if !bytes.Contains(src, []byte(`"C"`)) {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly)
	if f == nil || err != nil && len(f.Imports) == 0 {
		return false
	}
	for _, imp := range f.Imports {
		if imp.Path.Value == `"C"` {
			return true
		}
	}
	return false
}

// fail counts an error of a file or package.
func (g *graph) fail(file, msg string) {
	if e := g.errs[file]; e != nil {
		e.Errors++
		return
	}
	g.errs[file] = &Incomplete{File: file, Errors: 1, First: msg}
}

// packageErrors takes over what the go command found wrong with p.
func (g *graph) packageErrors(p *packages.Package) {
	for _, e := range p.Errors {
		file := p.PkgPath
		if name, _, ok := strings.Cut(e.Pos, ":"); ok && name != "" && name != "-" {
			if file = name; !filepath.IsAbs(file) {
				file = filepath.Join(g.dir, file)
			}
		} else if len(p.GoFiles) > 0 {
			file = p.GoFiles[0]
		}
		msg, _, _ := strings.Cut(e.Msg, "\n")
		g.fail(file, msg)
	}
}

func (g *graph) incomplete() []Incomplete {
	for _, p := range g.initial {
		if !g.relevant[p] {
			g.packageErrors(p)
		}
	}
	out := make([]Incomplete, 0, len(g.errs))
	for _, f := range sortedKeys(g.errs) {
		out = append(out, *g.errs[f])
	}
	return out
}

// noteCgoOff says so when files vanish because cgo is off: the go command passes over them in silence.
func (g *graph) noteCgoOff(env []string, dir string) {
	if lookupEnv(env, "CGO_ENABLED") != "0" {
		return
	}
	n := 0
	for _, f := range cgoFiles(dir) {
		if src, err := os.ReadFile(f); err == nil && bytes.Contains(src, []byte("MPI_")) {
			n++
		}
	}
	if n > 0 {
		g.notes = append(g.notes, fmt.Sprintf("%d Go files call MPI through cgo and are left out because CGO_ENABLED=0", n))
	}
}
