//go:build cgo

package lower

import (
	"fmt"
	"sort"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// unit is the lowering of one translation unit.
type unit struct {
	opts    Options
	stats   Stats
	out     *ir.Unit
	cxx     bool
	main    *source // the main file
	sources map[clang.File]*source
	fields  map[declKey][]field
	funcs   map[declKey]*funcInfo
	globals map[declKey]*ir.Var
	bodies  map[string]int // names of functions in use
	vaLists map[clang.Type]bool
	aliases map[string]string  // object-like macros that name another; see alias
	files   func() []string    // every file of the unit
	names   map[string]int     // names of globals in use
	taken   map[string]bool    // functions whose address is taken
	attach  map[string]*ir.Var // what is attached to MPI, by kind

	// Calls through pointers, what static variables hold from the start, and which globals no other unit can name.
	indirect []indirectCall
	initial  []ir.Instr
	internal map[*ir.Var]bool

	cxxUnit
}

// Unit lowers a parsed translation unit. A function that cannot be lowered is left out and named in the statistics.
func Unit(tu *clang.Unit, opts Options) (*ir.Unit, Stats, error) {
	u := &unit{
		opts:     opts,
		out:      &ir.Unit{Name: tu.File, Lang: ir.C},
		sources:  map[clang.File]*source{},
		fields:   map[declKey][]field{},
		funcs:    map[declKey]*funcInfo{},
		globals:  map[declKey]*ir.Var{},
		bodies:   map[string]int{},
		vaLists:  map[clang.Type]bool{},
		files:    tu.Files,
		names:    map[string]int{},
		taken:    map[string]bool{},
		internal: map[*ir.Var]bool{},
		cxxUnit:  newCXXUnit(),
	}
	prior, err := tu.Prior()
	if err != nil {
		return nil, u.stats, err
	}
	top := append(prior, children(tu.Root())...)
	u.main = u.source(tu.TU.File(tu.File))
	u.out.Errors = tu.Diagnostics.Errors
	u.broken = u.out.Errors > 0
	u.errors = errorsIn(tu.Diagnostics.At)
	if u.cxx = isCXX(tu.File, top); u.cxx {
		u.out.Lang = ir.CXX
		u.findOverriders(top)
	}
	for _, c := range top {
		u.topLevel(c)
	}
	u.finish()
	return u.out, u.stats, nil
}

// Definitions returns the places of what Unit would lower of a header in C.
func Definitions(tu *clang.Unit, opts Options) []clang.Place {
	u := &unit{opts: opts, sources: map[clang.File]*source{}}
	u.main = u.source(tu.TU.File(tu.File))
	var out []clang.Place
	for _, c := range children(tu.Root()) {
		k := c.Kind()
		if (k == gc.Cursor_FunctionDecl && c.IsCursorDefinition() || k == gc.Cursor_VarDecl) && u.inProject(c) {
			out = append(out, clang.At(c))
		}
	}
	return out
}

// topLevel lowers one declaration of file scope.
func (u *unit) topLevel(c clang.Cursor) {
	switch c.Kind() {
	case gc.Cursor_FunctionDecl:
		if c.IsCursorDefinition() && u.inProject(c) {
			u.function(c)
		}
	case gc.Cursor_VarDecl:
		if u.inProject(c) {
			u.globalInit(c)
		}
	default:
		u.cxxTopLevel(c)
	}
}

// inProject reports whether a declaration's functions are lowered.
func (u *unit) inProject(c clang.Cursor) bool {
	f, _, _, _ := c.Location().FileLocation()
	s := u.source(f)
	if s == u.main || s.project {
		return true
	}
	if s.outside {
		return false
	}
	if u.opts.ProjectFile != nil {
		s.project = u.opts.ProjectFile(s.name)
	} else {
		s.project = !c.Location().IsInSystemHeader()
	}
	s.outside = !s.project
	return s.project
}

// finish orders the unit and marks the functions whose address is taken.
func (u *unit) finish() {
	u.resolveParamCalls()
	u.resolveIndirect()
	for _, f := range u.out.Funcs {
		f.AddrTaken = f.AddrTaken || u.taken[f.Name]
		f.Overrides = u.overridden[f.Name]
	}
	sort.SliceStable(u.out.Funcs, func(i, j int) bool { return u.out.Funcs[i].Name < u.out.Funcs[j].Name })
	sort.SliceStable(u.out.Globals, func(i, j int) bool { return u.out.Globals[i].Name < u.out.Globals[j].Name })
}

// function lowers one definition. A panic loses that function alone.
func (u *unit) function(c clang.Cursor) {
	info := u.funcInfo(c)
	if u.cxx && u.lowered[info.name] {
		return
	}
	u.lowered[info.name] = true
	defer func() {
		if r := recover(); r != nil {
			u.stats.Dropped = append(u.stats.Dropped, fmt.Sprintf("%s: %v", info.display, r))
		}
	}()
	f := u.newFunc(u.newTree(c), info)
	f.params()
	f.body()
	u.out.Funcs = append(u.out.Funcs, f.b.Finish())
	u.stats.Funcs++
}

// globalInit notes the functions that a global's initialiser mentions: whoever holds the global may call them.
func (u *unit) globalInit(c clang.Cursor) {
	u.initialInstrs(c)
	c.Visit(func(k, _ clang.Cursor) clang.ChildVisitResult {
		if k.Kind() == gc.Cursor_DeclRefExpr {
			if d := k.Referenced(); d.Kind() == gc.Cursor_FunctionDecl {
				u.taken[u.funcInfo(d).name] = true
			}
		}
		return gc.ChildVisit_Recurse
	})
}
