package gofront

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

func (fr *frame) makeSlice(m *ssa.MakeSlice) {
	n := m.Len
	if m.Cap != nil && m.Cap != m.Len {
		n = m.Cap
	}
	elem := sizeOf(elemType(m.Type()))
	count := fr.expr(n)
	if isZero(n) {
		fr.setAcquired(m, ir.Null{}) // make([]T, 0): no memory
		return
	}
	fr.b.Emit(&ir.Acquire{Dst: fr.acquired(m), How: "make", Size: bytesOf(count, elem), Elem: elem, Zero: true,
		Name: fr.nameOf(m), Pos: fr.posOf(m)})
}

// setAcquired gives an acquisition that turned out to yield no memory its value.
func (fr *frame) setAcquired(v ssa.Value, x ir.Expr) {
	if fr.plan.direct[v] != nil {
		fr.b.Emit(&ir.Assign{Dst: fr.acquired(v), Src: x, Pos: fr.posOf(v)})
		return
	}
	fr.vals[v] = x
}

// convert lowers a conversion between strings and slices, which copies.
func (fr *frame) convert(c *ssa.Convert) {
	if k, ok := c.X.(*ssa.Const); ok && k.Value != nil && isStringType(c.Type()) {
		fr.setAcquired(c, fr.expr(c.X))
		return
	}
	elem := sizeOf(elemType(c.Type()))
	acq := &ir.Acquire{Dst: fr.acquired(c), How: types.TypeString(c.Type(), types.RelativeTo(fr.u.pkg.Types)) + " conversion",
		Elem: elem, Name: fr.nameOf(c), Pos: fr.posOf(c)}
	if n := fr.length(c.X, "len"); n != nil {
		acq.Size = bytesOf(n, elem)
	}
	fr.b.Emit(acq)
}

// concat lowers the concatenation of strings, which makes a new one.
func (fr *frame) concat(b *ssa.BinOp) {
	fr.b.Emit(&ir.Acquire{Dst: fr.acquired(b), How: "string concatenation", Elem: 1, Name: fr.nameOf(b), Pos: fr.posOf(b)})
}

// bytesOf is the size of count elements; nil where the size of one is not known.
func bytesOf(count ir.Expr, elem int64) ir.Expr {
	if count == nil || elem == 0 {
		return nil
	}
	return ir.Simplify(ir.Bin{Op: "*", X: count, Y: ir.Const{V: elem}})
}

// fresh makes result i of a call fresh memory.
func (fr *frame) fresh(s *site, i int, how string) *ir.Acquire {
	acq := &ir.Acquire{Dst: fr.resultCell(s, i), How: how, Name: fr.resultName(s, i), Pos: s.pos}
	if i < s.numResults() {
		acq.Elem = sizeOf(elemType(s.c.Signature().Results().At(i).Type()))
	}
	fr.b.Emit(acq)
	return acq
}

// posOf is the source range of the expression that computes v.
func (fr *frame) posOf(v ssa.Value) ir.Pos {
	if fr.callAt.IsValid() {
		return fr.callAt
	}
	if n := fr.node(v); n != nil {
		return fr.syn.at(n)
	}
	return fr.syn.pos(v.Pos())
}

func (fr *frame) node(v ssa.Value) ast.Expr {
	if c := fr.syn.calls[v.Pos()]; c != nil {
		return c
	}
	if e := fr.syn.exprs[v.Pos()]; e != nil {
		return e
	}
	return nil
}

// nameOf is what the source calls the memory that v acquires: the variable or field it is first stored in, else the
// expression itself.
func (fr *frame) nameOf(v ssa.Value) string {
	if name := fr.destination(v, 0); name != "" {
		return name
	}
	if n := fr.node(v); n != nil {
		return fr.syn.text(n)
	}
	return ""
}

func (fr *frame) resultName(s *site, i int) string {
	if v := s.result(i); v != nil {
		if name := fr.destination(v, 0); name != "" {
			return name
		}
	}
	if s.node != nil && !fr.callAt.IsValid() {
		return fr.syn.text(s.node)
	}
	return s.name
}

// destination follows a value to the first variable or field that it is stored in.
func (fr *frame) destination(v ssa.Value, depth int) string {
	if depth > 6 {
		return ""
	}
	for _, u := range uses(v) {
		switch u := u.(type) {
		case *ssa.Store:
			if u.Val != v {
				continue
			}
			if name := fr.storedIn(u, depth); name != "" {
				return name
			}
		case *ssa.Slice, *ssa.ChangeType, *ssa.MakeInterface, *ssa.Convert, *ssa.TypeAssert, *ssa.ChangeInterface:
			if name := fr.destination(u.(ssa.Value), depth+1); name != "" {
				return name
			}
		case *ssa.Extract:
			if u.Index == 0 {
				return fr.destination(u, depth+1)
			}
		case *ssa.Return:
			if fr.calledBy != nil {
				return fr.returnedTo(u, v, depth)
			}
		}
	}
	return ""
}

// returnedTo follows a value that a body lowered in place returns.
func (fr *frame) returnedTo(r *ssa.Return, v ssa.Value, depth int) string {
	for i, x := range r.Results {
		if res := fr.calledBy.result(i); x == v && res != nil {
			return fr.caller.destination(res, depth+1)
		}
	}
	return ""
}

func (fr *frame) storedIn(st *ssa.Store, depth int) string {
	if a, ok := st.Addr.(*ssa.Alloc); ok {
		if fr.syn.vars[a.Pos()] && !isCgoTemp(a) {
			return a.Comment
		}
		for _, u := range uses(a) {
			if ld, ok := u.(*ssa.UnOp); ok && ld.Op == token.MUL {
				if name := fr.destination(ld, depth+1); name != "" {
					return name
				}
			}
		}
		return ""
	}
	dst := fr.syn.assigned[st.Pos()].dst
	if dst == nil {
		return ""
	}
	if key, ok := dst.(*ast.Ident); ok {
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok && fr.syn.pkg.Info.Uses[key] != nil {
			if v, ok := fr.syn.pkg.Info.Uses[key].(*types.Var); ok && v.IsField() {
				return fieldName(fa.X.Type(), fa.Field)
			}
		}
	}
	return fr.syn.text(dst)
}
