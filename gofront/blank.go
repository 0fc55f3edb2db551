package gofront

import (
	"go/ast"
	"go/token"
	"go/types"
)

// blank empties the functions and package variables that hold errors, and reports whether there were any: go/ssa needs
// well-typed bodies, and what has errors elsewhere can still be analysed.
func blank(files []*ast.File, errs []types.Error) bool {
	found := false
	for _, f := range files {
		f.Decls = withoutBad(f.Decls)
		for _, e := range errs {
			if e.Pos < f.FileStart || e.Pos > f.FileEnd {
				continue
			}
			for _, d := range f.Decls {
				found = blankDecl(d, e.Pos) || found
			}
		}
	}
	return found
}

func blankDecl(d ast.Decl, at token.Pos) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body != nil && d.Body.Pos() <= at && at <= d.Body.End() {
			d.Body = nil
			return true
		}
	case *ast.GenDecl:
		if d.Tok != token.VAR {
			return false
		}
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Values) > 0 && v.Pos() <= at && at <= max(v.End(), d.End()) {
				blankVar(v)
				return true
			}
		}
	}
	return false
}

// blankVar takes the initial value away; without a written type, nothing is known of the variable any more.
func blankVar(v *ast.ValueSpec) {
	if v.Type == nil {
		v.Type = &ast.InterfaceType{Interface: v.Values[0].Pos(), Methods: &ast.FieldList{}}
	}
	v.Values = nil
}

// withoutBad drops declarations that the parser could not read.
func withoutBad(decls []ast.Decl) []ast.Decl {
	out := decls[:0]
	for _, d := range decls {
		if _, bad := d.(*ast.BadDecl); !bad {
			out = append(out, d)
		}
	}
	return out
}

// unreadable returns an error for each expression and statement that the parser could not read: the type checker passes
// over them in silence.
func unreadable(files []*ast.File) []types.Error {
	var out []types.Error
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.BadExpr, *ast.BadStmt:
				out = append(out, types.Error{Pos: n.Pos()})
			}
			return true
		})
	}
	return out
}
