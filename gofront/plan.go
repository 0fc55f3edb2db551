package gofront

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// plan says, for one SSA function, which values are written as expressions where they are used and which are put into a
// temporary where they are computed. Expressions keep conditions and indices readable, and equal when repeated.
type plan struct {
	temp map[ssa.Value]bool
	// direct maps a value to the store that is its only use: the value goes to the destination at once.
	direct map[ssa.Value]*ssa.Store
	// skip holds the stores that direct makes superfluous.
	skip map[ssa.Instruction]bool
	// only maps a local variable that is stored to once to that store.
	only   map[*ssa.Alloc]*ssa.Store
	fixed  map[ssa.Value]bool // memo of stable
	fixing map[ssa.Value]bool
	last   map[ssa.Value]int
	index  map[ssa.Instruction]int
}

// maxExpr bounds the size of an expression that is repeated at several uses.
const maxExpr = 6

func newPlan(f *ssa.Function) *plan {
	p := &plan{temp: map[ssa.Value]bool{}, direct: map[ssa.Value]*ssa.Store{}, skip: map[ssa.Instruction]bool{},
		only: map[*ssa.Alloc]*ssa.Store{}, fixed: map[ssa.Value]bool{}, fixing: map[ssa.Value]bool{},
		last: map[ssa.Value]int{}, index: map[ssa.Instruction]int{}}
	for _, b := range f.Blocks {
		for i, in := range b.Instrs {
			p.index[in] = i
			if a, ok := in.(*ssa.Alloc); ok {
				if st := onlyStore(a); st != nil {
					p.only[a] = st
				}
			}
		}
	}
	for _, b := range f.Blocks {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if v, ok := b.Instrs[i].(ssa.Value); ok {
				p.decide(b, i, v)
			}
		}
	}
	for _, b := range f.Blocks {
		for i, in := range b.Instrs {
			p.findDirect(b, i, in)
		}
	}
	return p
}

// uses returns the instructions that use v.
func uses(v ssa.Value) []ssa.Instruction {
	refs := v.Referrers()
	if refs == nil {
		return nil
	}
	out := make([]ssa.Instruction, 0, len(*refs))
	for _, r := range *refs {
		if _, ok := r.(*ssa.DebugRef); !ok {
			out = append(out, r)
		}
	}
	return out
}

// onlyStore returns the store to a local variable that is never stored to again and never leaves the function.
func onlyStore(a *ssa.Alloc) *ssa.Store {
	if a.Heap {
		return nil
	}
	var st *ssa.Store
	for _, r := range uses(a) {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != a || st != nil {
				return nil
			}
			st = r
		case *ssa.UnOp:
		default:
			return nil // a field or an element may be assigned
		}
	}
	return st
}

func (p *plan) decide(b *ssa.BasicBlock, i int, v ssa.Value) {
	p.last[v] = i
	if !foldable(v) {
		return
	}
	refs := uses(v)
	if len(refs) > 1 && size(v, maxExpr+1) > maxExpr {
		p.temp[v] = true
		return
	}
	if p.stable(v) {
		return
	}
	last := i
	for _, r := range refs {
		if _, phi := r.(*ssa.Phi); phi || r.Block() != b {
			p.temp[v] = true
			return
		}
		last = max(last, p.consumed(r))
	}
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op == token.MUL && p.clobbered(b, ld, i, last) {
		p.temp[v] = true
		return
	}
	if isOpaque(v) && len(refs) > 1 {
		p.temp[v] = true
		return
	}
	p.last[v] = last
}

// consumed returns the index of the instruction at which what r computes is evaluated.
func (p *plan) consumed(r ssa.Instruction) int {
	if v, ok := r.(ssa.Value); ok && foldable(v) && !p.temp[v] {
		return max(p.last[v], p.index[r])
	}
	return p.index[r]
}

// foldable reports whether v can be written as an expression: it has no effect.
func foldable(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Index,
		*ssa.Slice, *ssa.SliceToArrayPointer, *ssa.Extract, *ssa.TypeAssert, *ssa.Lookup:
		return true
	case *ssa.BinOp:
		return !isStringType(v.Type()) || v.Op != token.ADD
	case *ssa.Convert:
		return !allocates(v.X.Type(), v.Type())
	case *ssa.MultiConvert:
		return true
	case *ssa.MakeInterface:
		return !isAggregate(v.X.Type())
	case *ssa.Call:
		return pureBuiltin(v)
	}
	return false
}

// isOpaque reports whether the expression for v says nothing about its value, so that two uses would not look equal.
func isOpaque(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Lookup, *ssa.TypeAssert, *ssa.Index:
		return true
	case *ssa.UnOp:
		return v.Op == token.ARROW
	}
	return false
}

func pureBuiltin(c *ssa.Call) bool {
	b, ok := c.Call.Value.(*ssa.Builtin)
	if !ok {
		return false
	}
	switch b.Name() {
	case "len", "cap", "min", "max", "real", "imag", "complex", "ssa:wrapnilchk",
		"Add", "Slice", "SliceData", "String", "StringData", "Sizeof", "Offsetof", "Alignof":
		return true
	}
	return false
}

// size counts the nodes of the expression for v, up to a limit.
func size(v ssa.Value, limit int) int {
	if limit <= 0 || !foldable(v) {
		return 1
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return 1
	}
	n := 1
	for _, op := range in.Operands(nil) {
		if *op != nil && n < limit {
			n += size(*op, limit-n)
		}
	}
	return n
}

// stable reports whether v has the same value wherever it is evaluated.
func (p *plan) stable(v ssa.Value) bool {
	if s, ok := p.fixed[v]; ok {
		return s
	}
	if p.fixing[v] {
		return false
	}
	p.fixing[v] = true
	s := p.isStable(v)
	delete(p.fixing, v)
	p.fixed[v] = s
	return s
}

func (p *plan) isStable(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc, *ssa.Builtin:
		return true
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return false
		}
		if v.Op == token.MUL {
			a, ok := v.X.(*ssa.Alloc)
			return ok && p.only[a] != nil && !inCycle(a, p.only[a])
		}
	case *ssa.Lookup, *ssa.Index, *ssa.TypeAssert:
		return false
	case *ssa.Extract:
		return true // of a tuple that is kept in temporaries
	}
	if !foldable(v) {
		return true // kept in a temporary, once computed
	}
	for _, op := range v.(ssa.Instruction).Operands(nil) {
		if *op != nil && !p.stable(*op) {
			return false
		}
	}
	return true
}

// inCycle reports whether the variable is set again in each pass of a loop, so that a value read in one pass must not be
// read again in the next. That cannot be seen by an expression within one pass, so only a store elsewhere than right
// after the declaration counts.
func inCycle(a *ssa.Alloc, st *ssa.Store) bool { return a.Block() != st.Block() }

// clobbered reports whether something between instructions i and last may change what the load reads.
func (p *plan) clobbered(b *ssa.BasicBlock, ld *ssa.UnOp, i, last int) bool {
	root := baseAlloc(ld.X)
	private := root != nil && !root.Heap
	for k := i + 1; k < last && k < len(b.Instrs); k++ {
		switch in := b.Instrs[k].(type) {
		case *ssa.Store:
			to := baseAlloc(in.Addr)
			if private && to == root || !private && (to == nil || to.Heap) {
				return true
			}
		case *ssa.Call:
			if !private && !pureBuiltin(in) {
				return true
			}
		case *ssa.Go, *ssa.RunDefers, *ssa.Send, *ssa.Select:
			if !private {
				return true
			}
		case *ssa.Alloc:
			if in == root {
				return true
			}
		}
	}
	return false
}

// baseAlloc returns the variable that an address lies within, or nil.
func baseAlloc(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			if _, ok := under(a.X.Type()).(*types.Pointer); !ok {
				return nil
			}
			addr = a.X
		default:
			return nil
		}
	}
}

// findDirect looks for the store that takes the value of an acquisition or call right away.
func (p *plan) findDirect(b *ssa.BasicBlock, i int, in ssa.Instruction) {
	switch v := in.(type) {
	case *ssa.MakeSlice, *ssa.Convert, *ssa.Call, *ssa.BinOp:
		if !foldable(v.(ssa.Value)) {
			p.tryDirect(b, i, v.(ssa.Value), v.(ssa.Value))
		}
	case *ssa.Alloc:
		if v.Heap && v.Comment == "makeslice" {
			if refs := uses(v); len(refs) == 1 {
				if sl, ok := refs[0].(*ssa.Slice); ok && sl.Low == nil {
					p.tryDirect(b, i, v, sl)
				}
			}
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && c.Block() == b {
			p.tryDirect(b, p.index[c], v, v)
		}
	}
}

// tryDirect records the store of used if nothing between instruction i and the store reads the destination.
func (p *plan) tryDirect(b *ssa.BasicBlock, i int, v, used ssa.Value) {
	refs := uses(used)
	if len(refs) != 1 {
		return
	}
	st, ok := refs[0].(*ssa.Store)
	if !ok || st.Val != used || st.Block() != b || st.Addr == used {
		return
	}
	if !p.fixedCell(st.Addr, b, i) {
		return
	}
	for k := i + 1; k < p.index[st]; k++ {
		if !harmless(b.Instrs[k], st.Addr, used) {
			return
		}
	}
	p.direct[v] = st
	p.skip[st] = true
}

// fixedCell reports whether an address is that of the same cell before and after instruction i of b: a variable, or a
// field reached through pointers in variables that nothing else can change.
func (p *plan) fixedCell(addr ssa.Value, b *ssa.BasicBlock, i int) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return a.Block() != b || p.index[a] < i
	case *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.FieldAddr:
		if p.temp[a] {
			return false
		}
		if ld, ok := a.X.(*ssa.UnOp); ok {
			from, local := ld.X.(*ssa.Alloc)
			_, captured := ld.X.(*ssa.FreeVar)
			return ld.Op == token.MUL && !p.temp[ld] && (local && !from.Heap || captured)
		}
		return p.fixedCell(a.X, b, i)
	}
	return false
}

// harmless reports whether in can stand between an acquisition and the store of it to dst without seeing a difference.
func harmless(in ssa.Instruction, dst, v ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.MUL && in.X != dst && isCell(in.X)
	case *ssa.Alloc:
		return in != dst
	case *ssa.MakeSlice, *ssa.Slice, *ssa.FieldAddr, *ssa.Extract, *ssa.BinOp, *ssa.ChangeType, *ssa.DebugRef:
		return true
	case *ssa.Store:
		_, local := in.Addr.(*ssa.Alloc)
		_, extract := in.Val.(*ssa.Extract)
		_, fromExtract := v.(*ssa.Extract)
		return local && in.Addr != dst && (extract && fromExtract || isFresh(in.Val))
	}
	return false
}

func isCell(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

func isFresh(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		return ok && a.Comment == "makeslice"
	}
	return false
}
