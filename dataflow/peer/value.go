package peer

import (
	"strings"

	"mpivet/ir"
)

// valueKind is the form of a value.
type valueKind uint8

const (
	vLinear  valueKind = iota // lin
	vMod                      // lin modulo mod
	vXor                      // x ^ y
	vShift                    // x << y
	vCompare                  // lin op 0, with op one of == != < <=
	vLogic                    // x op y, with op && or ||
	vNot                      // !x
	vElem                     // element y of the array in cell
	vAddress                  // the address of cell
	vComm                     // a communicator, or a window with its communicator
	vAny                      // MPI_ANY_SOURCE
	vNowhere                  // MPI_PROC_NULL, null handles and pointers
)

// value is one thing that an expression may be.
type value struct {
	kind valueKind
	lin  linear
	mod  linear
	op   string
	x, y *value
	cell cell
	comm Communicator
}

// cell is a storage cell as a frame sees it at a place.
type cell struct {
	fr   *frame
	path ir.Path
	at   ir.Loc
}

// values are the alternatives of an expression, without duplicates.
type values []value

// maxValues bounds the alternatives; more of them make an opaque value.
const maxValues = 6

func one(v value) values { return values{v} }

func number(c int64) value { return value{kind: vLinear, lin: constant(c)} }

func symValue(s sym) value { return value{kind: vLinear, lin: symbol(s)} }

func (v value) String() string {
	switch v.kind {
	case vLinear:
		return v.lin.String()
	case vMod:
		return "(" + v.lin.String() + ") % (" + v.mod.String() + ")"
	case vXor:
		return v.x.String() + " ^ " + v.y.String()
	case vShift:
		return v.x.String() + " << " + v.y.String()
	case vCompare:
		return v.lin.String() + " " + v.op + " 0"
	case vLogic:
		return "(" + v.x.String() + " " + v.op + " " + v.y.String() + ")"
	case vNot:
		return "!(" + v.x.String() + ")"
	case vElem:
		return v.cell.String() + "[" + v.y.String() + "]"
	case vAddress:
		return "&" + v.cell.String()
	case vComm:
		return v.comm.String()
	case vAny:
		return "any"
	}
	return "nowhere"
}

func (c cell) String() string { return c.fr.id + ":" + c.path.String() }

// add adds v unless it is there.
func (vs values) add(more ...value) values {
	for _, v := range more {
		if !vs.has(v) {
			vs = append(vs[:len(vs):len(vs)], v)
		}
	}
	return vs
}

func (vs values) has(v value) bool {
	text := v.String()
	for _, w := range vs {
		if w.kind == v.kind && w.String() == text {
			return true
		}
	}
	return false
}

func (vs values) String() string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, v.String())
	}
	return strings.Join(parts, " | ")
}

// same reports whether two lists hold the same alternatives.
func (vs values) same(ws values) bool {
	if len(vs) != len(ws) {
		return false
	}
	for _, v := range vs {
		if !ws.has(v) {
			return false
		}
	}
	return true
}

// number returns the constant that vs is.
func (vs values) number() (int64, bool) {
	if len(vs) == 1 && vs[0].kind == vLinear && vs[0].lin.isConst() {
		return vs[0].lin.c, true
	}
	return 0, false
}

// syms calls visit for every symbol in v, those that opaque ones were computed from included.
func (v value) syms(visit func(sym)) { v.walk(visit, map[*birth]bool{}) }

func (v value) walk(visit func(sym), seen map[*birth]bool) {
	for _, l := range []linear{v.lin, v.mod} {
		for _, t := range l.terms {
			visit(t.sym)
			if b := t.sym.birth; b != nil && !seen[b] {
				seen[b] = true
				for _, inner := range b.of {
					inner.walk(visit, seen)
				}
			}
		}
	}
	for _, w := range []*value{v.x, v.y} {
		if w != nil {
			w.walk(visit, seen)
		}
	}
}

// any reports whether a symbol in v satisfies is.
func (v value) any(is func(sym) bool) bool {
	found := false
	v.syms(func(s sym) { found = found || is(s) })
	return found
}

func (vs values) any(is func(sym) bool) bool {
	for _, v := range vs {
		if v.any(is) {
			return true
		}
	}
	return false
}
