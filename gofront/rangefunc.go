package gofront

import (
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// rangeYield is go/ssa's mark of a function made of the body of a loop over a function.
const rangeYield = "range-over-func yield"

// rangeBody is the body of a loop over a function while the loop is lowered.
type rangeBody struct {
	fr     *frame // around the loop
	at     ir.Pos // the range statement
	ready  *ssa.BasicBlock
	exits  map[int64]*ssa.BasicBlock // where break, return and goto lead to
	from   *ssa.BasicBlock
	passes int // how often the body was lowered
	yield  operand
}

// yieldFrame marks the body of an iterator that is lowered at the range statement.
type yieldFrame struct {
	at     ir.Pos
	around map[*ssa.BasicBlock]bool // headers of the iterator's loops around its calls of yield
}

// yieldArg returns the loop body that a call hands to an iterator.
func yieldArg(c *ssa.CallCommon) *ssa.MakeClosure {
	if len(c.Args) != 1 {
		return nil
	}
	if mk, ok := c.Args[0].(*ssa.MakeClosure); ok && mk.Fn.(*ssa.Function).Synthetic == rangeYield {
		return mk
	}
	return nil
}

func isLoopState(name string) bool { return strings.HasPrefix(name, "jump$") }

// rangeFunc lowers a loop over a function. The body of an iterator that is part of the program is put in place of the
// loop; otherwise the loop is one that goes on as long as it likes, with what tables know of the values.
func (fr *frame) rangeFunc(s *site, mk *ssa.MakeClosure) {
	y := mk.Fn.(*ssa.Function)
	rb := &rangeBody{fr: fr, exits: map[int64]*ssa.BasicBlock{}, yield: operand{v: mk, in: fr}}
	if st, ok := y.Syntax().(*ast.RangeStmt); ok {
		rb.at = fr.syn.loopAt(st)
	}
	rb.findExits(callBlock(s))
	if fr.iterate(s, y, rb); rb.passes == 0 {
		fr.openLoop(s, y, rb)
	}
	fr.b.Jump(fr.irBlock(rb.ready))
}

func callBlock(s *site) *ssa.BasicBlock { return s.v.(ssa.Instruction).Block() }

// findExits reads the chain of tests that go/ssa puts after the call of the iterator.
func (rb *rangeBody) findExits(b *ssa.BasicBlock) {
	rb.from = b
	rb.ready = b
	var state ssa.Value
	for depth := 0; depth < 1000; depth++ {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || state != nil && cond.X != state {
			return
		}
		state = cond.X
		k, ok := cond.Y.(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
			return
		}
		switch n := k.Int64(); {
		case n == 0:
			rb.ready = b.Succs[0]
		case n > 0:
			rb.exits[n] = b.Succs[0]
		}
		b = b.Succs[1]
	}
}

// openLoop lowers the loop with an iterator whose body is not known.
func (fr *frame) openLoop(s *site, y *ssa.Function, rb *rangeBody) {
	head, body, done := fr.b.NewBlock(), fr.b.NewBlock(), fr.b.NewBlock()
	head.Loop = rb.at
	fr.b.Jump(head)
	fr.b.SetBlock(head)
	fr.b.End(&ir.If{Cond: ir.Unknown{Text: "range"}, Then: body, Else: done, Pos: rb.at})
	fr.b.SetBlock(body)
	in := fr.bodyFrame(y, rb, fr.iterValues(s, y))
	in.ret = func(r *ssa.Return) { rb.leave(fr, r, func() { fr.b.Jump(head) }) }
	in.run()
	fr.b.SetBlock(done)
}

func (fr *frame) bodyFrame(y *ssa.Function, rb *rangeBody, vals []ir.Expr) *frame {
	rb.passes++
	cl := rb.fr.closure(rb.yield.v)
	args := make([]arg, len(vals))
	for i, x := range vals {
		args[i] = arg{x: x}
	}
	in := rb.fr.inlined(cl, args)
	in.defers = rb.fr.defers
	in.callAt = rb.fr.callAt
	return in
}

// leave ends a pass: the body returns true to go on, and false after it has set where to go.
func (rb *rangeBody) leave(fr *frame, r *ssa.Return, goOn func()) {
	if k, ok := r.Results[0].(*ssa.Const); ok && k.Value != nil && constant.BoolVal(k.Value) {
		goOn()
		return
	}
	if to := rb.exits[exitCode(r.Block())]; to != nil {
		fr.b.Jump(rb.fr.irBlock(to))
		return
	}
	fr.b.Jump(rb.fr.irBlock(rb.ready))
}

// exitCode is the number that the block stores before it returns.
func exitCode(b *ssa.BasicBlock) int64 {
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		st, ok := b.Instrs[i].(*ssa.Store)
		if !ok || !isStateCell(st.Addr) {
			continue
		}
		if k, ok := st.Val.(*ssa.Const); ok && k.Value != nil {
			return k.Int64()
		}
	}
	return 0
}

func isStateCell(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FreeVar:
		return isLoopState(a.Name())
	case *ssa.Alloc:
		return isLoopState(a.Comment)
	}
	return false
}

// iterate puts the body of the iterator in place of the loop, if it is known, with the loop's body at its calls of yield.
func (fr *frame) iterate(s *site, y *ssa.Function, rb *rangeBody) {
	cl := fr.closure(s.c.Value)
	if cl == nil || fr.depth >= maxInline || cl.fn.Synthetic != "" && cl.fn.Synthetic != rangeYield {
		return
	}
	fn := origin(cl.fn)
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxIterBlocks || fr.yields[y] != nil || !callsParam(fn) {
		return
	}
	fr.yields[y] = rb
	defer delete(fr.yields, y)
	in := fr.inlined(&closure{fn: fn, binds: cl.binds}, []arg{{v: rb.yield.v, in: fr}})
	in.yield = &yieldFrame{at: rb.at, around: loopsAroundYield(fn)}
	cont := fr.b.NewBlock()
	in.ret = func(*ssa.Return) { fr.b.Jump(cont) }
	in.run()
	fr.b.SetBlock(cont)
}

const maxIterBlocks = 60

// callYield is a pass of the loop, at the iterator's call of yield.
func (fr *frame) callYield(s *site, y *ssa.Function) {
	rb := fr.yields[y]
	if rb == nil {
		fr.unknownResults(s, 0)
		return
	}
	vals := make([]ir.Expr, len(s.args))
	for i, a := range s.args {
		vals[i] = a.x
	}
	cont := fr.b.NewBlock()
	in := fr.bodyFrame(y, rb, vals)
	in.ret = func(r *ssa.Return) {
		rb.leave(fr, r, func() {
			fr.setResult(s, 0, ir.Const{V: 1})
			fr.b.Jump(cont)
		})
	}
	delete(fr.yields, y) // the body itself may range over the same function
	in.run()
	fr.yields[y] = rb
	fr.b.SetBlock(cont)
}

// callsParam reports whether a function calls its only parameter itself, and not from another literal alone.
func callsParam(f *ssa.Function) bool {
	return len(yieldCalls(f)) > 0 && len(yieldCalls(f)) <= maxYields
}

const maxYields = 4

// yieldCalls lists the calls of the function's parameter.
func yieldCalls(f *ssa.Function) []*ssa.Call {
	if len(f.Params) != 1 {
		return nil
	}
	var out []*ssa.Call
	add := func(v ssa.Value) {
		for _, u := range uses(v) {
			if c, ok := u.(*ssa.Call); ok && c.Call.Value == v {
				out = append(out, c)
			}
		}
	}
	add(f.Params[0])
	for _, u := range uses(f.Params[0]) {
		st, ok := u.(*ssa.Store)
		if !ok {
			continue
		}
		for _, w := range uses(st.Addr) {
			if ld, ok := w.(*ssa.UnOp); ok {
				add(ld)
			}
		}
	}
	return out
}

func loopsAroundYield(f *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	calls := yieldCalls(f)
	for _, h := range f.Blocks {
		for _, b := range naturalLoop(h) {
			for _, c := range calls {
				if c.Block() == b {
					out[h] = true
				}
			}
		}
	}
	return out
}

// iterValues are the values that iterators of the standard library hand out, as far as they lead to known memory.
func (fr *frame) iterValues(s *site, y *ssa.Function) []ir.Expr {
	out := make([]ir.Expr, len(y.Params))
	for i := range out {
		out[i] = ir.Unknown{Text: "element"}
	}
	c, ok := s.c.Value.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil || len(c.Call.Args) == 0 {
		return out
	}
	obj := origin(c.Call.StaticCallee()).Object()
	if obj == nil {
		return out
	}
	over := fr.expr(c.Call.Args[0])
	switch fullName(obj) {
	case "slices.Chunk":
		out[0] = offset(over, ir.Unknown{Text: "chunk"})
	case "slices.Values":
		if isFollowed(over) {
			out[0] = ir.Load{Path: elementsOf(fr, over)}
		}
	case "slices.All", "slices.Backward":
		if isFollowed(over) && len(out) == 2 {
			out[1] = ir.Load{Path: elementsOf(fr, over)}
		}
	case "bytes.SplitSeq", "bytes.FieldsSeq", "bytes.Lines", "bytes.SplitAfterSeq", "bytes.FieldsFuncSeq":
		out[0] = offset(over, ir.Unknown{Text: "part"})
	}
	return out
}

// iteratorOf reports whether the only use of a call's result is to be ranged over.
func iteratorOf(c *ssa.Call) bool {
	refs := uses(c)
	if len(refs) != 1 {
		return false
	}
	if ct, ok := refs[0].(*ssa.ChangeType); ok {
		refs = uses(ct)
	}
	if len(refs) != 1 {
		return false
	}
	use, ok := refs[0].(*ssa.Call)
	return ok && yieldArg(use.Common()) != nil
}

// expandIterator lowers a function that returns an iterator in place, so that the iterator is known at the loop.
func (fr *frame) expandIterator(s *site, f *ssa.Function) bool {
	c, ok := s.v.(*ssa.Call)
	if !ok || fr.depth >= maxInline || len(f.Blocks) == 0 || len(f.Blocks) > 8 || !iteratorOf(c) || !returnsLiteral(f) {
		return false
	}
	fr.inlineCall(s, &closure{fn: f})
	return true
}

// returnsLiteral reports whether every return of f returns one and the same function literal.
func returnsLiteral(f *ssa.Function) bool {
	n := 0
	for _, b := range f.Blocks {
		if b == f.Recover {
			continue
		}
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(r.Results) != 1 {
			continue
		}
		switch v := returnedValue(r.Results[0]).(type) {
		case *ssa.MakeClosure:
			n++
		case *ssa.Function:
			if v.Parent() == nil {
				return false
			}
			n++
		default:
			return false
		}
	}
	return n == 1
}

// returnedValue looks through the cell that go/ssa keeps a result in.
func returnedValue(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			a, ok := x.X.(*ssa.Alloc)
			if !ok || onlyValue(a) == nil {
				return v
			}
			v = onlyValue(a)
		default:
			return v
		}
	}
}

// unitOf returns the package that holds the source of f, if it is being lowered.
func (pr *program) unitOf(f *ssa.Function) *unit {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Pkg == nil {
		return nil
	}
	return pr.byPkg[f.Pkg.Pkg]
}
