package ir

import "math"

// TripCount returns how many passes the loop makes when nothing else leaves it, where start, step and bound are constants
// and the counter does not wrap around.
func TripCount(ind Ind) (int64, bool) {
	init, ok1 := ind.Init.(Const)
	step, ok2 := ind.Step.(Const)
	bound, ok3 := ind.Bound.(Const)
	if !ok1 || !ok2 || !ok3 || tooLarge(init.V) || tooLarge(step.V) || tooLarge(bound.V) {
		return 0, false
	}
	if ind.Bottom {
		n, ok := passes(init.V+step.V, step.V, bound.V, ind.Op)
		return n + 1, ok
	}
	return passes(init.V, step.V, bound.V, ind.Op)
}

// tooLarge keeps the sums and differences below from overflowing.
func tooLarge(v int64) bool { return v > math.MaxInt64/4 || v < math.MinInt64/4 }

// passes counts how often x op bound holds for x = init, init+step, … until it first fails.
func passes(init, step, bound int64, op string) (int64, bool) {
	if !Compare(op, init, bound) {
		return 0, true
	}
	switch op {
	case "<":
		return steps(bound-init, step)
	case "<=":
		return steps(bound-init+1, step)
	case ">":
		return steps(init-bound, -step)
	case ">=":
		return steps(init-bound+1, -step)
	case "!=":
		if step == 0 || (bound-init)%step != 0 || (bound-init)/step < 0 {
			return 0, false
		}
		return (bound - init) / step, true
	}
	return 1, step != 0 // x == bound holds once
}

// steps returns how many steps cover a positive distance.
func steps(distance, step int64) (int64, bool) {
	if step <= 0 {
		return 0, false
	}
	return (distance + step - 1) / step, true
}

// Of returns the values that e takes, evaluated at a place in the loop in every pass, as if e were the counter: e is the
// counter, negated or not, plus something that does not change in the loop. The result's Var is that of ind; its
// first value, step, bound and condition are those of e.
func (ind Ind) Of(e Expr, at Loc) (Ind, bool) {
	s := ind.scope
	val, ok := s.at(e, at)
	if !ok {
		return Ind{}, false
	}
	factor, rest, ok := s.split(flattenOffsets(Simplify(val)))
	if !ok || factor != 1 && factor != -1 || !s.d.Invariant(rest, s.loop) {
		return Ind{}, false
	}
	out := ind
	if factor < 0 {
		out.Op, out.Up = mirrored[ind.Op], !ind.Up
	}
	scaleBy := func(x Expr) Expr {
		if x == nil {
			return nil
		}
		return simplifyBin("*", x, Const{V: factor})
	}
	out.Step = scaleBy(ind.Step)
	out.Bound = simplifyBin("+", scaleBy(ind.Bound), rest)
	if ind.Init != nil {
		out.Init = simplifyBin("+", scaleBy(ind.Init), rest)
	}
	return out, true
}
