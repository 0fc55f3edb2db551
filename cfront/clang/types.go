//go:build cgo

package clang

import gc "github.com/go-clang/clang-v15/clang"

// The bindings' types under this package's name. Their constants keep the
// bindings' names (Cursor_CallExpr, Type_Pointer, …) and are used from there.
type (
	Cursor           = gc.Cursor
	CursorKind       = gc.CursorKind
	Type             = gc.Type
	TypeKind         = gc.TypeKind
	Token            = gc.Token
	TokenKind        = gc.TokenKind
	File             = gc.File
	SourceLocation   = gc.SourceLocation
	SourceRange      = gc.SourceRange
	TranslationUnit  = gc.TranslationUnit
	ChildVisitResult = gc.ChildVisitResult
)
