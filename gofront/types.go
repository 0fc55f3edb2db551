package gofront

import (
	"go/types"
)

// under is the underlying type; of a type parameter, the one that all types in its constraint share, if there is one.
func under(t types.Type) types.Type {
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	iface, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok {
		return t.Underlying()
	}
	if c := commonTerm(iface, 0); c != nil {
		return c
	}
	return iface
}

// commonTerm is the underlying type of every type that an interface admits, or nil.
func commonTerm(iface *types.Interface, depth int) types.Type {
	var common types.Type
	for e := range iface.EmbeddedTypes() {
		for _, t := range terms(e, depth) {
			if t == nil || common != nil && !types.Identical(common, t) {
				return nil
			}
			common = t
		}
	}
	return common
}

func terms(e types.Type, depth int) []types.Type {
	if depth > 10 {
		return []types.Type{nil}
	}
	switch e := types.Unalias(e).(type) {
	case *types.Union:
		var out []types.Type
		for t := range e.Terms() {
			out = append(out, terms(t.Type(), depth+1)...)
		}
		return out
	case *types.Interface:
		return []types.Type{commonTerm(e, depth+1)}
	default:
		if i, ok := e.Underlying().(*types.Interface); ok {
			if c := commonTerm(i, depth+1); c != nil {
				return []types.Type{c}
			}
			return nil
		}
		return []types.Type{e.Underlying()}
	}
}

func isStringType(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isAggregate reports whether a value of the type is kept cell by cell: a struct or an array.
func isAggregate(t types.Type) bool {
	switch under(t).(type) {
	case *types.Struct, *types.Array:
		return !isTypeParam(t)
	}
	return false
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// allocates reports whether a conversion copies: between strings and slices of bytes or runes.
func allocates(from, to types.Type) bool {
	if isTypeParam(from) || isTypeParam(to) {
		return false
	}
	_, fromSlice := under(from).(*types.Slice)
	_, toSlice := under(to).(*types.Slice)
	return fromSlice && isStringType(to) || isStringType(from) && toSlice
}

// holdsPointers reports whether a value of the type can lead to memory: what an analysis of buffers has to follow.
func holdsPointers(t types.Type) bool { return holds(t, 0) }

func holds(t types.Type, depth int) bool {
	if t == nil || depth > 20 {
		return true
	}
	switch t := under(types.Unalias(t)).(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer || t.Kind() == types.String || t.Kind() == types.Uintptr ||
			t.Kind() == types.UntypedNil
	case *types.Array:
		return holds(t.Elem(), depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			if holds(t.Field(i).Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

// isInteger reports whether values of the type are written as integers in ir: integers and booleans.
func isInteger(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsBoolean) != 0
}

// worthStoring reports whether a store of such a value can matter: floating-point data is never followed.
func worthStoring(t types.Type) bool {
	if isTypeParam(t) || isInteger(t) || holdsPointers(t) {
		return true
	}
	return isAggregate(t) && hasIntegers(t, 0)
}

func hasIntegers(t types.Type, depth int) bool {
	if depth > 20 {
		return false
	}
	switch t := under(t).(type) {
	case *types.Basic:
		return isInteger(t)
	case *types.Array:
		return hasIntegers(t.Elem(), depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			if hasIntegers(t.Field(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

func elemType(t types.Type) types.Type {
	switch t := under(t).(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Pointer:
		return t.Elem()
	case *types.Basic:
		if isStringType(t) {
			return types.Typ[types.Byte]
		}
	}
	return nil
}

func arrayOf(t types.Type) (*types.Array, bool) {
	if p, ok := under(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	a, ok := under(t).(*types.Array)
	return a, ok
}

// sizeOf returns the size of a type in bytes, or 0 where it is not known (type parameters).
func sizeOf(t types.Type) int64 {
	if t == nil || hasTypeParam(t, 0) {
		return 0
	}
	return sizes.Sizeof(t)
}

// sizes are those of 64-bit machines, which is what MPI runs on.
var sizes = types.SizesFor("gc", "amd64")

func hasTypeParam(t types.Type, depth int) bool {
	if depth > 20 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		return hasTypeParam(t.Underlying(), depth+1)
	case *types.Array:
		return hasTypeParam(t.Elem(), depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			if hasTypeParam(t.Field(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

func isSlice(t types.Type) bool {
	_, ok := under(t).(*types.Slice)
	return ok
}
