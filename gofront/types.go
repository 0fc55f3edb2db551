package gofront

import (
	"go/types"
)

func isStringType(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isAggregate reports whether a value of the type is kept cell by cell: a struct or an array.
func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
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
	_, fromSlice := from.Underlying().(*types.Slice)
	_, toSlice := to.Underlying().(*types.Slice)
	return fromSlice && isStringType(to) || isStringType(from) && toSlice
}

// holdsPointers reports whether a value of the type can lead to memory: what an analysis of buffers has to follow.
func holdsPointers(t types.Type) bool { return holds(t, 0) }

func holds(t types.Type, depth int) bool {
	if depth > 20 {
		return true
	}
	switch t := types.Unalias(t).Underlying().(type) {
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
	b, ok := t.Underlying().(*types.Basic)
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
	switch t := t.Underlying().(type) {
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
	switch t := t.Underlying().(type) {
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
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	a, ok := t.Underlying().(*types.Array)
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
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
