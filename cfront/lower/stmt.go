//go:build cgo

package lower

import (
	"sort"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// stmt lowers a statement.
func (f *fn) stmt(n *node) {
	switch n.kind {
	case gc.Cursor_CompoundStmt:
		f.compound(n)
	case gc.Cursor_DeclStmt:
		f.declStmt(n)
	case gc.Cursor_IfStmt:
		f.ifStmt(n)
	case gc.Cursor_WhileStmt:
		f.whileStmt(n)
	case gc.Cursor_DoStmt:
		f.doStmt(n)
	case gc.Cursor_ForStmt:
		f.forStmt(n)
	case gc.Cursor_SwitchStmt:
		f.switchStmt(n)
	case gc.Cursor_CaseStmt, gc.Cursor_DefaultStmt:
		f.caseStmt(n)
	case gc.Cursor_LabelStmt:
		f.labelStmt(n)
	case gc.Cursor_BreakStmt:
		f.breakTo(false)
	case gc.Cursor_ContinueStmt:
		f.breakTo(true)
	case gc.Cursor_GotoStmt, gc.Cursor_IndirectGotoStmt:
		f.gotoStmt(n)
	case gc.Cursor_ReturnStmt:
		f.returnStmt(n)
	case gc.Cursor_NullStmt:
	default:
		f.otherStmt(n)
	}
}

// otherStmt lowers expressions, C++'s statements, and kinds nobody has modelled: those by their parts.
func (f *fn) otherStmt(n *node) {
	if n.isExpr() {
		f.fullExpr(func() { f.effect(n) })
		return
	}
	if f.cxxStmt(n) {
		return
	}
	if n.kind == gc.Cursor_GCCAsmStmt || n.kind == gc.Cursor_MSAsmStmt {
		for _, k := range n.kids {
			f.escape(f.value(k), k)
		}
		return
	}
	for _, k := range n.kids {
		f.stmt(k)
	}
}

func (f *fn) compound(n *node) {
	leave := f.enter(n)
	for i, k := range n.kids {
		f.droppedBefore(n, i)
		f.stmt(k)
	}
	f.droppedBefore(n, len(n.kids))
	leave()
}

// scoped lowers a statement that is a scope of its own even without braces.
func (f *fn) scoped(n *node) {
	if n.kind == gc.Cursor_CompoundStmt {
		f.compound(n)
		return
	}
	leave := f.enter(n)
	f.stmt(n)
	leave()
}

// ifStmt lowers a chain of else-ifs in a loop: chains of thousands of arms are found in generated code.
func (f *fn) ifStmt(n *node) {
	after := f.b.NewBlock()
	depth := len(f.scopes)
	var leaves []func()
	for {
		leaves = append(leaves, f.enter(n))
		kids := f.cxxCondition(n, n.kids)
		if len(kids) < 2 {
			f.parts(kids)
			break
		}
		then, els := f.b.NewBlock(), after
		if len(kids) > 2 || f.exitsAbove(depth) {
			els = f.b.NewBlock()
		}
		f.cond(kids[0], then, els)
		f.b.SetBlock(then)
		f.scoped(kids[1])
		f.unwind(depth)
		f.b.Jump(after)
		if els == after {
			break
		}
		f.b.SetBlock(els)
		if len(kids) < 3 {
			break
		}
		if kids[2].kind != gc.Cursor_IfStmt {
			f.scoped(kids[2])
			break
		}
		n = kids[2]
	}
	for i := len(leaves) - 1; i >= 0; i-- {
		leaves[i]()
	}
	f.b.Jump(after)
	f.b.SetBlock(after)
}

// parts lowers the pieces of a statement that syntax errors have damaged.
func (f *fn) parts(kids []*node) {
	for _, k := range kids {
		f.stmt(k)
	}
}

func (f *fn) labelStmt(n *node) {
	blk := f.labelBlock(n.c.Spelling())
	f.b.Jump(blk)
	f.b.SetBlock(blk)
	f.parts(n.kids)
}

func (f *fn) labelNames() []string {
	names := make([]string, 0, len(f.labels))
	for name := range f.labels {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (f *fn) returnStmt(n *node) {
	ret := &ir.Return{Pos: f.u.pos(n)}
	for _, k := range n.kids {
		if !k.isExpr() {
			continue
		}
		v := f.returned(k)
		if f.b.Fn.NumRes > 0 {
			ret.Vals = []ir.Expr{v}
		}
	}
	if f.b.Fn.NumRes > 0 && ret.Vals == nil {
		ret.Vals = []ir.Expr{ir.Unknown{}}
	}
	f.unwind(0)
	f.b.End(ret)
	f.returnDone()
}

// returned evaluates a return's operand. When leaving the function does something, the value is taken before.
func (f *fn) returned(n *node) ir.Expr {
	if v, ok := f.cxxReturned(n); ok {
		return v
	}
	v := f.value(n)
	if f.exitsAbove(0) {
		return f.held(v, n)
	}
	return v
}

// held stores a value in a temporary unless it is constant.
func (f *fn) held(v ir.Expr, n *node) ir.Expr {
	switch v.(type) {
	case ir.Const, ir.Null, ir.Str, ir.Named, ir.FuncRef, ir.Unknown:
		return v
	}
	t := f.b.AddTemp()
	f.assign(ir.VarPath(t), v, n)
	return ir.Value(t)
}
