package gofront

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// builtin lowers a call of a built-in function that has an effect.
func (fr *frame) builtin(s *site, name string) {
	switch name {
	case "append":
		fr.appendTo(s)
	case "copy":
		if holdsPointers(elemType(s.args[0].v.Type())) && !isStringType(s.args[1].v.Type()) {
			fr.copyElements(fr.pointee(s.args[0].x), s.args[1].x, s.pos)
		}
	case "recover":
		fr.unknownResults(s, 0)
	}
}

// appendTo keeps the memory of the slice while it lasts. A slice without memory gets new memory, as does one whose
// capacity is cut to its length.
func (fr *frame) appendTo(s *site) {
	base := s.args[0]
	elem := elemType(s.v.Type())
	name := fr.resultName(s, 0)
	dst := fr.resultCell(s, 0)
	if base.x == ir.Expr(ir.Null{}) || isFull(base.v) {
		acq := &ir.Acquire{Dst: dst, How: "append", Elem: sizeOf(elem), Name: name, Pos: s.pos}
		if base.x == ir.Expr(ir.Null{}) && len(s.args) > 1 {
			if n := fr.length(s.args[1].v, "len"); n != nil {
				acq.Size = bytesOf(n, acq.Elem)
			}
		}
		fr.b.Emit(acq)
	} else {
		fr.b.Emit(&ir.Ensure{Dst: dst, Base: fr.baseUnless(base.x, dst), How: "append", Elem: sizeOf(elem), Name: name, Pos: s.pos})
	}
	if len(s.args) > 1 && holdsPointers(elem) && !isStringType(elem) {
		fr.appendElements(s, dst)
	}
}

// baseUnless leaves the base of an append out where it is the destination itself.
func (fr *frame) baseUnless(x ir.Expr, dst ir.Path) ir.Expr {
	if l, ok := x.(ir.Load); ok && l.Path.Equal(dst) {
		return nil
	}
	return x
}

// isFull reports whether a slice has no room: s[:n:n].
func isFull(v ssa.Value) bool {
	sl, ok := v.(*ssa.Slice)
	return ok && sl.Max != nil && sl.High != nil && sameValue(sl.Max, sl.High)
}

func sameValue(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.Const:
		b, ok := b.(*ssa.Const)
		return ok && a.Value != nil && b.Value != nil && a.Value.ExactString() == b.Value.ExactString()
	case *ssa.Call:
		b, ok := b.(*ssa.Call)
		return ok && pureBuiltin(a) && pureBuiltin(b) && a.Call.Value.Name() == b.Call.Value.Name() &&
			len(a.Call.Args) == 1 && len(b.Call.Args) == 1 && sameValue(a.Call.Args[0], b.Call.Args[0])
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == b.Op && sameAddr(a.X, b.X)
	}
	return false
}

func sameAddr(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.FieldAddr)
	y, ok2 := b.(*ssa.FieldAddr)
	return ok && ok2 && x.Field == y.Field && (sameAddr(x.X, y.X) || sameValue(x.X, y.X))
}

// appendElements stores the appended pointers, each in an element nobody can name.
func (fr *frame) appendElements(s *site, dst ir.Path) {
	sl, ok := s.args[1].v.(*ssa.Slice)
	if ok {
		if a, ok := sl.X.(*ssa.Alloc); ok && a.Comment == "varargs" {
			n, _ := arrayOf(a.Type())
			for i := range n.Len() {
				elem := fr.cell(a).Elem(ir.Const{V: i})
				fr.b.Emit(&ir.Assign{Dst: dst.Deref().Elem(nil), Src: ir.Load{Path: elem}, Pos: s.pos})
			}
			return
		}
	}
	fr.copyElements(dst.Deref(), s.args[1].x, s.pos)
}

// copyElements copies the elements of the slice src to those at dst.
func (fr *frame) copyElements(dst ir.Path, src ir.Expr, at ir.Pos) {
	if isFollowed(src) {
		fr.b.Emit(&ir.Assign{Dst: dst.Elem(nil), Src: ir.Load{Path: elementsOf(fr, src)}, Pos: at})
	}
}

// elementsOf is an unknown element of the slice or array that x points to.
func elementsOf(fr *frame, x ir.Expr) ir.Path {
	if o, ok := x.(ir.Offset); ok {
		x = o.X
	}
	return fr.pointee(x).Elem(nil)
}

// sliceElem returns the type of the elements when t is a slice or points to one.
func sliceElem(t types.Type) (elem types.Type, viaPointer, ok bool) {
	if p, isPtr := under(t).(*types.Pointer); isPtr {
		if s, isSlice := under(p.Elem()).(*types.Slice); isSlice {
			return s.Elem(), true, true
		}
		return nil, false, false
	}
	if s, isSlice := under(t).(*types.Slice); isSlice {
		return s.Elem(), false, true
	}
	return nil, false, false
}
