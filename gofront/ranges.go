package gofront

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// ranges are the loops over integers, slices and arrays of a function. go/ssa turns them upside down (it tests before
// the loop and again at its end, or counts from -1); here they get the form of a counting for statement.
type ranges struct {
	byIter  map[*ssa.Alloc]*rangeLoop
	byBlock map[*ssa.BasicBlock]*rangeLoop // the block that go/ssa's back edges of a loop over a slice lead to
	byKey   map[*ssa.Alloc]*rangeLoop      // source variables that are the counter itself
	byTest  map[*ssa.If]*rangeLoop         // both tests of a loop over an integer
	byStep  map[*ssa.Store]*rangeLoop      // the increment of a loop over an integer
	dead    map[ssa.Value]bool             // what the tests and increments compute on the way
	counter map[ssa.Value]*rangeLoop       // the counter after go/ssa's increment of a loop over a slice
}

type rangeLoop struct {
	iter  *ssa.Alloc
	key   *ssa.Alloc // the source variable, when it can stand for the counter
	bound ssa.Value  // of a loop over an integer
	pre   *ssa.BasicBlock
	body  *ssa.BasicBlock
	done  *ssa.BasicBlock
	step  *ir.Block // increments the counter and goes to the header
	head  *ir.Block
}

func findRanges(f *ssa.Function) *ranges {
	r := &ranges{byIter: map[*ssa.Alloc]*rangeLoop{}, byBlock: map[*ssa.BasicBlock]*rangeLoop{},
		byKey: map[*ssa.Alloc]*rangeLoop{}, byTest: map[*ssa.If]*rangeLoop{},
		byStep: map[*ssa.Store]*rangeLoop{}, dead: map[ssa.Value]bool{}, counter: map[ssa.Value]*rangeLoop{}}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			a, ok := in.(*ssa.Alloc)
			if !ok {
				continue
			}
			switch a.Comment {
			case "rangeint.iter":
				r.integer(a)
			case "rangeindex":
				r.slice(a)
			}
		}
	}
	return r
}

// integer recognises: if 0 < n goto body else done … iter = iter + 1; if iter < n goto body else done.
func (r *ranges) integer(iter *ssa.Alloc) {
	pre := iter.Block()
	test, ok := pre.Instrs[len(pre.Instrs)-1].(*ssa.If)
	if !ok {
		return
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	if !ok || cond.Op != token.LSS {
		return
	}
	l := &rangeLoop{iter: iter, bound: cond.Y, pre: pre, body: pre.Succs[0], done: pre.Succs[1]}
	var st *ssa.Store
	for _, u := range uses(iter) {
		if s, ok := u.(*ssa.Store); ok {
			if st != nil {
				return
			}
			st = s
		}
	}
	if st == nil {
		return
	}
	again, ok := st.Block().Instrs[len(st.Block().Instrs)-1].(*ssa.If)
	if !ok || st.Block().Succs[0] != l.body || st.Block().Succs[1] != l.done {
		return
	}
	next, ok := st.Val.(*ssa.BinOp)
	if !ok || len(uses(next)) != 2 {
		return
	}
	r.dead[next], r.dead[next.X], r.dead[again.Cond] = true, true, true
	r.byStep[st] = l
	r.byIter[iter] = l
	r.byTest[test], r.byTest[again] = l, l
	r.findKey(l)
}

// slice recognises: index = -1; loop: index = index + 1; if index < n goto body else done.
func (r *ranges) slice(iter *ssa.Alloc) {
	pre := iter.Block()
	if len(pre.Succs) != 1 || pre.Succs[0].Comment != "rangeindex.loop" {
		return
	}
	loop := pre.Succs[0]
	n := 0
	for _, u := range uses(iter) {
		if s, ok := u.(*ssa.Store); ok {
			if n++; s.Block() != pre && s.Block() != loop {
				return
			}
		}
	}
	if n != 2 {
		return
	}
	next, ok := loop.Instrs[1].(*ssa.BinOp)
	if !ok || len(loop.Instrs) < 3 || baseAlloc(addrOf(loop.Instrs[0])) != iter {
		return
	}
	l := &rangeLoop{iter: iter, pre: pre, body: loop}
	r.dead[next.X] = true
	r.counter[next] = l
	r.byIter[iter] = l
	r.byBlock[loop] = l
	r.findKey(l)
}

// addrOf is the address that an instruction loads from, or nil.
func addrOf(in ssa.Instruction) ssa.Value {
	if ld, ok := in.(*ssa.UnOp); ok && ld.Op == token.MUL {
		return ld.X
	}
	return nil
}

// findKey finds the source variable that is set from the counter and never changed.
func (r *ranges) findKey(l *rangeLoop) {
	for _, u := range uses(l.iter) {
		ld, ok := u.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, w := range uses(ld) {
			st, ok := w.(*ssa.Store)
			if !ok || st.Val != ssa.Value(ld) {
				continue
			}
			if key, ok := st.Addr.(*ssa.Alloc); ok && onlyStore(key) == st {
				l.key = key
				r.byKey[key] = l
				return
			}
		}
	}
}

// header returns the loop over an integer whose body b begins: its header is a block of its own.
func (r *ranges) header(b *ssa.BasicBlock) *rangeLoop {
	for _, l := range r.byIter {
		if l.bound != nil && l.body == b {
			return l
		}
	}
	return nil
}

// latch returns the loop over a slice that the edge from b goes back to the start of.
func (r *ranges) latch(b, succ *ssa.BasicBlock) *rangeLoop {
	if l := r.byBlock[succ]; l != nil && b != l.pre {
		return l
	}
	return nil
}

// step returns the block that increments the counter and goes on to head.
func (fr *frame) step(l *rangeLoop, head *ir.Block) *ir.Block {
	if l.step == nil {
		cur := fr.b.Cur
		l.step = fr.b.NewBlock()
		fr.b.SetBlock(l.step)
		fr.increment(l)
		fr.b.Jump(head)
		fr.b.SetBlock(cur)
	}
	return l.step
}

func (fr *frame) increment(l *rangeLoop) {
	it := fr.variable(l.iter)
	fr.b.Emit(&ir.Assign{Dst: ir.VarPath(it), Src: ir.Bin{Op: "+", X: ir.Value(it), Y: ir.Const{V: 1}}})
}

// rangeTest ends a block with one of the two tests of a loop over an integer: both become jumps to the one header.
func (fr *frame) rangeTest(t *ssa.If, l *rangeLoop) {
	if l.head == nil {
		cur := fr.b.Cur
		l.head = fr.b.NewBlock()
		l.head.Loop = fr.loopPos(l.body)
		fr.b.SetBlock(l.head)
		it := fr.variable(l.iter)
		cond := ir.Bin{Op: "<", X: ir.Value(it), Y: fr.expr(l.bound)}
		fr.b.End(&ir.If{Cond: cond, Then: fr.irBlock(l.body), Else: fr.irBlock(l.done), Pos: l.head.Loop})
		fr.b.SetBlock(cur)
	}
	fr.b.Jump(l.head)
}
