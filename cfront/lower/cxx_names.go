//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// cxxFunc is what the lowering of C++ knows of a function besides.
type cxxFunc struct {
	decl     clang.Cursor // of a function made from a template, the template
	class    clang.Cursor // of a member function
	member   bool         // of a class
	qual     string       // qualified name, without inline namespaces
	method   bool         // takes this
	standard bool         // lies in the standard library
	foreign  bool         // lies in a header that is not the project's, or is not known at all
	template bool
}

// cxxFuncInfo completes what calls must know of a function: its mangled and its display name. Functions made from a
// template share the template's name, and its body.
func (u *unit) cxxFuncInfo(at clang.Cursor, info *funcInfo) {
	if !u.cxx {
		return
	}
	decl := u.pattern(at)
	x := &cxxFunc{decl: decl, qual: u.qualifiedName(decl)}
	info.cxx = x
	if d := decl.Definition(); !d.IsNull() {
		x.decl = d
		info.defined = u.inProject(d)
	}
	x.standard = isStandardName(x.qual)
	x.foreign = x.standard || !info.defined && !u.inProject(decl)
	parent := decl.SemanticParent()
	switch parent.Kind() {
	case gc.Cursor_ClassDecl, gc.Cursor_StructDecl, gc.Cursor_UnionDecl, gc.Cursor_ClassTemplate,
		gc.Cursor_ClassTemplatePartialSpecialization:
		x.class, x.member = parent, true
		x.method = !decl.CXXMethod_IsStatic()
	}
	x.template = isTemplate(decl)
	if u.ownNamespace(decl) {
		info.static = true
	}
	info.spelling = plainName(info.spelling)
	info.display = u.displayName(decl, info.spelling)
	info.name = u.linkageName(at, decl, x, info)
}

// plainName drops the parameters that libclang adds to the names of constructors of templates.
func plainName(name string) string {
	if strings.HasPrefix(name, "operator") {
		return name
	}
	base, _, _ := strings.Cut(name, "<")
	return base
}

// linkageName is the name that calls and definitions of a function share.
func (u *unit) linkageName(at, decl clang.Cursor, x *cxxFunc, info *funcInfo) string {
	if info.spelling == "main" && !x.member && x.qual == "main" {
		return "main"
	}
	name := ""
	if x.template {
		name = decl.USR()
	} else {
		name = at.Mangling()
		if name == "_"+info.spelling {
			name = info.spelling // Mach-O's underscore before the names of C
		}
	}
	if name == "" {
		name = x.qual
	}
	if info.static {
		f, _, _, _ := at.Location().FileLocation()
		name = u.source(f).name + ":" + name
	}
	return name
}

// isTemplate reports whether a function is a template, or a member of one.
func isTemplate(decl clang.Cursor) bool {
	for c := decl; !c.IsNull(); c = c.SemanticParent() {
		switch c.Kind() {
		case gc.Cursor_FunctionTemplate, gc.Cursor_ClassTemplate, gc.Cursor_ClassTemplatePartialSpecialization:
			return true
		case gc.Cursor_TranslationUnit, gc.Cursor_Namespace, gc.Cursor_InvalidFile:
			return false
		}
	}
	return false
}

// ownNamespace reports whether a declaration lies in an unnamed namespace: the same name in another unit is another.
func (u *unit) ownNamespace(decl clang.Cursor) bool {
	return decl.Linkage() == gc.Linkage_UniqueExternal
}

// qualifiedName is a declaration's name with its namespaces and classes, inline namespaces left out.
func (u *unit) qualifiedName(decl clang.Cursor) string {
	name := plainName(decl.Spelling())
	for c := decl.SemanticParent(); !c.IsNull(); c = c.SemanticParent() {
		switch c.Kind() {
		case gc.Cursor_TranslationUnit:
			return name
		case gc.Cursor_Namespace:
			if s := c.Spelling(); s != "" && !c.IsInlineNamespace() {
				name = s + "::" + name
			}
		case gc.Cursor_LinkageSpec, gc.Cursor_UnexposedDecl:
		default:
			if c.Kind() >= gc.Cursor_FirstInvalid && c.Kind() <= gc.Cursor_LastInvalid {
				return name
			}
			name = plainName(c.Spelling()) + "::" + name
		}
	}
	return name
}

// displayName is a function's name with its classes.
func (u *unit) displayName(decl clang.Cursor, name string) string {
	for c := decl.SemanticParent(); !c.IsNull(); c = c.SemanticParent() {
		switch c.Kind() {
		case gc.Cursor_ClassDecl, gc.Cursor_StructDecl, gc.Cursor_UnionDecl, gc.Cursor_ClassTemplate,
			gc.Cursor_ClassTemplatePartialSpecialization:
			if s := plainName(c.Spelling()); s != "" {
				name = s + "::" + name
			}
		default:
			return name
		}
	}
	return name
}

// cxxGlobalName names a variable of external linkage.
func (u *unit) cxxGlobalName(decl clang.Cursor, name string) string {
	if !u.cxx {
		return name
	}
	full := u.qualifiedName(decl)
	if u.ownNamespace(decl) {
		f, _, _, _ := decl.Location().FileLocation()
		return u.source(f).name + ":" + full
	}
	return full
}
