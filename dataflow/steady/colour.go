package steady

import "mpivet/ir"

// maxTurns is how many communicators that take turns a program can be asked to keep.
const maxTurns = 16

// turns reports whether e is a colour that goes round: the remainder of a sum of something that stays the same, such as the rank, and
// something that changes. Each of the few groups can be kept.
func (q *query) turns(f *frame, e ir.Bin) bool {
	k, ok := e.Y.(ir.Const)
	if e.Op != "%" || !ok || k.V < 1 || k.V > maxTurns {
		return false
	}
	sum, ok := q.source(f, e.X).(ir.Bin)
	return ok && (sum.Op == "+" || sum.Op == "-") && min(q.expr(f, sum.X), q.expr(f, sum.Y)) == Same
}

// source is the expression that a variable stands for where it is assigned once, else e itself.
func (q *query) source(f *frame, e ir.Expr) ir.Expr {
	if l, ok := e.(ir.Load); ok && len(l.Path.Sels) == 0 {
		if src, single := q.a.defsOf(f.fn).SingleDef(l.Path.Root); single {
			return src
		}
	}
	return e
}

// decided says how the conditions change that decide whether control passes one of several blocks which write a value, or
// which return one.
func (q *query) decided(f *frame, at []*ir.Block) Change {
	if !q.colours || len(at) < 2 {
		return Same
	}
	dom := q.a.domOf(f.fn)
	top := at[0]
	for _, b := range at[1:] {
		for top != nil && !dom.Dominates(top, b) {
			top = dom.Idom(top)
		}
	}
	out, defs := Same, q.a.defsOf(f.fn)
	for _, b := range at {
		for _, g := range defs.Guards(b) {
			if !dom.Dominates(top, g.At.Block) {
				break
			}
			out = max(out, q.expr(f, g.Cond))
		}
	}
	return out
}

func (a *Analysis) domOf(fn *ir.Func) *ir.DomTree {
	d := a.doms[fn]
	if d == nil {
		d = fn.Dominators()
		a.doms[fn] = d
	}
	return d
}
