package gofront

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"runtime"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// Package is a type-checked package, ready to be lowered.
type Package struct {
	Path     string
	Types    *types.Package
	Files    []*ast.File
	Info     *types.Info
	Fset     *token.FileSet
	External bool // not of the analysed project
	first    string
	sources  int // files as the user wrote them
}

// firstFile is the first source file, as the go command lists them.
func (p *Package) firstFile() string {
	if p.first != "" {
		return p.first
	}
	if len(p.Files) == 0 {
		return ""
	}
	return p.Fset.Position(p.Files[0].Package).Filename
}

// checker type-checks a graph, dependencies first, several packages at once.
type checker struct {
	g     *graph
	ctx   context.Context
	slots chan struct{}
	need  map[*packages.Package]*task
	mu    sync.Mutex // guards g.errs
	sizes types.Sizes
}

type task struct {
	done chan struct{}
	pkg  *Package
}

// check type-checks the relevant packages in full and the declarations of all they depend on.
func (g *graph) check(ctx context.Context, jobs int) []*Package {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	c := &checker{g: g, ctx: ctx, slots: make(chan struct{}, jobs), need: map[*packages.Package]*task{}}
	c.sizes = types.SizesFor("gc", runtime.GOARCH)
	g.linkCgoImports()
	for p := range g.relevant {
		c.require(p)
	}
	var wg sync.WaitGroup
	for _, p := range g.all {
		t := c.need[p]
		if t == nil {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer close(t.done)
			for _, imp := range p.Imports {
				if d := c.need[imp]; d != nil {
					<-d.done
				}
			}
			c.slots <- struct{}{}
			defer func() { <-c.slots }()
			if ctx.Err() == nil {
				t.pkg = c.one(p)
			}
		}()
	}
	wg.Wait()
	var out []*Package
	for p := range g.relevant {
		if t := c.need[p]; t.pkg != nil {
			out = append(out, t.pkg)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}

func (c *checker) require(p *packages.Package) {
	if c.need[p] != nil {
		return
	}
	c.need[p] = &task{done: make(chan struct{})}
	for _, imp := range p.Imports {
		c.require(imp)
	}
}

// one parses and type-checks p. Functions with errors lose their bodies, so that the rest can be analysed.
func (c *checker) one(p *packages.Package) *Package {
	if p.PkgPath == "unsafe" {
		return &Package{Path: "unsafe", Types: types.Unsafe}
	}
	full := c.g.relevant[p]
	files := p.GoFiles
	fake := !full
	if full && c.g.usesCgo[p] {
		if cg := c.g.compiled[p.ID]; cg != nil {
			files = cg
		} else {
			fake = true
		}
	}
	out := &Package{Path: c.g.uniquePath(p), Fset: c.g.fset, External: external(p)}
	if len(p.GoFiles) > 0 {
		out.first, out.sources = p.GoFiles[0], len(p.GoFiles)
	}
	out.Files = c.parse(files, full)
	if full {
		blank(out.Files, unreadable(out.Files))
	}
	for round := 0; ; round++ {
		errs := c.types(out, p, full, fake)
		bad := full && blank(out.Files, errs)
		if round == 0 && full {
			c.report(p, errs)
		}
		if !full || !bad || round == 3 {
			return out
		}
	}
}

func external(p *packages.Package) bool {
	return p.Module != nil && !p.Module.Main && p.Module.Replace == nil
}

func (c *checker) parse(files []string, full bool) []*ast.File {
	var out []*ast.File
	for _, name := range files {
		f, err := parser.ParseFile(c.g.fset, name, nil, parser.SkipObjectResolution)
		if err != nil && full {
			c.mu.Lock()
			c.g.fail(name, firstLine(err))
			c.mu.Unlock()
		}
		if f != nil {
			out = append(out, f)
		}
	}
	return out
}

// firstLine is an error on one line, without the position that is said elsewhere.
func firstLine(err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0].Msg
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// types runs the type checker over p's files and returns the errors that are not mere style (unused variables).
func (c *checker) types(out *Package, p *packages.Package, full, fakeC bool) []types.Error {
	var errs []types.Error
	cfg := &types.Config{
		Importer:         importer{c, p},
		IgnoreFuncBodies: !full,
		FakeImportC:      fakeC,
		Sizes:            c.sizes,
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) && !te.Soft {
				errs = append(errs, te)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		cfg.GoVersion = "go" + p.Module.GoVersion
	}
	if full {
		out.Info = NewInfo()
	}
	out.Types = types.NewPackage(out.Path, p.Name)
	_ = types.NewChecker(cfg, c.g.fset, out.Types, out.Info).Files(out.Files)
	return errs
}

// NewInfo returns the tables that lowering needs filled by the type checker.
func NewInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
}

type importer struct {
	c *checker
	p *packages.Package
}

// Import returns a dependency, which has been checked before.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if imp := i.p.Imports[path]; imp != nil {
		if imp.Name == "" && len(imp.Errors) > 0 {
			return nil, errors.New(firstLine(errors.New(imp.Errors[0].Msg)))
		}
		if t := i.c.need[imp]; t != nil && t.pkg != nil && t.pkg.Types != nil {
			return t.pkg.Types, nil
		}
	}
	if p := cgoImport(path); p != nil {
		return p, nil
	}
	return nil, errors.New("package " + path + " was not found")
}

// linkCgoImports adds the packages that cgo's output imports and the source does not.
func (g *graph) linkCgoImports() {
	for _, q := range g.all {
		if q.PkgPath != "syscall" && q.PkgPath != "runtime/cgo" {
			continue
		}
		for p := range g.usesCgo {
			if g.relevant[p] && p.Imports[q.PkgPath] == nil {
				p.Imports[q.PkgPath] = q
			}
		}
	}
}

// cgoImport makes the part of a package that cgo's output mentions, for programs that have the package nowhere.
func cgoImport(path string) *types.Package {
	var p *types.Package
	switch path {
	case "runtime/cgo":
		p = types.NewPackage(path, "cgo")
		name := types.NewTypeName(token.NoPos, p, "Incomplete", nil)
		types.NewNamed(name, types.NewStruct(nil, nil), nil)
		p.Scope().Insert(name)
	case "syscall":
		p = types.NewPackage(path, "syscall")
		name := types.NewTypeName(token.NoPos, p, "Errno", nil)
		errno := types.NewNamed(name, types.Typ[types.Uintptr], nil)
		res := types.NewTuple(types.NewVar(token.NoPos, p, "", types.Typ[types.String]))
		recv := types.NewVar(token.NoPos, p, "e", errno)
		errno.AddMethod(types.NewFunc(token.NoPos, p, "Error", types.NewSignatureType(recv, nil, nil, nil, res, false)))
		p.Scope().Insert(name)
	default:
		return nil
	}
	p.MarkComplete()
	return p
}

func (c *checker) report(p *packages.Package, errs []types.Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.g.packageErrors(p)
	for _, e := range errs {
		pos := c.g.fset.Position(e.Pos)
		c.g.fail(pos.Filename, e.Msg)
	}
}
