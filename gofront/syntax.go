package gofront

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"mpivet/ir"
)

// syntax finds the source that SSA instructions come from: go/ssa keeps one position of each, mostly a parenthesis.
type syntax struct {
	pkg    *Package
	tables *Tables
	// calls has each call at its left and its right parenthesis, exprs other expressions at their go/ssa position.
	calls map[token.Pos]*ast.CallExpr
	exprs map[token.Pos]ast.Expr
	// vars holds the places where variables are declared.
	vars map[token.Pos]bool
	// assigned maps the position of a store to the expression stored and to the destination.
	assigned map[token.Pos]assignment
	// cgoTemps maps the temporaries that cgo introduces to what they stand for.
	cgoTemps map[types.Object]ast.Expr
}

type assignment struct {
	dst, src ast.Expr
}

func newSyntax(p *Package, tables *Tables) *syntax {
	s := &syntax{pkg: p, tables: tables, calls: map[token.Pos]*ast.CallExpr{}, exprs: map[token.Pos]ast.Expr{}, vars: map[token.Pos]bool{},
		assigned: map[token.Pos]assignment{}, cgoTemps: map[types.Object]ast.Expr{}}
	for _, f := range p.Files {
		ast.Inspect(f, s.visit)
	}
	for id, obj := range p.Info.Defs {
		if v, ok := obj.(*types.Var); ok && !v.IsField() {
			s.vars[id.Pos()] = true
		}
	}
	return s
}

func (s *syntax) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		s.calls[n.Lparen] = n
		s.calls[n.Rparen] = n
	case *ast.CompositeLit:
		if _, ok := s.exprs[n.Lbrace]; !ok {
			s.exprs[n.Lbrace] = n
		}
		s.literal(n)
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(n.X).(*ast.CompositeLit); ok && n.Op == token.AND {
			s.exprs[lit.Lbrace] = n
		} else {
			s.exprs[n.OpPos] = n
		}
	case *ast.BinaryExpr:
		s.exprs[n.OpPos] = n
	case *ast.SliceExpr:
		s.exprs[n.Lbrack] = n
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i, l := range n.Lhs {
				s.assign(l, n.Rhs[i])
			}
		} else if len(n.Rhs) == 1 {
			s.assign(n.Lhs[0], n.Rhs[0])
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if i < len(n.Values) {
				s.assign(id, n.Values[i])
			}
		}
	}
	return true
}

// assign files src under the positions that go/ssa gives to a store into dst.
func (s *syntax) assign(dst, src ast.Expr) {
	a := assignment{dst, src}
	s.assigned[dst.Pos()] = a
	switch d := ast.Unparen(dst).(type) {
	case *ast.SelectorExpr:
		s.assigned[d.Sel.Pos()] = a
	case *ast.IndexExpr:
		s.assigned[d.Lbrack] = a
	case *ast.Ident:
		if strings.HasPrefix(d.Name, "_cgo") {
			if obj := s.pkg.Info.Defs[d]; obj != nil {
				s.cgoTemps[obj] = src
			}
		}
	}
}

func (s *syntax) literal(n *ast.CompositeLit) {
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			s.assigned[kv.Colon] = assignment{kv.Key, kv.Value}
		} else {
			s.assigned[e.Pos()] = assignment{nil, e}
		}
	}
}

// at returns the source range of a node. In what cgo generates, only starts can be mapped to the original file.
func (s *syntax) at(n ast.Node) ir.Pos {
	if n == nil {
		return ir.Pos{}
	}
	p := s.pos(n.Pos())
	if !p.IsValid() || s.generated(n.Pos()) {
		return p
	}
	end := s.pkg.Fset.Position(n.End())
	p.EndLine, p.EndCol = end.Line, end.Column
	return p
}

func (s *syntax) pos(at token.Pos) ir.Pos {
	if !at.IsValid() {
		return ir.Pos{}
	}
	p := s.pkg.Fset.Position(at)
	return ir.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// generated reports whether the file at a position is one that cgo made from another.
func (s *syntax) generated(at token.Pos) bool {
	f := s.pkg.Fset.File(at)
	return f != nil && f.Name() != f.Position(at).Filename
}

// text is the source form of an expression, cut to a length that fits into a message.
func (s *syntax) text(e ast.Expr) string {
	e = s.plain(e)
	if e == nil {
		return ""
	}
	t := types.ExprString(e)
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil { // an element of another literal
		t = types.TypeString(s.pkg.Info.TypeOf(lit), types.RelativeTo(s.pkg.Types)) + "{…}"
	}
	for _, prefix := range []string{"_Ctype_", "_Cfunc_", "_C2func_", "_Ciconst_"} {
		t = strings.ReplaceAll(t, prefix, "C.")
	}
	t = cgoMacro.ReplaceAllString(t, "C.$1")
	if strings.Contains(t, "_cgoIndex") || strings.Contains(t, "_cgoBase") {
		t = s.undoCgo(e, t)
	}
	if r := []rune(t); len(r) > maxText {
		t = string(r[:maxText-1]) + "…"
	}
	return t
}

const maxText = 60

var cgoMacro = regexp.MustCompile(`_Cmacro_(\w+)\(\)`)

// plain follows the temporaries that cgo introduces and drops conversions to unsafe.Pointer.
func (s *syntax) plain(e ast.Expr) ast.Expr {
	for depth := 0; depth < 10 && e != nil; depth++ {
		e = ast.Unparen(e)
		switch x := e.(type) {
		case *ast.Ident:
			src := s.cgoTemps[s.pkg.Info.Uses[x]]
			if src == nil {
				return e
			}
			e = src
		case *ast.CallExpr:
			if tv, ok := s.pkg.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 && isUnsafePointer(tv.Type) {
				e = x.Args[0]
				continue
			}
			return e
		default:
			return e
		}
	}
	return e
}

// undoCgo puts the original expressions back for (*_cgoIndexN) and (*_cgoBaseN).
func (s *syntax) undoCgo(e ast.Expr, t string) string {
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if src := s.cgoTemps[s.pkg.Info.Uses[id]]; src != nil {
			orig := types.ExprString(src)
			if amp, ok := ast.Unparen(src).(*ast.UnaryExpr); ok && amp.Op == token.AND {
				t = strings.ReplaceAll(t, "(*"+id.Name+")", types.ExprString(amp.X))
				t = strings.ReplaceAll(t, "*"+id.Name, types.ExprString(amp.X))
			}
			t = strings.ReplaceAll(t, id.Name, orig)
		}
		return true
	})
	return t
}

func isUnsafePointer(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}
