//go:build cgo

package lower

import (
	"path/filepath"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// cxxUnit is the state of a unit that only C++ needs.
type cxxUnit struct {
	shapes     map[clang.Type]*shape
	instances  map[envKey]*shape
	patterns   map[declKey]*shape // of class templates
	functors   map[paramKey][]functor
	paramCalls []paramCall
	broken     bool                   // some of the code does not compile
	errors     map[string][]int       // offsets of the errors in each file
	nesting    int                    // of the class whose members are being read
	overriders map[string][]*funcInfo // by the name of the function they override
	overridden map[string][]string    // the names of the functions that one overrides
	lowered    map[string]bool        // names of functions lowered
}

func newCXXUnit() cxxUnit {
	return cxxUnit{shapes: map[clang.Type]*shape{}, instances: map[envKey]*shape{}, patterns: map[declKey]*shape{}, functors: map[paramKey][]functor{}, overriders: map[string][]*funcInfo{}, overridden: map[string][]string{}, lowered: map[string]bool{}}
}

var cxxExtensions = map[string]bool{
	".cc": true, ".cpp": true, ".cxx": true, ".c++": true, ".C": true, ".cp": true, ".CPP": true,
	".hh": true, ".hpp": true, ".hxx": true, ".H": true, ".cu": true, ".cuh": true, ".hip": true, ".ii": true,
}

// isCXX tells the language of a unit by its name and, for names that do not say, by what C cannot declare.
func isCXX(file string, top []clang.Cursor) bool {
	if cxxExtensions[filepath.Ext(file)] {
		return true
	}
	for _, c := range top {
		switch c.Kind() {
		case gc.Cursor_Namespace, gc.Cursor_ClassDecl, gc.Cursor_ClassTemplate, gc.Cursor_FunctionTemplate,
			gc.Cursor_CXXMethod, gc.Cursor_UsingDirective, gc.Cursor_UsingDeclaration, gc.Cursor_LinkageSpec:
			return true
		}
	}
	return false
}

// cxxTopLevel lowers namespaces, classes and templates.
func (u *unit) cxxTopLevel(c clang.Cursor) {
	if !u.cxx {
		return
	}
	switch c.Kind() {
	case gc.Cursor_Namespace, gc.Cursor_LinkageSpec, gc.Cursor_UnexposedDecl:
		if u.inProject(c) {
			for _, k := range children(c) {
				u.topLevel(k)
			}
		}
	case gc.Cursor_ClassDecl, gc.Cursor_StructDecl, gc.Cursor_UnionDecl, gc.Cursor_ClassTemplate,
		gc.Cursor_ClassTemplatePartialSpecialization:
		if u.inProject(c) {
			u.classMembers(c)
		}
	case gc.Cursor_CXXMethod, gc.Cursor_Constructor, gc.Cursor_Destructor, gc.Cursor_ConversionFunction,
		gc.Cursor_FunctionTemplate:
		if c.IsCursorDefinition() && u.inProject(c) {
			u.function(c)
		}
	}
}

func (u *unit) classMembers(c clang.Cursor) {
	for _, k := range children(c) {
		switch k.Kind() {
		case gc.Cursor_FriendDecl:
			for _, d := range children(k) {
				u.topLevel(d)
			}
		case gc.Cursor_VarDecl:
			u.globalInit(k)
		default:
			u.topLevel(k)
		}
	}
}

// findOverriders notes which member functions override which, before any call of one is lowered.
func (u *unit) findOverriders(list []clang.Cursor) {
	for _, c := range list {
		switch c.Kind() {
		case gc.Cursor_Namespace, gc.Cursor_LinkageSpec, gc.Cursor_UnexposedDecl:
			if u.inProject(c) {
				u.findOverriders(children(c))
			}
		case gc.Cursor_ClassDecl, gc.Cursor_StructDecl, gc.Cursor_ClassTemplate,
			gc.Cursor_ClassTemplatePartialSpecialization:
			if u.inProject(c) {
				u.findOverriders(children(c))
			}
		case gc.Cursor_CXXMethod, gc.Cursor_Destructor:
			if c.CXXMethod_IsVirtual() {
				u.noteOverrider(c)
			}
		}
	}
}

func (u *unit) noteOverrider(c clang.Cursor) {
	info := u.funcInfo(c)
	if u.overridden[info.name] != nil {
		return // another declaration of it
	}
	u.taken[info.name] = true
	seen := map[string]bool{}
	var up func(c clang.Cursor)
	up = func(c clang.Cursor) {
		for _, o := range c.OverriddenCursors() {
			base := u.funcInfo(o).name
			if !seen[base] {
				seen[base] = true
				u.overriders[base] = append(u.overriders[base], info)
				u.overridden[info.name] = append(u.overridden[info.name], base)
				up(o)
			}
		}
	}
	up(c)
}
