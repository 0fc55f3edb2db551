//go:build cgo

package lower

import (
	"fmt"
	"strconv"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

type shapeKind uint8

const (
	unknownShape shapeKind = iota // depends on a template's parameters
	scalarShape
	pointerShape // a pointer or an iterator
	arrayShape   // a C array
	classShape
)

// shape is a type as far as the lowering of C++ needs it. Inside templates it is deduced where libclang has no type.
type shape struct {
	kind  shapeKind
	class *class
	size  int64 // bytes, 0 if not known
	count int64 // elements of an array, 0 if not known
	text  string

	elem     *shape // of pointers and arrays, when known
	elemType clang.Type
	env      []*shape
	hasType  bool // elemType is set and elem not yet made
}

var (
	unknown = &shape{}
	scalar  = &shape{kind: scalarShape}
)

func pointerShapeTo(elem *shape) *shape { return &shape{kind: pointerShape, elem: elem, size: 8} }

// envKey identifies a type within a template and what the template's parameters stand for.
type envKey struct {
	t   clang.Type
	env string
}

func envText(env []*shape) string {
	var sb strings.Builder
	for _, s := range env {
		fmt.Fprintf(&sb, "%p ", s)
	}
	return sb.String()
}

// shapeOf returns the shape of a type; references stand for what they refer to.
func (u *unit) shapeOf(t clang.Type) *shape { return u.shapeIn(t, nil) }

func (u *unit) shapeIn(t clang.Type, env []*shape) *shape {
	if env != nil {
		key := envKey{t.CanonicalType(), envText(env)}
		s := u.instances[key]
		if s == nil {
			s = u.newShape(key.t, env)
			u.instances[key] = s
		}
		return s
	}
	if s := u.shapes[t]; s != nil {
		return s
	}
	canon := t.CanonicalType()
	s := u.shapes[canon]
	if s == nil {
		s = u.newShape(canon, nil)
		u.shapes[canon] = s
	}
	u.shapes[t] = s
	return s
}

func (u *unit) newShape(t clang.Type, env []*shape) *shape {
	switch k := t.Kind(); {
	case k == gc.Type_LValueReference || k == gc.Type_RValueReference:
		return u.shapeIn(t.PointeeType(), env)
	case k == gc.Type_Pointer:
		return &shape{kind: pointerShape, size: 8, elemType: t.PointeeType(), env: env, hasType: true}
	case k == gc.Type_NullPtr:
		return &shape{kind: pointerShape, size: 8, elem: unknown}
	case isArrayKind(k):
		return &shape{
			kind: arrayShape, size: max(t.SizeOf(), 0), count: max(t.ArraySize(), 0),
			elemType: t.ArrayElementType(), env: env, hasType: true,
		}
	case k == gc.Type_Record || k == gc.Type_Unexposed || k == gc.Type_Elaborated:
		return u.recordShape(t, env)
	case k >= gc.Type_Bool && k <= gc.Type_LongDouble, k == gc.Type_Enum, k == gc.Type_Float128, k == gc.Type_Complex:
		return &shape{kind: scalarShape, size: max(t.SizeOf(), 0)}
	case k == gc.Type_Invalid || k == gc.Type_Dependent || k == gc.Type_Overload || k == gc.Type_Auto:
		return unknown
	}
	// libclang crashes when it is asked for the size of some of the rest, which are no types of objects.
	return scalar
}

// recordShape is the shape of a class, or of a parameter of a template.
func (u *unit) recordShape(t clang.Type, env []*shape) *shape {
	text := t.Spelling()
	if i, ok := parameterIndex(text); ok {
		if i < len(env) && env[i] != nil {
			return env[i]
		}
		return unknown
	}
	c := u.classOf(t, env)
	if c == nil {
		return unknown
	}
	if c.kind == iteratorClass {
		elem := c.inner
		if elem == nil {
			elem = unknown
		}
		return &shape{kind: pointerShape, class: c, elem: elem, text: text}
	}
	return &shape{kind: classShape, class: c, size: max(t.SizeOf(), 0), text: text}
}

const maxParameters = 1 << 20

// parameterIndex reads clang's canonical name of a template's parameter.
func parameterIndex(text string) (int, bool) {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "const "), "type-parameter-")
	if !ok {
		return 0, false
	}
	depth, index, _ := strings.Cut(rest, "-")
	i, err := strconv.Atoi(index)
	if err != nil || depth != "0" {
		i = maxParameters // of a template within a template: never known
	}
	return i, true
}

// pointee is what a pointer, iterator or array points to or holds.
func (s *shape) pointee(u *unit) *shape {
	switch {
	case s == nil || s.kind != pointerShape && s.kind != arrayShape:
		return unknown
	case s.hasType:
		s.elem, s.hasType = u.shapeIn(s.elemType, s.env), false
	}
	if s.elem == nil {
		return unknown
	}
	return s.elem
}

// classKind returns the kind of a class, opaqueClass for what is no class.
func (s *shape) classKind() classKind {
	if s == nil || s.kind != classShape {
		return opaqueClass
	}
	return s.class.kind
}

func (s *shape) isClass() bool   { return s != nil && s.kind == classShape }
func (s *shape) isPointer() bool { return s != nil && s.kind == pointerShape }

// isPlain reports whether s is a class of the project.
func (s *shape) isPlain() bool { return s.isClass() && s.class.kind == plainClass }
