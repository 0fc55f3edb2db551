//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// load reads the members of a class of the project.
func (c *class) load(u *unit) *class {
	if c.loaded {
		return c
	}
	c.loaded = true
	c.methods = map[string][]clang.Cursor{}
	if c.kind == tupleClass {
		c.loadTuple()
	}
	if c.kind != plainClass {
		return c
	}
	defer func(n int) { u.nesting = n }(u.nesting)
	u.nesting = c.depth + 1
	c.loadFrom(u, c.decl)
	return c
}

func (c *class) loadTuple() {
	for i, s := range c.args {
		if s == nil {
			s = unknown
		}
		c.members = append(c.members, member{name: c.tupleField(i), s: s})
	}
}

// tupleField is the name of element i of a pair or tuple.
func (c *class) tupleField(i int) string {
	if c.name == "std::pair" && i < 2 {
		return [...]string{"first", "second"}[i]
	}
	return "#" + string(rune('0'+i%10))
}

func (c *class) loadFrom(u *unit, decl clang.Cursor) {
	for _, k := range children(decl) {
		switch k.Kind() {
		case gc.Cursor_FieldDecl:
			c.addField(u, k)
		case gc.Cursor_CXXBaseSpecifier:
			c.bases = append(c.bases, u.shapeIn(k.Type(), c.env()))
		case gc.Cursor_Constructor:
			if userProvided(k) {
				c.ctors = append(c.ctors, k)
			}
		case gc.Cursor_Destructor:
			c.dtor, c.hasDtor = k, userProvided(k)
		case gc.Cursor_CXXMethod, gc.Cursor_ConversionFunction:
			c.addMethod(k)
		case gc.Cursor_FunctionTemplate:
			if k.TemplateCursorKind() == gc.Cursor_Constructor {
				c.ctors = append(c.ctors, k)
			} else {
				c.addMethod(k)
			}
		}
	}
}

// env is what the parameters of the class's template stand for.
func (c *class) env() []*shape {
	for _, a := range c.args {
		if a != nil && a.kind != unknownShape {
			return c.args
		}
	}
	return nil
}

func (c *class) addMethod(k clang.Cursor) {
	name := k.Spelling()
	c.methods[name] = append(c.methods[name], k)
	if name == "operator=" && userProvided(k) {
		c.assigns = append(c.assigns, k)
	}
}

// addField adds a data member; those of an anonymous struct or union stand as if they were the class's own.
func (c *class) addField(u *unit, k clang.Cursor) {
	t := k.Type()
	if k.Spelling() == "" {
		if d := t.Declaration(); d.IsAnonymous() || d.Spelling() == "" {
			c.loadFrom(u, d)
		}
		return
	}
	kind := t.CanonicalType().Kind()
	c.members = append(c.members, member{
		name: k.Spelling(), s: u.shapeIn(t, c.env()), decl: k,
		ref: kind == gc.Type_LValueReference || kind == gc.Type_RValueReference,
	})
}

// userProvided reports whether a special member is written by the user, not defaulted or deleted.
func userProvided(k clang.Cursor) bool {
	return !k.CXXMethod_IsDefaulted() && k.Availability() != gc.Availability_NotAvailable
}

// field returns the data member of that name, in a base too.
func (c *class) field(u *unit, name string) (member, bool) {
	for _, m := range c.load(u).members {
		if m.name == name {
			return m, true
		}
	}
	for _, b := range c.bases {
		if b.isClass() {
			if m, ok := b.class.field(u, name); ok {
				return m, true
			}
		}
	}
	return member{}, false
}

// method returns the member functions of that name, in the nearest class that has any.
func (c *class) method(u *unit, name string) []clang.Cursor {
	if list := c.load(u).methods[name]; list != nil {
		return list
	}
	for _, b := range c.bases {
		if b.isClass() {
			if list := b.class.method(u, name); list != nil {
				return list
			}
		}
	}
	return nil
}

// modelled returns the shape of s itself or of the base class that is lowered by what it means.
func (s *shape) modelled(u *unit) *shape {
	if !s.isClass() {
		return nil
	}
	switch s.class.kind {
	case opaqueClass:
		return nil
	case plainClass:
		for _, b := range s.class.load(u).bases {
			if m := b.modelled(u); m != nil {
				return m
			}
		}
		return nil
	}
	return s
}

// owns reports whether objects of the shape give something up when they die.
func (s *shape) owns(u *unit) bool {
	switch {
	case s == nil:
		return false
	case s.kind == arrayShape:
		return s.pointee(u).owns(u)
	case s.kind != classShape:
		return false
	}
	c := s.class
	if c.owning == unasked {
		c.owning = no // a class that holds itself
		if c.computeOwns(u) {
			c.owning = yes
		}
	}
	return c.owning == yes
}

func (c *class) computeOwns(u *unit) bool {
	switch c.kind {
	case containerClass, mapClass, uniqueClass, sharedClass:
		return true
	case optionalClass, arrayClass:
		return c.element().owns(u)
	case tupleClass, plainClass:
	default:
		return false
	}
	if c.load(u).hasDtor {
		return true
	}
	for _, b := range c.bases {
		if b.owns(u) {
			return true
		}
	}
	for _, m := range c.members {
		if !m.ref && m.s.owns(u) {
			return true
		}
	}
	return false
}

// findCtor returns the only user-provided constructor that takes n arguments.
func (u *unit) findCtor(c *class, n int) (clang.Cursor, bool) {
	var found []clang.Cursor
	for _, k := range c.load(u).ctors {
		if takes(k, n) && !k.CXXConstructor_IsCopyConstructor() && !k.CXXConstructor_IsMoveConstructor() {
			found = append(found, k)
		}
	}
	if len(found) != 1 {
		return clang.Cursor{}, false
	}
	return found[0], true
}

// takes reports whether a function can be called with n arguments.
func takes(d clang.Cursor, n int) bool {
	t := d.Type()
	if t.IsFunctionTypeVariadic() {
		return n >= int(t.NumArgTypes())
	}
	most := int(t.NumArgTypes())
	if n > most {
		return false
	}
	return n == most || n >= most-defaultArgs(d)
}

// defaultArgs counts the parameters that have a default.
func defaultArgs(d clang.Cursor) int {
	count := 0
	for _, p := range children(d) {
		if p.Kind() != gc.Cursor_ParmDecl {
			continue
		}
		for _, k := range children(p) {
			if isExprKind(k.Kind()) {
				count++
				break
			}
		}
	}
	return count
}

// copyCtor returns the copy constructor that the user wrote.
func (u *unit) copyCtor(c *class) (clang.Cursor, bool) {
	if c.kind != plainClass {
		return clang.Cursor{}, false
	}
	for _, k := range c.load(u).ctors {
		if k.CXXConstructor_IsCopyConstructor() {
			return k, true
		}
	}
	return clang.Cursor{}, false
}
