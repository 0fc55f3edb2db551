//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// switchStmt is an open switch.
type switchStmt struct{ term *ir.Switch }

// maxCaseRange bounds how many values of a GNU case range become arms of their own.
const maxCaseRange = 64

func (f *fn) switchStmt(n *node) {
	leave := f.enter(n)
	defer leave()
	kids := f.cxxCondition(n, n.kids)
	if len(kids) < 2 {
		f.parts(kids)
		return
	}
	sw := &switchStmt{term: &ir.Switch{Tag: f.value(kids[0]), Pos: f.u.pos(n)}}
	out := f.b.NewBlock()
	sw.term.Default = out
	f.b.End(sw.term)
	pop := f.push(target{brk: out, sw: sw})
	f.scoped(kids[1])
	pop()
	f.b.Jump(out)
	f.b.SetBlock(out)
}

// caseStmt opens the arm of a case or default. Labels in a row (case 1: case 2:) nest in the tree.
func (f *fn) caseStmt(n *node) {
	blk := f.b.NewBlock()
	for {
		f.addCase(n, blk)
		if len(n.kids) == 0 {
			break
		}
		sub := n.kids[len(n.kids)-1]
		if sub.kind != gc.Cursor_CaseStmt && sub.kind != gc.Cursor_DefaultStmt {
			break
		}
		n = sub
	}
	f.b.Jump(blk)
	f.b.SetBlock(blk)
	if len(n.kids) > 0 {
		f.stmt(n.kids[len(n.kids)-1])
	}
}

func (f *fn) addCase(n *node, blk *ir.Block) {
	var sw *switchStmt
	for i := len(f.targets) - 1; i >= 0 && sw == nil; i-- {
		sw = f.targets[i].sw
	}
	if sw == nil {
		return
	}
	if n.kind == gc.Cursor_DefaultStmt {
		sw.term.Default = blk
		return
	}
	if len(n.kids) >= 3 && f.addRange(sw, n, blk) {
		return
	}
	if len(n.kids) > 0 {
		sw.term.Cases = append(sw.term.Cases, ir.Case{Val: f.value(n.kids[0]), To: blk})
	}
}

// addRange adds the arms of "case lo ... hi"; a wide range is one arm of unknown value.
func (f *fn) addRange(sw *switchStmt, n *node, blk *ir.Block) bool {
	lo, ok1 := f.constant(n.kids[0])
	hi, ok2 := f.constant(n.kids[1])
	if !ok1 || !ok2 {
		return false
	}
	if hi-lo >= maxCaseRange || hi < lo {
		sw.term.Cases = append(sw.term.Cases, ir.Case{Val: ir.Unknown{Text: "range"}, To: blk})
		return true
	}
	for v := lo; v <= hi; v++ {
		sw.term.Cases = append(sw.term.Cases, ir.Case{Val: ir.Const{V: v}, To: blk})
	}
	return true
}
