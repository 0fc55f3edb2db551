package fix

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"

	"mpivet/dataflow/age"
	"mpivet/ir"
	"mpivet/rules"
)

// goFix is a fix of Go in the making.
type goFix struct {
	*Fixer
	ch    *age.Churn
	src   *source
	fset  *token.FileSet
	file  *ast.File
	fn    *ast.FuncDecl
	inner ast.Stmt // the loop that communicates
	outer ast.Stmt // the outermost loop around it; its label, where it has one
	at    *ast.AssignStmt
	name  *ast.Ident // of the slice
	call  *ast.CallExpr
}

// fixGo moves a make out of its loops, or keeps the slice of a receive.
func (f *Fixer) fixGo(ch *age.Churn, src *source) (rules.Fix, bool) {
	g := &goFix{Fixer: f, ch: ch, src: src, fset: token.NewFileSet()}
	if !g.parse() || !g.locate() || !g.plain() || !f.stays(ch) {
		return rules.Fix{}, false
	}
	if ident, ok := g.call.Fun.(*ast.Ident); ok && ident.Name == "make" && len(g.at.Lhs) == 1 {
		return g.hoist()
	}
	if sel, ok := g.call.Fun.(*ast.SelectorExpr); ok {
		return g.receive(sel)
	}
	return rules.Fix{}, false
}

// parse reads the file; files of cgo get no fix.
func (g *goFix) parse() bool {
	var err error
	if g.file, err = parser.ParseFile(g.fset, g.src.name, g.src.text, parser.SkipObjectResolution); err != nil {
		return false
	}
	for _, i := range g.file.Imports {
		if i.Path.Value == `"C"` {
			return false
		}
	}
	return !strings.Contains(g.src.text, "//line ") && !strings.Contains(g.src.text, "/*line ")
}

func (g *goFix) offset(p token.Pos) int { return g.fset.Position(p).Offset }

// locate finds the function, its loops and the statement that acquires, which must stand in the loop's body itself.
func (g *goFix) locate() bool {
	in, out := g.src.offset(g.ch.Loop.Pos.Line, g.ch.Loop.Pos.Col), g.src.offset(outermost(g.ch.Loop).Pos.Line, outermost(g.ch.Loop).Pos.Col)
	for _, d := range g.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && g.offset(fn.Pos()) <= in && in < g.offset(fn.End()) {
			g.fn = fn
		}
	}
	if g.fn == nil {
		return false
	}
	parents := map[ast.Node]ast.Node{}
	var stack []ast.Node
	ast.Inspect(g.fn, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return false
		}
		if len(stack) > 0 {
			parents[n] = stack[len(stack)-1]
		}
		stack = append(stack, n)
		if s, ok := n.(ast.Stmt); ok && loopBody(s) != nil {
			if g.offset(s.Pos()) == in {
				g.inner = s
			}
			if g.offset(s.Pos()) == out {
				g.outer = s
			}
		}
		return true
	})
	if g.inner == nil || g.outer == nil {
		return false
	}
	if l, ok := parents[g.outer].(*ast.LabeledStmt); ok {
		g.outer = l
	}
	if _, ok := parents[g.outer].(*ast.BlockStmt); !ok {
		return false
	}
	for n := ast.Node(g.outer); n != g.fn; n = parents[n] {
		if _, ok := n.(*ast.FuncLit); ok || n == nil {
			return false
		}
	}
	return g.acquisition()
}

// loopBody is the body of a loop, or nil.
func loopBody(s ast.Stmt) *ast.BlockStmt {
	switch s := s.(type) {
	case *ast.ForStmt:
		return s.Body
	case *ast.RangeStmt:
		return s.Body
	}
	return nil
}

// acquisition finds name, … := call(…) at the finding's position.
func (g *goFix) acquisition() bool {
	at := g.src.offset(g.ch.Pos.Line, g.ch.Pos.Col)
	for _, s := range loopBody(g.inner).List {
		a, ok := s.(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE || len(a.Rhs) != 1 || g.offset(a.Pos()) > at || at >= g.offset(a.End()) {
			continue
		}
		name, isName := a.Lhs[0].(*ast.Ident)
		call, isCall := a.Rhs[0].(*ast.CallExpr)
		if isName && isCall && name.Name != "_" && !call.Ellipsis.IsValid() {
			g.at, g.name, g.call = a, name, call
		}
	}
	return g.at != nil
}

// plain reports whether the function is of a form in which the variable's mentions can be followed: no goto, no mention in function
// literals, go or defer statements, no assignment, no other variable of the name.
func (g *goFix) plain() bool {
	fine := true
	var inside int
	ast.Inspect(g.fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt:
			fine = fine && n.Tok != token.GOTO
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			fine = fine && !mentions(n, g.name.Name)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && id.Name == g.name.Name && n != g.at {
					fine = false
				}
			}
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && id.Name == g.name.Name {
				fine = false
			}
		case *ast.Ident:
			if n.Name == g.name.Name {
				inside++
				fine = fine && n.Pos() >= g.at.Pos() && n.Pos() < g.inner.End()
			}
		}
		return true
	})
	_, alone := g.src.indent(g.offset(g.outer.Pos()))
	return fine && alone && inside > 1
}

func mentions(n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

// hoist moves name := make([]T, n) in front of the loops; clear keeps what the passes begin with.
func (g *goFix) hoist() (rules.Fix, bool) {
	acq, ok := g.ch.Acquire.(*ir.Acquire)
	if !ok || len(g.call.Args) < 2 || !g.sliceType(g.call.Args[0]) || !g.clears() {
		return rules.Fix{}, false
	}
	for _, a := range g.call.Args[1:] {
		if !simpleExpr(a) || g.declaredInside(a) {
			return rules.Fix{}, false
		}
	}
	if !g.holds(g.ch.Fn, outermost(g.ch.Loop), acq.Size) {
		return rules.Fix{}, false
	}
	if _, constant := acq.Size.(ir.Const); !constant && !g.runs(g.ch.Fn, g.ch.Loop) {
		return rules.Fix{}, false // a negative length may panic where no pass would have been made
	}
	made := g.src.text[g.offset(g.at.Pos()):g.offset(g.at.End())]
	return g.done("make %q once, before the loop at line %d",
		g.before(made), g.src.replace(g.offset(g.at.Pos()), g.offset(g.at.End()), "clear("+g.name.Name+")"))
}

// sliceType reports whether an expression is []T with a T that the loops do not declare.
func (g *goFix) sliceType(e ast.Expr) bool {
	t, ok := e.(*ast.ArrayType)
	return ok && t.Len == nil && simpleExpr(t.Elt) && !g.declaredInside(t.Elt)
}

// simpleExpr reports whether an expression is made of names, fields, numbers and + - *, which nothing can go wrong with.
func simpleExpr(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return simpleExpr(e.X)
	case *ast.ParenExpr:
		return simpleExpr(e.X)
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.MUL) && simpleExpr(e.X) && simpleExpr(e.Y)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && len(e.Args) == 1 && simpleExpr(e.Args[0]) && (id.Name == "len" || id.Name == "cap" || id.Name == "int")
	}
	return false
}

// declaredInside reports whether a name in an expression may be one that the loops declare.
func (g *goFix) declaredInside(e ast.Node) bool {
	inside := map[string]bool{}
	note := func(list ...ast.Expr) {
		for _, x := range list {
			if id, ok := x.(*ast.Ident); ok {
				inside[id.Name] = true
			}
		}
	}
	ast.Inspect(g.outer, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				note(n.Lhs...)
			}
		case *ast.RangeStmt:
			note(n.Key, n.Value)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				note(id)
			}
		case *ast.TypeSpec:
			note(n.Name)
		}
		return true
	})
	for name := range inside {
		if mentions(e, name) {
			return true
		}
	}
	return false
}

var goVersion = regexp.MustCompile(`(?m)^go\s+1\.(\d+)`)

// clears reports whether the module's language has the built-in clear, which came with Go 1.21.
func (g *goFix) clears() bool {
	for dir := path.Dir(g.paths.Abs(g.src.name)); ; dir = path.Dir(dir) {
		if text, ok := g.paths.Module(path.Join(dir, "go.mod")); ok {
			m := goVersion.FindStringSubmatch(text)
			if m == nil {
				return false
			}
			minor, err := strconv.Atoi(m[1])
			return err == nil && minor >= 21
		}
		if dir == path.Dir(dir) {
			return false
		}
	}
}

// before inserts lines in front of the outer loop.
func (g *goFix) before(lines ...string) rules.Edit {
	indent, _ := g.src.indent(g.offset(g.outer.Pos()))
	at := g.offset(g.outer.Pos()) - len(indent)
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(indent + l + g.src.newline())
	}
	return g.src.replace(at, at, b.String())
}

func (g *goFix) done(message string, edits ...rules.Edit) (rules.Fix, bool) {
	sortEdits(edits)
	return rules.Fix{Message: fmt.Sprintf(message, g.name.Name, g.src.line(g.offset(g.outer.Pos()))), Edits: edits}, true
}
