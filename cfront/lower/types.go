//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// typeInfo is a node's type and its canonical form.
type typeInfo struct {
	t, canon clang.Type
	kind     clang.TypeKind // of the canonical type
}

func infoOf(t clang.Type) *typeInfo {
	canon := t.CanonicalType()
	return &typeInfo{t, canon, canon.Kind()}
}

func (n *node) info() *typeInfo {
	if n.typ == nil {
		n.typ = infoOf(n.c.Type())
	}
	return n.typ
}

func (t *typeInfo) isPointer() bool {
	switch t.kind {
	case gc.Type_Pointer, gc.Type_NullPtr, gc.Type_BlockPointer:
		return true
	}
	return false
}

func (t *typeInfo) isArray() bool { return isArrayKind(t.kind) }

func isArrayKind(k clang.TypeKind) bool {
	switch k {
	case gc.Type_ConstantArray, gc.Type_IncompleteArray, gc.Type_VariableArray, gc.Type_DependentSizedArray:
		return true
	}
	return false
}

func (t *typeInfo) isReference() bool {
	return t.kind == gc.Type_LValueReference || t.kind == gc.Type_RValueReference
}

func (t *typeInfo) isRecord() bool { return t.kind == gc.Type_Record }

func (t *typeInfo) isFunction() bool {
	return t.kind == gc.Type_FunctionProto || t.kind == gc.Type_FunctionNoProto
}

func (t *typeInfo) isInteger() bool {
	return t.kind >= gc.Type_Bool && t.kind <= gc.Type_Int128 || t.kind == gc.Type_Enum
}

func (t *typeInfo) isVoid() bool { return t.kind == gc.Type_Void }

// pointee returns the type that a pointer or reference points to.
func (t *typeInfo) pointee() *typeInfo { return infoOf(t.canon.PointeeType()) }

// element returns the element type of an array.
func (t *typeInfo) element() *typeInfo { return infoOf(t.canon.ArrayElementType()) }

// size returns the size in bytes, 0 if it is not known.
func (t *typeInfo) size() int64 { return max(t.canon.SizeOf(), 0) }

// field is a member of a record.
type field struct {
	name string
	typ  *typeInfo
}

// fieldsOf returns the members of a record in order; those of anonymous members stand as if they were its own.
func (u *unit) fieldsOf(t *typeInfo) []field {
	decl := t.canon.Declaration()
	key := keyOf(decl)
	if fs, ok := u.fields[key]; ok {
		return fs
	}
	u.fields[key] = nil // a damaged record that holds itself ends here
	var fs []field
	for _, c := range children(decl) {
		switch c.Kind() {
		case gc.Cursor_FieldDecl:
			fs = append(fs, field{c.Spelling(), infoOf(c.Type())})
		case gc.Cursor_StructDecl, gc.Cursor_UnionDecl:
			if c.IsAnonymousRecordDecl() {
				fs = append(fs, u.fieldsOf(infoOf(c.Type()))...)
			}
		}
	}
	if decl.Kind() == gc.Cursor_UnionDecl && len(fs) > 1 {
		fs = fs[:1]
	}
	u.fields[key] = fs
	return fs
}
