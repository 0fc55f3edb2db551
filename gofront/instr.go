package gofront

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// instr lowers one instruction. Values without effect are written where they are used, unless the plan keeps them.
func (fr *frame) instr(in ssa.Instruction) {
	if v, ok := in.(ssa.Value); ok && foldable(v) {
		if l := fr.ranges.counter[v]; l != nil {
			fr.vals[v] = ir.Value(fr.variable(l.iter))
			return
		}
		if fr.plan.temp[v] && len(uses(v)) > 0 && !fr.ranges.dead[v] {
			fr.keep(v)
		}
		return
	}
	switch in := in.(type) {
	case *ssa.Alloc:
		fr.alloc(in)
	case *ssa.Store:
		fr.store(in)
	case *ssa.Call:
		fr.call(in)
	case *ssa.Go:
		fr.goStmt(in)
	case *ssa.Defer:
		fr.deferStmt(in)
	case *ssa.RunDefers:
		fr.runDefers(in.Block())
	case *ssa.MakeSlice:
		fr.makeSlice(in)
	case *ssa.Convert:
		fr.convert(in)
	case *ssa.BinOp:
		fr.concat(in)
	case *ssa.MakeInterface:
		fr.box(in)
	default:
		fr.unfollowed(in)
	}
}

// unfollowed lowers what goes into and comes out of maps and channels.
func (fr *frame) unfollowed(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.MapUpdate:
		fr.escape(in.Value, in.Pos())
		fr.escape(in.Key, in.Pos())
	case *ssa.Send:
		fr.escape(in.X, in.Pos())
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.SendOnly {
				fr.escape(st.Send, st.Pos)
			}
		}
		fr.unknownTuple(in)
	case *ssa.Next:
		fr.unknownTuple(in)
	case *ssa.MakeMap, *ssa.MakeChan, *ssa.Range:
		fr.vals[in.(ssa.Value)] = ir.Unknown{Text: kindText(in)}
	default:
		fr.control(in)
	}
}

func kindText(in ssa.Instruction) string {
	switch in.(type) {
	case *ssa.MakeMap:
		return "map"
	case *ssa.MakeChan:
		return "channel"
	}
	return "iterator"
}

// control lowers what ends a block.
func (fr *frame) control(in ssa.Instruction) {
	b := in.Block()
	switch in := in.(type) {
	case *ssa.Jump:
		fr.b.Jump(fr.edge(b, b.Succs[0]))
	case *ssa.If:
		if l := fr.ranges.byTest[in]; l != nil {
			fr.rangeTest(in, l)
			return
		}
		if isStateTest(in.Cond) {
			fr.b.Jump(fr.irBlock(b.Succs[0]))
			return
		}
		cond := fr.expr(in.Cond)
		yes, no := fr.edge(b, b.Succs[0]), fr.edge(b, b.Succs[1])
		fr.b.End(&ir.If{Cond: cond, Then: yes, Else: no, Pos: fr.syn.pos(in.Cond.Pos())})
	case *ssa.Return:
		fr.ret(in)
	case *ssa.Panic:
		fr.b.End(&ir.Halt{Pos: fr.syn.pos(in.Pos())})
	}
}

// keep puts the value of v into a temporary.
func (fr *frame) keep(v ssa.Value) {
	x := fr.compute(v)
	t := fr.tempVar("", v.Type())
	fr.vals[v] = ir.Value(t)
	fr.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: x, Pos: fr.syn.pos(v.Pos())})
}

// alloc gives a variable its zero value, or acquires memory for new(T), &T{…} and []T{…}.
func (fr *frame) alloc(a *ssa.Alloc) {
	if fr.isVariable(a) {
		fr.zero(a)
		return
	}
	elem := under(a.Type()).(*types.Pointer).Elem()
	acq := &ir.Acquire{How: acquiredBy(a), Zero: true, Pos: fr.posOf(a), Name: fr.nameOf(a)}
	if arr, ok := under(elem).(*types.Array); ok && a.Comment != "new" {
		acq.Elem = sizeOf(arr.Elem())
		acq.Size = bytesOf(ir.Const{V: arr.Len()}, acq.Elem)
	} else if n := sizeOf(elem); n > 0 {
		acq.Size, acq.Elem = ir.Const{V: n}, n
	}
	if arr, ok := under(elem).(*types.Array); ok && arr.Len() == 0 && a.Comment != "new" {
		fr.setAcquired(a, ir.Null{}) // []T{}, make([]T, 0): no memory
		return
	}
	acq.Dst = fr.acquired(a)
	fr.b.Emit(acq)
	if isBuffer(elem) && !isPointer(elem) {
		fr.newBuffer(acq.Dst.Deref(), elem, acq.Name, acq.Pos)
	}
}

func acquiredBy(a *ssa.Alloc) string {
	switch a.Comment {
	case "new":
		return "new"
	case "makeslice":
		return "make"
	}
	return "composite literal"
}

// zero assigns the zero value to a variable where its value before can be read.
func (fr *frame) zero(a *ssa.Alloc) {
	t := under(a.Type()).(*types.Pointer).Elem()
	if !worthStoring(t) || isFuncType(t) || hasNoZero(a) || fr.storedNext(a) {
		return
	}
	v := fr.variable(a)
	var src ir.Expr = ir.Null{}
	if isInteger(t) {
		src = ir.Const{}
	}
	if l := fr.ranges.byIter[a]; l != nil && l.bound == nil {
		return // assigned by the store of -1
	}
	fr.b.Emit(&ir.Assign{Dst: ir.VarPath(v), Src: src, Pos: fr.syn.pos(a.Pos())})
	if isBuffer(t) && !isPointer(t) {
		fr.newBuffer(ir.VarPath(v), t, v.Name, fr.syn.pos(a.Pos()))
	}
}

// hasNoZero reports whether a cell is given its value where it is made, or carries no value of the program.
func hasNoZero(a *ssa.Alloc) bool {
	return a.Comment == "varargs" || a.Comment == "defer$stack" || isLoopState(a.Comment) || isCgoTemp(a) || isParamCell(a)
}

// storedNext reports whether the variable is given a value as a whole before anything reads it.
func (fr *frame) storedNext(a *ssa.Alloc) bool {
	b := a.Block()
	for i := fr.plan.index[a] + 1; i < len(b.Instrs); i++ {
		switch in := b.Instrs[i].(type) {
		case *ssa.Store:
			if in.Addr == ssa.Value(a) {
				return true
			}
		case *ssa.DebugRef:
			continue
		}
		for _, op := range b.Instrs[i].Operands(nil) {
			if *op == ssa.Value(a) {
				return false
			}
		}
	}
	return false
}

func (fr *frame) store(st *ssa.Store) {
	if fr.plan.skip[st] || fr.bookkeeping(st) {
		return
	}
	t := st.Val.Type()
	if !worthStoring(t) {
		return
	}
	dst := fr.cell(st.Addr)
	if c, ok := st.Val.(*ssa.Const); ok && c.Value != nil {
		if name := fr.syn.constant(fr.syn.assigned[st.Pos()].src); name != "" {
			fr.assign(dst, ir.Named{Name: name}, st.Pos())
			return
		}
	}
	fr.escapeClosure(st.Val, st.Pos())
	src := fr.expr(st.Val)
	if l, ok := src.(ir.Load); ok && l.Path.Equal(dst) {
		if !isSlice(t) {
			return
		}
		src = ir.Offset{X: src, N: ir.Const{}} // b = b[:n]: the same block, another length
	}
	fr.assign(dst, src, st.Pos())
}

func (fr *frame) assign(dst ir.Path, src ir.Expr, at token.Pos) {
	fr.b.Emit(&ir.Assign{Dst: dst, Src: src, Pos: fr.syn.pos(at)})
}

// bookkeeping handles stores that carry no value of the program: parameters into their own cells, function values that
// are resolved at their calls, cgo's temporaries, the state of loops over functions, counters of range loops.
func (fr *frame) bookkeeping(st *ssa.Store) bool {
	if g, ok := st.Addr.(*ssa.Global); ok {
		return strings.HasPrefix(g.Name(), "_cgo_") // the address of a C function
	}
	if isStateCell(st.Addr) {
		return true
	}
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	switch {
	case isParamCell(a) && paramOf(a) == st.Val && fr.variable(a).Kind == ir.Param:
		return true
	case a.Comment == "defer$stack":
		return true
	case fr.ranges.byStep[st] != nil:
		fr.increment(fr.ranges.byStep[st])
		return true
	case isCgoTemp(a):
		fr.known[a] = operand{x: fr.expr(st.Val), v: st.Val, in: fr}
		return true
	case fr.inline && isFuncType(st.Val.Type()) && onlyValue(a) == st.Val && justReturned(a):
		return true
	case isFuncType(st.Val.Type()) && onlyValue(a) == st.Val && cellJustCalled(a, 0):
		if cl := fr.closure(st.Val); cl != nil {
			fr.keepCaptures(a, cl, st.Pos())
			return true
		}
	}
	if l := fr.ranges.byKey[a]; l != nil {
		return true
	}
	if l := fr.ranges.byIter[a]; l != nil && l.bound == nil {
		if st.Block() == l.pre {
			fr.assign(ir.VarPath(fr.variable(a)), ir.Const{}, token.NoPos)
		}
		return true
	}
	return false
}

// justReturned reports whether a cell is only there to return what is stored in it.
func justReturned(a *ssa.Alloc) bool {
	for _, u := range uses(a) {
		ld, ok := u.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, w := range uses(ld) {
			if _, ok := w.(*ssa.Return); !ok {
				return false
			}
		}
	}
	return true
}

// isStateTest reports whether a condition is go/ssa's check that a loop over a function is in its pass.
func isStateTest(v ssa.Value) bool {
	cmp, ok := v.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL || !isZero(cmp.Y) {
		return false
	}
	in, ok := cmp.X.(ssa.Instruction)
	return ok && isStateCell(addrOf(in)) && cmp.Parent().Synthetic == rangeYield
}

func isFuncType(t types.Type) bool {
	_, ok := under(t).(*types.Signature)
	return ok
}

// escape says that a value goes where nobody follows.
func (fr *frame) escape(v ssa.Value, at token.Pos) {
	fr.escapeClosure(v, at)
	if holdsPointers(v.Type()) && !isStringType(v.Type()) {
		if x := fr.expr(v); isFollowed(x) {
			fr.b.Emit(&ir.Escape{Val: x, Pos: fr.syn.pos(at)})
		}
	}
}

// isFollowed reports whether a value can lead to a block.
func isFollowed(x ir.Expr) bool {
	switch x := x.(type) {
	case ir.Load, ir.Addr:
		return true
	case ir.Offset:
		return isFollowed(x.X)
	}
	return false
}

// unknownTuple gives every used component of a tuple a temporary with an unknown value.
func (fr *frame) unknownTuple(v ssa.Value) {
	n := v.Type().(*types.Tuple).Len()
	list := make([]ir.Expr, n)
	for i := range list {
		list[i] = ir.Unknown{}
	}
	for _, u := range uses(v) {
		ex, ok := u.(*ssa.Extract)
		if !ok || len(uses(ex)) == 0 {
			continue
		}
		t := fr.tempVar("", ex.Type())
		fr.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: ir.Unknown{}, Pos: fr.syn.pos(v.Pos())})
		list[ex.Index] = ir.Value(t)
	}
	fr.tuples[v] = list
}

// box puts a struct or array into an interface: the interface points to a copy.
func (fr *frame) box(m *ssa.MakeInterface) {
	v := fr.tempVar("", m.X.Type())
	fr.vals[m] = ir.Addr{Path: ir.VarPath(v)}
	if worthStoring(m.X.Type()) {
		fr.assign(ir.VarPath(v), fr.expr(m.X), m.Pos())
	}
}
