//go:build cgo

package lower

import (
	"strconv"
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
	count int64        // elements of an array, 0 if not known
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
	c.kind, c.depth = u.kindOf(c.name), u.nesting
	if c.kind == plainClass && (c.depth > maxInstances || isStandardName(c.name) || !u.ownClass(decl)) {
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
	}
	if c.kind == arrayClass {
		c.count = lastInt(t.CanonicalType().Spelling())
	}
	u.innerShape(c)
	return c
}

// patternShape is the shape of a class by its declaration; a template has no type.
func (u *unit) patternShape(decl clang.Cursor) *shape {
	if t := decl.Type(); t.Kind() != gc.Type_Invalid {
		return u.shapeOf(t)
	}
	key := keyOf(decl.CanonicalCursor())
	s := u.patterns[key]
	if s == nil {
		c := &class{name: u.qualifiedName(decl), decl: u.definition(decl)}
		s = &shape{kind: classShape, class: c, text: c.name}
		u.patterns[key] = s
	}
	return s
}

// lastInt is the last template argument of a type's name if it is an integer, else 0. (libclang 15 tells the arguments
// of functions only.)
func lastInt(name string) int64 {
	i := strings.LastIndexByte(name, ',')
	text := strings.TrimRight(strings.TrimSpace(name[i+1:]), ">ULul ")
	n, _ := strconv.ParseInt(text, 0, 64)
	return n
}

// kindOf is the kind of a class that the table or the configuration knows by its name.
func (u *unit) kindOf(name string) classKind {
	if k, ok := classTable[name]; ok {
		return k
	}
	base := name[strings.LastIndexByte(name, ':')+1:]
	if u.opts.Owners[name] || u.opts.Owners[base] {
		return containerClass
	}
	return plainClass
}

func isStandardName(name string) bool {
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
