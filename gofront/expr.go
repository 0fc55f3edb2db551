package gofront

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// expr is the value of v at the current place.
func (fr *frame) expr(v ssa.Value) ir.Expr {
	if x, ok := fr.vals[v]; ok {
		return x
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constant_(v)
	case *ssa.Global:
		return ir.Addr{Path: ir.VarPath(fr.global(v))}
	case *ssa.Function:
		return fr.funcRef(v)
	case *ssa.MakeClosure:
		return fr.funcRef(v.Fn.(*ssa.Function))
	case *ssa.Alloc:
		if k, ok := fr.known[v]; ok {
			return k.x
		}
		if fr.isVariable(v) {
			return ir.Addr{Path: ir.VarPath(fr.variable(v))}
		}
		return ir.Load{Path: fr.acquired(v)}
	case *ssa.Phi:
		if a := fr.merged(v); a != nil {
			return fr.expr(a)
		}
		return ir.Value(fr.phiVar(v))
	case *ssa.Extract:
		if list, ok := fr.tuples[v.Tuple]; ok && v.Index < len(list) {
			return list[v.Index]
		}
	}
	if foldable(v) {
		return fr.compute(v)
	}
	return ir.Unknown{}
}

func constant_(c *ssa.Const) ir.Expr {
	if c.Value == nil {
		if isInteger(c.Type()) {
			return ir.Const{}
		}
		return ir.Null{}
	}
	switch c.Value.Kind() {
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return ir.Const{V: n}
		}
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return ir.Const{V: 1}
		}
		return ir.Const{}
	case constant.String:
		return ir.Str{S: constant.StringVal(c.Value)}
	}
	return ir.Unknown{Text: c.Value.String()}
}

// compute writes a value without effect as an expression of its operands.
func (fr *frame) compute(v ssa.Value) ir.Expr {
	switch v := v.(type) {
	case *ssa.UnOp:
		return fr.unary(v)
	case *ssa.BinOp:
		return fr.binary(v)
	case *ssa.ChangeType:
		return fr.expr(v.X)
	case *ssa.ChangeInterface:
		return fr.expr(v.X)
	case *ssa.Convert:
		return fr.expr(v.X)
	case *ssa.MultiConvert:
		return fr.expr(v.X)
	case *ssa.SliceToArrayPointer:
		return fr.expr(v.X)
	case *ssa.MakeInterface:
		return fr.expr(v.X)
	case *ssa.TypeAssert:
		return fr.assertion(v)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return fr.address(v)
	case *ssa.Field:
		if p, ok := fr.place(v.X); ok {
			return ir.Load{Path: p.Field(fieldName(v.X.Type(), v.Field))}
		}
	case *ssa.Index:
		if p, ok := fr.place(v.X); ok && !isStringType(v.X.Type()) {
			return ir.Load{Path: p.Elem(fr.expr(v.Index))}
		}
	case *ssa.Slice:
		return fr.slice(v)
	case *ssa.Extract:
		return fr.extract(v)
	case *ssa.Call:
		return fr.builtinValue(v)
	}
	return ir.Unknown{Text: fr.textAt(v.Pos())}
}

// textAt is the source text of the expression that go/ssa places at a position.
func (fr *frame) textAt(p token.Pos) string {
	if c := fr.syn.calls[p]; c != nil {
		return fr.syn.text(c)
	}
	if e := fr.syn.exprs[p]; e != nil {
		return fr.syn.text(e)
	}
	return ""
}

func (fr *frame) unary(v *ssa.UnOp) ir.Expr {
	switch v.Op {
	case token.MUL:
		return fr.load(v)
	case token.NOT:
		return ir.Un{Op: "!", X: fr.expr(v.X)}
	case token.SUB:
		return ir.Un{Op: "-", X: fr.expr(v.X)}
	case token.XOR:
		return ir.Un{Op: "~", X: fr.expr(v.X)}
	}
	return ir.Unknown{Text: fr.textAt(v.Pos())}
}

func (fr *frame) load(v *ssa.UnOp) ir.Expr {
	if k, ok := fr.lookup(v.X); ok {
		return k.x
	}
	if g, ok := v.X.(*ssa.Global); ok {
		if name := fr.syn.tables.constant(g.Object()); name != "" {
			return named(name)
		}
	}
	return ir.Load{Path: fr.cell(v.X)}
}

var operators = map[token.Token]string{
	token.ADD: "+", token.SUB: "-", token.MUL: "*", token.QUO: "/", token.REM: "%",
	token.AND: "&", token.OR: "|", token.XOR: "^", token.SHL: "<<", token.SHR: ">>",
	token.EQL: "==", token.NEQ: "!=", token.LSS: "<", token.LEQ: "<=", token.GTR: ">", token.GEQ: ">=",
}

func (fr *frame) binary(v *ssa.BinOp) ir.Expr {
	x, y := fr.expr(v.X), fr.expr(v.Y)
	if v.Op == token.AND_NOT {
		return ir.Bin{Op: "&", X: x, Y: ir.Un{Op: "~", X: y}}
	}
	return ir.Bin{Op: operators[v.Op], X: x, Y: y}
}

// assertion: an interface is the pointer to what it holds, so that only a struct or an array is read through it.
func (fr *frame) assertion(v *ssa.TypeAssert) ir.Expr {
	x := fr.expr(v.X)
	if v.CommaOk || !isAggregate(v.AssertedType) {
		return x
	}
	return ir.Load{Path: fr.pointee(x)}
}

func (fr *frame) extract(v *ssa.Extract) ir.Expr {
	switch t := v.Tuple.(type) {
	case *ssa.TypeAssert:
		if v.Index == 0 {
			x := fr.expr(t.X)
			if isAggregate(t.AssertedType) {
				return ir.Load{Path: fr.pointee(x)}
			}
			return x
		}
		return ir.Unknown{Text: "ok"}
	}
	return ir.Unknown{}
}

// slice moves a slice, string or array along; a slice without capacity holds no memory.
func (fr *frame) slice(v *ssa.Slice) ir.Expr {
	if isZero(v.Max) || v.Max != nil && v.Max == v.Low {
		return ir.Null{}
	}
	x := fr.expr(v.X)
	if v.Low == nil {
		return x
	}
	low := fr.expr(v.Low)
	if low == ir.Expr(ir.Const{}) {
		return x
	}
	return offset(x, low)
}

func offset(x, n ir.Expr) ir.Expr {
	if o, ok := x.(ir.Offset); ok {
		return ir.Offset{X: o.X, N: sum(o.N, n)}
	}
	return ir.Offset{X: x, N: n}
}

func sum(a, b ir.Expr) ir.Expr {
	if a == ir.Expr(ir.Const{}) {
		return b
	}
	if b == ir.Expr(ir.Const{}) {
		return a
	}
	return ir.Bin{Op: "+", X: a, Y: b}
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0
}

// builtinValue is the value of len, cap and their like.
func (fr *frame) builtinValue(c *ssa.Call) ir.Expr {
	args := c.Call.Args
	switch name := c.Call.Value.(*ssa.Builtin).Name(); name {
	case "len", "cap":
		if x := fr.length(args[0], name); x != nil {
			return x
		}
	case "ssa:wrapnilchk", "Slice", "SliceData", "String", "StringData":
		return fr.expr(args[0])
	case "Add":
		return offset(fr.expr(args[0]), fr.expr(args[1]))
	}
	return ir.Unknown{Text: fr.textAt(c.Pos())}
}

// length is the number of elements of a slice, array, string or map, as far as it can be written down; else nil.
func (fr *frame) length(v ssa.Value, what string) ir.Expr {
	if a, ok := arrayOf(v.Type()); ok {
		return ir.Const{V: a.Len()}
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return ir.Const{}
		}
		if v.Value.Kind() == constant.String {
			return ir.Const{V: int64(len(constant.StringVal(v.Value)))}
		}
	case *ssa.MakeSlice:
		if what == "cap" {
			return fr.expr(v.Cap)
		}
		return fr.expr(v.Len)
	case *ssa.Slice:
		return fr.sliceLength(v, what)
	case *ssa.ChangeType:
		return fr.length(v.X, what)
	case *ssa.Convert:
		return fr.length(v.X, what)
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL && fr.plan.only[a] != nil && a.Comment == "complit" {
			return fr.length(fr.plan.only[a].Val, what)
		}
	}
	if p, ok := fr.place(v); ok {
		return ir.Load{Path: p.Field("#" + what)}
	}
	return nil
}

func (fr *frame) sliceLength(v *ssa.Slice, what string) ir.Expr {
	high := v.High
	if what == "cap" {
		high = v.Max
	}
	var low, hi ir.Expr = ir.Const{}, nil
	if v.Low != nil {
		low = fr.expr(v.Low)
	}
	if high != nil {
		hi = fr.expr(high)
	} else if hi = fr.length(v.X, what); hi == nil {
		return nil
	}
	return ir.Simplify(ir.Bin{Op: "-", X: hi, Y: low})
}

func named(name string) ir.Expr {
	switch name {
	case "MPI_COMM_NULL", "MPI_REQUEST_NULL", "MPI_WIN_NULL", "MPI_DATATYPE_NULL", "MPI_GROUP_NULL":
		return ir.Null{}
	}
	return ir.Named{Name: name}
}

func fieldName(t types.Type, i int) string {
	if p, ok := under(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := under(t).(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return "?"
}
