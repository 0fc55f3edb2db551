//go:build cgo

package lower

import (
	"fmt"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// fn is the lowering of one function.
type fn struct {
	u    *unit
	b    *ir.Builder
	root *node
	info *funcInfo
	vars map[declKey]*ir.Var

	scopes     []*scope
	targets    []target
	labels     map[string]*label
	resultType *typeInfo

	printed *printed // set by printedOp

	// dependent is set inside a template, where libclang must not be asked to evaluate what depends on parameters.
	dependent bool

	cxxFn
}

// funcInfo is what calls need to know of a function.
type funcInfo struct {
	spelling string // the name alone
	name     string // unique in the program
	display  string
	static   bool
	defined  bool // has a body in this unit, and in a project file
	noreturn bool
	cxx      *cxxFunc // in C++
}

// funcInfo describes the function that a cursor declares.
func (u *unit) funcInfo(c clang.Cursor) *funcInfo {
	key := keyOf(c)
	if info := u.funcs[key]; info != nil {
		return info
	}
	info := &funcInfo{spelling: c.Spelling()}
	u.funcs[key] = info
	at := c
	if d := c.Definition(); !d.IsNull() {
		at = d
		info.defined = u.inProject(d)
	}
	info.static = c.Linkage() == gc.Linkage_Internal
	info.name, info.display = info.spelling, info.spelling
	if info.static {
		f, _, _, _ := at.Location().FileLocation()
		info.name = u.source(f).name + ":" + info.spelling
	}
	u.cxxFuncInfo(at, info)
	info.noreturn = halts[info.spelling] || strings.Contains(c.Type().Spelling(), "noreturn")
	return info
}

func (u *unit) newFunc(root *node, info *funcInfo) *fn {
	out := &ir.Func{
		Name:     u.distinct(info.name),
		Display:  info.display,
		Pos:      u.namePos(root.c),
		Exported: !info.static,
		Main:     info.name == "main",
	}
	out.InHeader = out.Pos.File != u.main.name
	f := &fn{
		u: u, b: ir.NewBuilder(out), root: root, info: info,
		vars: map[declKey]*ir.Var{}, labels: map[string]*label{},
		resultType: infoOf(root.c.Type().ResultType()),
		cxxFn:      newCXXFn(),
	}
	if !f.resultType.isVoid() {
		out.NumRes = 1
	}
	return f
}

// distinct returns name, with a suffix if damaged code has defined it before.
func (u *unit) distinct(name string) string {
	u.bodies[name]++
	if n := u.bodies[name]; n > 1 {
		return u.distinct(fmt.Sprintf("%s#%d", name, n))
	}
	return name
}

// namePos returns the position of a declaration's name.
func (u *unit) namePos(c clang.Cursor) ir.Pos {
	f, line, col, _ := c.Location().FileLocation()
	return ir.Pos{File: u.source(f).name, Line: int(line), Col: int(col)}
}

func (f *fn) params() {
	f.cxxParams()
	for _, k := range f.root.kids {
		if k.kind == gc.Cursor_ParmDecl {
			v := f.b.AddParam(k.c.Spelling(), f.u.namePos(k.c))
			v.Type = f.u.typeText(k.c.Type())
			f.vars[keyOf(k.c)] = v
		}
	}
}

func (f *fn) body() {
	f.findLabels(f.root)
	f.cxxPrologue()
	for _, k := range f.root.kids {
		if k.kind == gc.Cursor_CompoundStmt || k.kind == gc.Cursor_CXXTryStmt {
			f.stmt(k)
		}
	}
	f.cxxEpilogue()
	if f.info.name == "main" && f.b.Cur != nil {
		f.b.End(&ir.Return{Vals: []ir.Expr{ir.Const{}}})
	}
	f.missingResult()
}

// missingResult gives a value to the return that a function without one at its end falls into.
func (f *fn) missingResult() {
	if f.b.Cur != nil && f.b.Fn.NumRes > 0 {
		f.b.End(&ir.Return{Vals: []ir.Expr{ir.Unknown{}}})
	}
}

// variable returns the variable that a cursor declares, adding it on its first use.
func (f *fn) variable(decl clang.Cursor) *ir.Var {
	if v := f.vars[keyOf(decl)]; v != nil {
		return v
	}
	if decl.HasVarDeclGlobalStorage() || decl.HasVarDeclExternalStorage() {
		return f.global(decl)
	}
	t := infoOf(decl.Type())
	v := f.b.AddLocal(decl.Spelling(), f.u.namePos(decl))
	v.Type, v.Array = f.u.typeText(t.t), t.isArray()
	f.vars[keyOf(decl)] = v
	return v
}

// global returns a variable with static storage: external ones by name, statics qualified by where they are.
func (f *fn) global(decl clang.Cursor) *ir.Var {
	u := f.u
	canon := decl.CanonicalCursor()
	if v := u.globals[keyOf(canon)]; v != nil {
		f.vars[keyOf(decl)] = v
		return v
	}
	t := infoOf(decl.Type())
	v := &ir.Var{Kind: ir.Global, Pos: u.namePos(decl), Type: u.typeText(t.t), Array: t.isArray()}
	v.Name = u.globalName(f, decl, v.Pos.File)
	u.globals[keyOf(canon)] = v
	u.internal[v] = decl.Linkage() != gc.Linkage_External
	u.out.Globals = append(u.out.Globals, v)
	f.vars[keyOf(decl)] = v
	return v
}

func (u *unit) globalName(f *fn, decl clang.Cursor, file string) string {
	name := decl.Spelling()
	switch decl.Linkage() {
	case gc.Linkage_External, gc.Linkage_UniqueExternal:
		return u.cxxGlobalName(decl, name)
	case gc.Linkage_NoLinkage:
		name = f.info.spelling + "." + name
	}
	name = file + ":" + name
	u.names[name]++
	if n := u.names[name]; n > 1 {
		name = fmt.Sprintf("%s#%d", name, n)
	}
	return name
}
