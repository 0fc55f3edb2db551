package peer

import (
	"fmt"
	"sort"
	"strings"

	"mpivet/ir"
)

// symKind is the kind of a symbol.
type symKind uint8

const (
	symRank   symKind = iota // the own rank in comm
	symSize                  // the number of ranks in comm, divided by div
	symIter                  // what phi stands for
	symCell                  // a cell that nobody writes where we see it: a parameter, a field
	symRest                  // the rest of a division: less than the divisor
	symOpaque                // anything else; id tells values apart
)

// sym is an unknown of a linear form.
type sym struct {
	kind  symKind
	comm  Communicator
	div   int64
	phi   *phi
	id    string
	param bool   // symCell: the callers decide
	birth *birth // symRest, symOpaque, symCell of a parameter
}

// birth is where an opaque value comes from.
type birth struct {
	fr     *frame
	block  *ir.Block
	of     []value // what it was computed from, as far as known
	quot   bool    // it is of[0] / of[1]
	beside bool    // it is a neighbour in a topology
	rank   bool    // it is read from a field that holds the own rank in some structures
	// status says that it is a return code or a pointer to fresh memory: a condition on it asks whether something failed.
	status bool
}

func (s sym) String() string {
	switch s.kind {
	case symRank:
		return "rank(" + s.comm.String() + ")"
	case symSize:
		if s.div > 1 {
			return fmt.Sprintf("size(%s)/%d", s.comm, s.div)
		}
		return "size(" + s.comm.String() + ")"
	case symIter:
		return s.phi.String()
	case symCell:
		return "cell(" + s.id + ")"
	case symRest:
		return "rest(" + s.id + ")"
	}
	return "opaque(" + s.id + ")"
}

// term is a symbol with its coefficient, which is never zero.
type term struct {
	sym  sym
	coef int64
}

// linear is a sum of terms, sorted by symbol, and a constant.
type linear struct {
	c     int64
	terms []term
}

func constant(c int64) linear { return linear{c: c} }

func symbol(s sym) linear { return linear{terms: []term{{s, 1}}} }

// plus returns a + k·b.
func (a linear) plus(b linear, k int64) linear {
	coef := map[sym]int64{}
	for _, t := range a.terms {
		coef[t.sym] += t.coef
	}
	for _, t := range b.terms {
		coef[t.sym] += k * t.coef
	}
	out := linear{c: a.c + k*b.c}
	for s, c := range coef {
		if c != 0 {
			out.terms = append(out.terms, term{s, c})
		}
	}
	sort.Slice(out.terms, func(i, j int) bool { return out.terms[i].sym.String() < out.terms[j].sym.String() })
	return out
}

func (a linear) times(k int64) linear { return constant(0).plus(a, k) }

func (a linear) equal(b linear) bool {
	d := a.plus(b, -1)
	return d.c == 0 && len(d.terms) == 0
}

// isConst reports whether a is a number.
func (a linear) isConst() bool { return len(a.terms) == 0 }

// single returns the symbol that a is, if it is one and nothing else.
func (a linear) single() (sym, bool) {
	if a.c == 0 && len(a.terms) == 1 && a.terms[0].coef == 1 {
		return a.terms[0].sym, true
	}
	return sym{}, false
}

func (a linear) coef(s sym) int64 {
	for _, t := range a.terms {
		if t.sym == s {
			return t.coef
		}
	}
	return 0
}

// has reports whether a symbol of that kind occurs.
func (a linear) has(kind symKind) bool {
	for _, t := range a.terms {
		if t.sym.kind == kind {
			return true
		}
	}
	return false
}

// any reports whether a symbol in a, or one that an opaque symbol was computed from, satisfies is.
func (a linear) any(is func(sym) bool) bool { return value{kind: vLinear, lin: a}.any(is) }

func (a linear) String() string {
	if len(a.terms) == 0 {
		return fmt.Sprint(a.c)
	}
	var b strings.Builder
	for i, t := range a.terms {
		if i > 0 {
			b.WriteString(" + ")
		}
		if t.coef != 1 {
			fmt.Fprintf(&b, "%d*", t.coef)
		}
		b.WriteString(t.sym.String())
	}
	if a.c != 0 {
		fmt.Fprintf(&b, " + %d", a.c)
	}
	return b.String()
}
