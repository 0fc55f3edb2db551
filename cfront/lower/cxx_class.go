//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// class is a class as the lowering sees it: a library's by its kind, the project's by its members.
type class struct {
	kind  classKind
	name  string       // qualified, without inline namespaces
	decl  clang.Cursor // the definition; of an instantiated template the template's
	args  []*shape     // template arguments; nil elements for those that are no types
	ints  []int64      // template arguments that are integers, in the places of args
	inner *shape       // pointee of an iterator, pair of a map

	depth   int // of classes whose members it was found among
	loaded  bool
	members []member
	bases   []*shape
	ctors   []clang.Cursor // user-provided
	dtor    clang.Cursor   // user-provided; see hasDtor
	hasDtor bool
	assigns []clang.Cursor // user-provided operator=
	methods map[string][]clang.Cursor
	owning  tribool
}

// member is a data member of a class.
type member struct {
	name string
	s    *shape
	ref  bool
	decl clang.Cursor
}

type tribool uint8

const (
	unasked tribool = iota
	yes
	no
)

// maxInstances bounds how deep instances of templates within instances are looked into: templates can nest without end.
const maxInstances = 16

// classOf returns the class that a type names, nil if it names none. Env holds the arguments for a template's
// parameters.
func (u *unit) classOf(t clang.Type, env []*shape) *class {
	decl := t.Declaration()
	switch decl.Kind() {
	case gc.Cursor_ClassDecl, gc.Cursor_StructDecl, gc.Cursor_UnionDecl, gc.Cursor_ClassTemplate,
		gc.Cursor_ClassTemplatePartialSpecialization:
	default:
		return nil
	}
	c := &class{name: u.qualifiedName(decl)}
	c.kind, c.depth = classTable[c.name], u.nesting
	if c.kind == plainClass && (c.depth > maxInstances || isLibraryName(c.name) || !u.ownClass(decl)) {
		c.kind = opaqueClass
	}
	c.decl = u.definition(decl)
	for i := range max(t.NumTemplateArguments(), 0) {
		at := t.TemplateArgumentAsType(uint32(i))
		var s *shape
		if at.Kind() != gc.Type_Invalid {
			s = u.shapeIn(at, env)
		}
		c.args = append(c.args, s)
		c.ints = append(c.ints, templateInt(decl, i))
	}
	u.innerShape(c)
	return c
}

// templateInt is the integer argument i of an instantiated class, 0 if it is none.
func templateInt(decl clang.Cursor, i int32) int64 {
	if decl.Kind() == gc.Cursor_ClassTemplate || decl.TemplateArgumentKind(uint32(i)) != gc.TemplateArgumentKind_Integral {
		return 0
	}
	return decl.TemplateArgumentValue(uint32(i))
}

func isLibraryName(name string) bool {
	return strings.HasPrefix(name, "std::") || strings.HasPrefix(name, "__gnu_cxx::")
}

// ownClass reports whether a class is defined in the project, so that its members are looked into.
func (u *unit) ownClass(decl clang.Cursor) bool {
	d := u.definition(decl)
	return !d.IsNull() && u.inProject(d)
}

// definition returns a class's definition; an implicit instantiation has none but its template's.
func (u *unit) definition(decl clang.Cursor) clang.Cursor {
	decl = u.pattern(decl)
	if d := decl.Definition(); !d.IsNull() {
		return d
	}
	return decl
}

// pattern returns the template, or the member of a template, that an instantiation was made from; anything else,
// explicit specialisations too, is returned as it is. What an instantiation is made from stands at the same place.
func (u *unit) pattern(c clang.Cursor) clang.Cursor {
	for range 8 {
		t := c.SpecializedCursorTemplate()
		if t.IsNull() || t.Equal(c) || !u.samePlace(c, t) {
			return c
		}
		c = t
	}
	return c
}

// samePlace reports whether c stands where a declaration of its template t stands.
func (u *unit) samePlace(c, t clang.Cursor) bool {
	at := u.namePos(c)
	if at == u.namePos(t) {
		return true
	}
	d := t.Definition()
	return !d.IsNull() && at == u.namePos(d) || at == u.namePos(t.CanonicalCursor())
}

// innerShape finds what iterators point to and what maps hold.
func (u *unit) innerShape(c *class) {
	switch {
	case c.kind == mapClass && len(c.args) >= 2:
		pair := &class{kind: tupleClass, name: "std::pair", args: c.args[:2]}
		c.inner = &shape{kind: classShape, class: pair}
	case c.kind == iteratorClass && len(c.args) > 0 && c.args[0] != nil:
		c.inner = c.args[0]
		switch c.name {
		case "__gnu_cxx::__normal_iterator", "std::__wrap_iter", "std::reverse_iterator", "std::move_iterator",
			"std::__map_iterator", "std::__map_const_iterator", "std::__hash_map_iterator":
			c.inner = c.args[0].pointee(u)
		}
	}
}

// element is what a container, array or view holds.
func (c *class) element() *shape {
	switch {
	case c.inner != nil:
		return c.inner
	case len(c.args) > 0 && c.args[0] != nil:
		return c.args[0]
	}
	return unknown
}
