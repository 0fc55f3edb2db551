package age

import (
	"strconv"
	"strings"

	"mpivet/ir"
)

func itoa(n int) string { return strconv.Itoa(n) }

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// instr resolves the operands of an instruction.
func (a *analysis) instr(c *cfunc, in ir.Instr) cinstr {
	ci := cinstr{in: in}
	switch in := in.(type) {
	case *ir.Acquire:
		ci.dst = a.place(c, in.Dst)
		ci.val = a.value(c, in.Of)
		ci.access(ci.dst)
		ci.accessValue(ci.val)
	case *ir.Ensure:
		ci.dst = a.place(c, in.Dst)
		if ci.val = (value{kind: isLoad, p: ci.dst}); in.Base != nil {
			ci.val = a.value(c, in.Base)
		}
		if ci.val.kind == isLoad {
			c.ensured[ci.val.p] = true
		}
		ci.access(ci.dst)
		ci.accessValue(ci.val)
	case *ir.Release:
		ci.val = a.releaseValue(c, in.Val)
		ci.accessValue(ci.val)
	case *ir.Assign:
		ci.dst = a.place(c, in.Dst)
		ci.val = a.value(c, in.Src)
		ci.access(ci.dst)
		ci.accessValue(ci.val)
	case *ir.Escape:
		ci.val = a.value(c, in.Val)
		ci.accessValue(ci.val)
	case *ir.Call:
		for _, e := range in.Args {
			v := a.value(c, e)
			ci.args = append(ci.args, v)
			ci.accessValue(v)
		}
		for _, p := range in.Dsts {
			ci.dsts = append(ci.dsts, a.dst(c, p))
		}
	case *ir.Comm:
		for _, b := range in.Bufs {
			v := a.value(c, b.Val)
			ci.args = append(ci.args, v)
			ci.accessValue(v)
		}
		for _, e := range append([]ir.Expr{in.Comm, in.Win}, in.Uses...) {
			v := a.value(c, e)
			ci.args = append(ci.args, v)
			ci.accessValue(v)
		}
		for _, p := range []*ir.Path{in.Dst} {
			if p != nil {
				ci.dsts = append(ci.dsts, a.dst(c, *p))
			}
		}
	}
	return ci
}

func (a *analysis) dst(c *cfunc, p ir.Path) place {
	if p.Root == nil {
		return place{}
	}
	return a.place(c, p)
}

// releaseValue is value, except that an element without an index means all elements.
func (a *analysis) releaseValue(c *cfunc, e ir.Expr) value {
	v := a.value(c, e)
	if v.kind == isLoad {
		v.p.sels = strings.ReplaceAll(v.p.sels, elemStep(keyAny), elemStep(keyAll))
	}
	return v
}

func (ci *cinstr) accessValue(v value) {
	if v.kind == isLoad || v.kind == isAddr {
		ci.access(v.p)
	}
}

func (ci *cinstr) access(p place) {
	if p.root != nil && strings.IndexByte(p.sels, markElem) >= 0 {
		ci.touch = append(ci.touch, p)
	}
}

// elemMatch says whether element key have of a fact's place is the one that key want of an access names.
func (c *cfunc) elemMatch(have, want string) match {
	switch {
	case want == keyAll:
		return must
	case have == keyAny || want == keyAny:
		return may
	case have == want:
		return must
	case have[0] == 'k' && want[0] == 'k':
		return no
	case have[0] == '~' && want[0] == 'x':
		l := c.loopAt(atoi(have[1:]))
		for _, v := range c.exprs[atoi(want[1:])].vars {
			if l != nil && c.assigned[l][v] && c.defs[v].inductive {
				return no // the loop's earlier passes touched other elements
			}
		}
	}
	return may
}

func (c *cfunc) loopAt(header int) *ir.Loop {
	for _, l := range c.loops.Loops {
		if l.Header.Index == header {
			return l
		}
	}
	return nil
}

// cover is a cell in every element of an array that a loop overwrites or releases: prefix[i]rest for all i.
type cover struct {
	prefix place
	rest   string
}

// misses reports whether p is such a cell, or lies below one, in an element that the loop has not touched.
func (cv cover) misses(p place) bool {
	rest, ok := strings.CutPrefix(p.sels, cv.prefix.sels+elemStep(keyAny))
	return ok && p.root == cv.prefix.root && strings.HasPrefix(rest, cv.rest) && (len(rest) == len(cv.rest) || isMark(rest[len(cv.rest)]))
}

// findCovers lists the element accesses by which a loop overwrites or releases every element.
func (c *cfunc) findCovers() {
	type acc struct {
		p        place
		b        *ir.Block
		overwrit bool
	}
	var accs []acc
	for _, cb := range c.blocks {
		for _, ci := range cb.in {
			switch ci.in.(type) {
			case *ir.Release:
				if h, ok := ci.val.holder(); ok {
					accs = append(accs, acc{h, cb.b, false})
				}
			case *ir.Acquire, *ir.Ensure:
				accs = append(accs, acc{ci.dst, cb.b, true})
			case *ir.Assign:
				accs = append(accs, acc{ci.dst, cb.b, ci.val.kind != isNull})
			}
		}
	}
	for _, x := range accs {
		for i := 0; i < len(x.p.sels); i++ {
			if x.p.sels[i] != markElem || i+1 >= len(x.p.sels) || x.p.sels[i+1] != 'x' {
				continue
			}
			step, rest := firstStep(x.p.sels[i:])
			prefix := place{x.p.root, x.p.sels[:i]}
			for _, v := range c.exprs[atoi(step[2:])].vars {
				l := c.inductionLoop(v, x.b)
				if l == nil {
					continue
				}
				whole := true
				for _, latch := range l.Latches {
					whole = whole && c.dom.Dominates(x.b, latch)
				}
				refilled := false
				for _, y := range accs {
					refilled = refilled || y.overwrit && l.Contains(y.b) && y.p.root == x.p.root && strings.HasPrefix(y.p.sels, prefix.sels+string(markElem))
				}
				if whole || !x.overwrit && !refilled {
					c.covers[l] = append(c.covers[l], cover{prefix, rest})
				}
			}
		}
	}
}

// inductionLoop returns the innermost loop around b that steps v.
func (c *cfunc) inductionLoop(v *ir.Var, b *ir.Block) *ir.Loop {
	if d := c.defs[v]; d == nil || !d.inductive {
		return nil
	}
	for l := c.loops.Innermost(b); l != nil; l = l.Parent {
		if c.assigned[l][v] {
			return l
		}
	}
	return nil
}

// eachDst calls f for every cell that the instruction assigns.
func eachDst(in ir.Instr, f func(ir.Path)) {
	for _, p := range ir.Dests(in) {
		f(p)
	}
}

// eachExpr calls f for every operand that the instruction reads.
func eachExpr(in ir.Instr, f func(ir.Expr)) {
	for _, e := range ir.Operands(in) {
		f(e)
	}
}

func eachTermExpr(t ir.Term, f func(ir.Expr)) {
	for _, e := range ir.TermOperands(t) {
		f(e)
	}
}

func eachIndex(p ir.Path, f func(ir.Expr)) {
	for _, s := range p.Sels {
		if s.Kind == ir.Elem && s.Index != nil {
			f(s.Index)
		}
	}
}

// walk calls f for e and every expression in it, indices of paths included.
func walk(e ir.Expr, f func(ir.Expr)) {
	ir.Walk(e, func(e ir.Expr) bool { f(e); return true })
}
