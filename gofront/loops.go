package gofront

import (
	"go/ast"
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// loops maps the header of each loop that is written as a for or range statement to the place of that statement.
func (s *syntax) loops(f *ssa.Function) map[*ssa.BasicBlock]ir.Pos {
	stmts := loopStmts(f.Syntax())
	if len(stmts) == 0 {
		return nil
	}
	type loop struct {
		header *ssa.BasicBlock
		blocks []*ssa.BasicBlock
	}
	var loops []loop
	for _, h := range f.Blocks {
		if strings.HasPrefix(h.Comment, "label.") {
			continue // made by goto
		}
		if blocks := naturalLoop(h); blocks != nil {
			loops = append(loops, loop{h, blocks})
		}
	}
	sort.SliceStable(loops, func(i, j int) bool { return len(loops[i].blocks) < len(loops[j].blocks) })
	out := map[*ssa.BasicBlock]ir.Pos{}
	used := map[ast.Stmt]bool{}
	for _, l := range loops {
		lo, hi := extent(l.blocks)
		for _, st := range stmts { // the smallest first
			if !used[st] && st.Pos() <= lo && hi < st.End() {
				used[st] = true
				out[l.header] = s.loopAt(st)
				break
			}
		}
	}
	return out
}

// loopAt is the place of a loop statement: its first line.
func (s *syntax) loopAt(st ast.Stmt) ir.Pos { return s.pos(st.Pos()) }

// loopStmts lists the loop statements of a function, the smallest first, without those of literals in it.
func loopStmts(syn ast.Node) []ast.Stmt {
	var body ast.Node
	switch n := syn.(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	case *ast.RangeStmt:
		body = n.Body
	}
	var out []ast.Stmt
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt:
			out = append(out, n)
		case *ast.RangeStmt:
			out = append(out, n)
		}
		return true
	})
	sort.SliceStable(out, func(i, j int) bool { return out[i].End()-out[i].Pos() < out[j].End()-out[j].Pos() })
	return out
}

// naturalLoop returns the blocks of the loop that h is the header of, or nil.
func naturalLoop(h *ssa.BasicBlock) []*ssa.BasicBlock {
	in := map[*ssa.BasicBlock]bool{h: true}
	var work []*ssa.BasicBlock
	for _, p := range h.Preds {
		if h.Dominates(p) {
			work = append(work, p)
		}
	}
	if len(work) == 0 {
		return nil
	}
	out := []*ssa.BasicBlock{h}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if in[b] {
			continue
		}
		in[b] = true
		out = append(out, b)
		work = append(work, b.Preds...)
	}
	return out
}

// extent returns the first and last position in the blocks; without any, one that no statement contains.
func extent(blocks []*ssa.BasicBlock) (lo, hi token.Pos) {
	for _, b := range blocks {
		for _, in := range b.Instrs {
			p := in.Pos()
			if !p.IsValid() {
				continue
			}
			if _, ok := in.(*ssa.Phi); ok {
				continue // stands at the variable's declaration
			}
			if !lo.IsValid() || p < lo {
				lo = p
			}
			hi = max(hi, p)
		}
	}
	return lo, hi
}

func (fr *frame) loopPos(b *ssa.BasicBlock) ir.Pos {
	p := fr.loops[b]
	if y := fr.yield; y != nil && p.IsValid() && y.around[b] {
		return y.at
	}
	return p
}
