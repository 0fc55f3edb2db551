package peer

import (
	"fmt"
	"hash/fnv"
	"io"
	"strconv"

	"mpivet/ir"
)

// eval returns what e may be, evaluated in fr before the instruction at a place.
func (a *analysis) eval(fr *frame, e ir.Expr, at ir.Loc) values {
	if c, ok := e.(ir.Const); ok {
		return one(number(c.V))
	}
	if !a.step() {
		return a.opaque(fr, at, "budget", nil)
	}
	switch x := e.(type) {
	case ir.Null:
		return one(value{kind: vNowhere})
	case ir.Named:
		return one(a.named(x.Name))
	case ir.Load:
		return a.load(fr, x.Path, at)
	case ir.Addr:
		return one(value{kind: vAddress, cell: cell{fr, x.Path, at}})
	case ir.Bin:
		return a.bin(fr, x, at)
	case ir.Un:
		return a.unary(fr, x, at)
	case ir.CommRank:
		return one(symValue(sym{kind: symRank, comm: a.communicator(fr, x.Comm, at)}))
	case ir.CommSize:
		return one(symValue(sym{kind: symSize, comm: a.communicator(fr, x.Comm, at), div: 1}))
	}
	return a.opaque(fr, at, "expr", nil)
}

// named returns the value of a symbolic constant.
func (a *analysis) named(name string) value {
	switch name {
	case "MPI_ANY_SOURCE":
		return value{kind: vAny}
	case "MPI_PROC_NULL", "MPI_COMM_NULL", "MPI_WIN_NULL":
		return value{kind: vNowhere}
	case "MPI_COMM_WORLD":
		return value{kind: vComm, comm: World}
	case "MPI_COMM_SELF":
		return value{kind: vComm, comm: Communicator{Class: Self, ID: "self"}}
	}
	return symValue(sym{kind: symCell, id: name})
}

func (a *analysis) bin(fr *frame, e ir.Bin, at ir.Loc) values {
	xs, ys := a.eval(fr, e.X, at), a.eval(fr, e.Y, at)
	var out values
	for _, x := range xs {
		for _, y := range ys {
			out = out.add(a.combine(e.Op, x, y))
		}
	}
	if len(out) > maxValues {
		return a.opaque(fr, at, e.Op, append(xs, ys...))
	}
	return out
}

// combine applies an operator to two values.
func (a *analysis) combine(op string, x, y value) value {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return a.compare(op, x, y)
	case "&&", "||":
		return value{kind: vLogic, op: op, x: &x, y: &y}
	case "^":
		return value{kind: vXor, x: &x, y: &y}
	case "<<":
		return shifted(x, y)
	}
	if v, ok := arithmetic(op, x, y); ok {
		return v
	}
	return a.computed(op, x, y)
}

// compare brings a comparison into the form lin op 0 with op one of == != < <=.
func (a *analysis) compare(op string, x, y value) value {
	l, r := a.flat(x), a.flat(y)
	switch op {
	case ">":
		return value{kind: vCompare, op: "<", lin: r.plus(l, -1)}
	case ">=":
		return value{kind: vCompare, op: "<=", lin: r.plus(l, -1)}
	}
	return value{kind: vCompare, op: op, lin: l.plus(r, -1)}
}

// flat is v as a linear form; one that is not linear becomes a symbol that stands for it.
func (a *analysis) flat(v value) linear {
	if v.kind == vLinear {
		return v.lin
	}
	return symbol(a.derived("value "+v.String(), v))
}

// computed is the symbol of an operation that nobody follows: the same wherever its operands are the same.
func (a *analysis) computed(op string, x, y value) value {
	s := a.derived("("+x.String()+" "+op+" "+y.String()+")", x, y)
	s.birth.quot = op == "/" && x.kind == vLinear && y.kind == vLinear
	return symValue(s)
}

// derived is the opaque symbol of what text describes.
func (a *analysis) derived(text string, of ...value) sym {
	id := short(text)
	b := a.births[id]
	if b == nil {
		b = &birth{of: of}
		a.births[id] = b
	}
	return sym{kind: symOpaque, id: id, birth: b}
}

// short keeps the names of symbols from growing with the expressions that they stand for.
func short(text string) string {
	const enough = 400
	if len(text) <= enough {
		return text
	}
	h := fnv.New128a()
	io.WriteString(h, text)
	return fmt.Sprintf("#%x", h.Sum(nil))
}

func (a *analysis) unary(fr *frame, e ir.Un, at ir.Loc) values {
	var out values
	for _, x := range a.eval(fr, e.X, at) {
		switch {
		case e.Op == "-" && x.kind == vLinear:
			out = out.add(value{kind: vLinear, lin: x.lin.times(-1)})
		case e.Op == "!" && x.kind == vCompare:
			out = out.add(negated(x))
		case e.Op == "!":
			out = out.add(value{kind: vNot, x: &x})
		default:
			out = out.add(a.opaque(fr, at, "unary "+e.Op, values{x})...)
		}
	}
	return out
}

// negated returns the opposite of a comparison.
func negated(v value) value {
	switch v.op {
	case "==":
		v.op = "!="
	case "!=":
		v.op = "=="
	case "<":
		v.op, v.lin = "<=", v.lin.times(-1)
	case "<=":
		v.op, v.lin = "<", v.lin.times(-1)
	}
	return v
}

// opaque is a value that nobody follows; what names it at its place.
func (a *analysis) opaque(fr *frame, at ir.Loc, what string, of values) values {
	return one(symValue(sym{kind: symOpaque, birth: a.born(fr, at, what, of), id: opaqueID(fr, at, what)}))
}

// opaqueStatus is the return code of a call, or a pointer to fresh memory.
func (a *analysis) opaqueStatus(fr *frame, at ir.Loc) values {
	vs := a.opaque(fr, at, "status", nil)
	vs[0].lin.terms[0].sym.birth.status = true
	return vs
}

func opaqueID(fr *frame, at ir.Loc, what string) string {
	return fr.id + "@" + strconv.Itoa(at.Block.Index) + "." + strconv.Itoa(at.Index) + " " + what
}

func (a *analysis) born(fr *frame, at ir.Loc, what string, of values) *birth {
	id := opaqueID(fr, at, what)
	b := a.births[id]
	if b == nil {
		b = &birth{fr: fr, block: at.Block, of: of}
		a.births[id] = b
	}
	return b
}
