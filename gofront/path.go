package gofront

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// cell is the storage that a pointer points to.
func (fr *frame) cell(addr ssa.Value) ir.Path {
	switch a := addr.(type) {
	case *ssa.Global:
		return ir.VarPath(fr.global(a))
	case *ssa.Alloc:
		if _, ok := fr.known[a]; !ok && fr.isVariable(a) {
			return ir.VarPath(fr.variable(a))
		}
	case *ssa.FieldAddr:
		if !fr.plan.temp[a] {
			return fr.cell(a.X).Field(fieldName(a.X.Type(), a.Field))
		}
	case *ssa.IndexAddr:
		if !fr.plan.temp[a] {
			return fr.element(a)
		}
	}
	return fr.pointee(fr.expr(addr))
}

// element is the cell of an element of an array or slice.
func (fr *frame) element(a *ssa.IndexAddr) ir.Path {
	index := fr.expr(a.Index)
	if _, ok := under(a.X.Type()).(*types.Slice); !ok {
		return fr.cell(a.X).Elem(index)
	}
	switch x := fr.expr(a.X).(type) {
	case ir.Offset:
		switch base := x.X.(type) {
		case ir.Load:
			return base.Path.Deref().Elem(sum(x.N, index))
		case ir.Addr:
			return base.Path.Elem(sum(x.N, index))
		}
		return fr.pointee(x.X).Elem(sum(x.N, index))
	default:
		return fr.pointee(x).Elem(index)
	}
}

// pointee is the cell that a pointer value points to. Pointers that are no cell's contents are kept in a temporary first.
func (fr *frame) pointee(x ir.Expr) ir.Path {
	switch x := x.(type) {
	case ir.Addr:
		return x.Path
	case ir.Load:
		return x.Path.Deref()
	case ir.Offset:
		return fr.pointee(x.X).Elem(x.N)
	}
	t := fr.b.AddTemp()
	fr.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: x})
	return ir.VarPath(t).Deref()
}

// address is a pointer as a value. The address of an element is the slice moved along: the same block.
func (fr *frame) address(v ssa.Value) ir.Expr {
	if ia, ok := v.(*ssa.IndexAddr); ok {
		if _, isSlice := under(ia.X.Type()).(*types.Slice); isSlice {
			return offset(fr.expr(ia.X), fr.expr(ia.Index))
		}
	}
	return ir.Addr{Path: fr.cell(v)}
}

// place is the cell that a value was read from, if it is a plain load.
func (fr *frame) place(v ssa.Value) (ir.Path, bool) {
	if l, ok := fr.expr(v).(ir.Load); ok {
		return l.Path, true
	}
	return ir.Path{}, false
}

// lookup returns what is known at lowering time about the contents of a cell.
func (fr *frame) lookup(addr ssa.Value) (operand, bool) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		k, ok := fr.known[a]
		return k, ok
	case *ssa.FreeVar:
		if k, ok := fr.known[a]; ok && k.in != nil {
			return k.in.lookup(k.v)
		}
	}
	return operand{}, false
}

// variable returns the variable that stands for a cell of the source, making it at first use.
func (fr *frame) variable(a *ssa.Alloc) *ir.Var {
	if v := fr.vars[a]; v != nil {
		return v
	}
	if p := paramOf(a); p != nil && !fr.inline {
		if l, ok := fr.vals[p].(ir.Load); ok && len(l.Path.Sels) == 0 && l.Path.Root.Kind == ir.Param {
			fr.vars[a] = l.Path.Root
			return l.Path.Root
		}
	}
	if l := fr.ranges.byKey[a]; l != nil {
		fr.vars[a] = fr.variable(l.iter)
		return fr.vars[a]
	}
	named := a.Pos().IsValid() && fr.syn.vars[a.Pos()]
	if v := fr.copies[a.Pos()]; named && v != nil {
		fr.vars[a] = v
		return v
	}
	fr.vars[a] = fr.newVariable(a)
	if named {
		fr.copies[a.Pos()] = fr.vars[a]
	}
	return fr.vars[a]
}

func (fr *frame) newVariable(a *ssa.Alloc) *ir.Var {
	name, at := a.Comment, a.Pos()
	if l := fr.ranges.byIter[a]; l != nil && l.key != nil {
		name, at = l.key.Comment, l.key.Pos()
	}
	t := under(a.Type()).(*types.Pointer).Elem()
	if !fr.syn.vars[at] || strings.HasPrefix(name, "_cgo") {
		v := fr.b.AddTemp()
		fr.describe(v, t)
		return v
	}
	v := fr.b.AddLocal(name, fr.syn.pos(at))
	fr.describe(v, t)
	return v
}

// isVariable reports whether an allocation is a variable of the source or a cell that go/ssa needs, and not memory that
// the program asks for. Where Go puts a variable does not matter: fixed memory is no acquisition.
func (fr *frame) isVariable(a *ssa.Alloc) bool {
	if !a.Heap || fr.syn.vars[a.Pos()] {
		return true
	}
	switch a.Comment {
	case "new", "complit", "slicelit", "makeslice":
		return false
	}
	return true
}

// paramOf returns the parameter that a cell was made for.
func paramOf(a *ssa.Alloc) *ssa.Parameter {
	if a.Block() != a.Parent().Blocks[0] {
		return nil
	}
	for _, u := range uses(a) {
		if st, ok := u.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
			if p, ok := st.Val.(*ssa.Parameter); ok && p.Pos() == a.Pos() {
				return p
			}
		}
	}
	return nil
}

func isParamCell(a *ssa.Alloc) bool { return paramOf(a) != nil }

// acquired is the cell that takes the memory that v acquires.
func (fr *frame) acquired(v ssa.Value) ir.Path {
	if st := fr.plan.direct[v]; st != nil {
		return fr.cell(st.Addr)
	}
	if x, ok := fr.vals[v]; ok {
		if l, ok := x.(ir.Load); ok {
			return l.Path
		}
	}
	t := fr.tempVar("", v.Type())
	fr.vals[v] = ir.Value(t)
	return ir.VarPath(t)
}

// merged returns the variable that a phi of addresses stands for: one loop variable, new in each pass.
func (fr *frame) merged(phi *ssa.Phi) *ssa.Alloc {
	var first *ssa.Alloc
	for _, e := range phi.Edges {
		a, ok := e.(*ssa.Alloc)
		if !ok || first != nil && (a.Pos() != first.Pos() || a.Comment != first.Comment) {
			return nil
		}
		first = a
	}
	return first
}

// global returns the variable of a package variable.
func (fr *frame) global(g *ssa.Global) *ir.Var {
	u := fr.u
	v := u.globals[g]
	if v == nil {
		v = &ir.Var{Name: g.Pkg.Pkg.Path() + "." + g.Name(), Kind: ir.Global}
		if u.pr.byPkg[g.Pkg.Pkg] != nil {
			v.Pos = fr.syn.pos(g.Pos())
		}
		fr.describe(v, under(g.Type()).(*types.Pointer).Elem())
		u.globals[g] = v
	}
	return v
}
