package age

import "mpivet/ir"

// messageBytes returns the constant size of a message, −1 when it is not constant.
func (d *decider) messageBytes(c *cfunc, b ir.Buf) int64 {
	if b.Elem <= 0 || b.Count == nil {
		return -1
	}
	if k, ok := d.constant(c, b.Count, 0); ok {
		return k * b.Elem
	}
	return -1
}

// constant evaluates an expression whose variables are assigned one constant, parameters by all calls.
func (d *decider) constant(c *cfunc, e ir.Expr, depth int) (int64, bool) {
	if depth > 8 {
		return 0, false
	}
	switch e := e.(type) {
	case ir.Const:
		return e.V, true
	case ir.Load:
		if len(e.Path.Sels) > 0 {
			break
		}
		if src, ok := c.single(e.Path.Root); ok {
			return d.constant(c, src, depth+1)
		}
		if i := d.parameter(c.fn, e); i >= 0 {
			return d.passed(c.fn, i, depth)
		}
	case ir.Bin:
		x, okx := d.constant(c, e.X, depth+1)
		y, oky := d.constant(c, e.Y, depth+1)
		if okx && oky {
			if k, ok := ir.Simplify(ir.Bin{Op: e.Op, X: ir.Const{V: x}, Y: ir.Const{V: y}}).(ir.Const); ok {
				return k.V, true
			}
		}
	}
	return 0, false
}

// passed returns the constant that every call of fn passes as parameter i. Calls that are not seen may pass another one.
func (d *decider) passed(fn *ir.Func, i, depth int) (int64, bool) {
	p := fn.Params[i]
	if r, known := d.args[p]; known {
		return r.v, r.ok
	}
	d.args[p] = number{} // what a recursion hands on is asked for again
	r := number{}
	if d.allCallsSeen(fn) {
		for n, cs := range d.a.prog.Callers(fn) {
			arg := argument(cs.Call, i)
			if arg == nil {
				r = number{}
				break
			}
			v, ok := d.constant(d.a.cfunc(cs.Fn), arg, depth+1)
			if !ok || n > 0 && v != r.v {
				r = number{}
				break
			}
			r = number{v, true}
		}
	}
	d.args[p] = r
	return r.v, r.ok
}

// number is a constant, if it is one.
type number struct {
	v  int64
	ok bool
}

// allCallsSeen reports whether nothing outside the program can call fn: no other unit, or all units of the one program that it is for.
func (d *decider) allCallsSeen(fn *ir.Func) bool {
	if fn.AddrTaken {
		return false
	}
	return !fn.Exported || d.mains() && d.mainsElsewhere(fn) <= 1
}

// mains reports whether the program's main function is among what was read.
func (d *decider) mains() bool {
	for _, f := range d.a.prog.All {
		if f.Main {
			return true
		}
	}
	return false
}
