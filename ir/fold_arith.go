package ir

import (
	"math"
	"sort"
)

// foldConst computes a op b; ok is false for a division by zero, a shift that C leaves undefined, an unknown operator.
func foldConst(op string, a, b int64) (c int64, ok bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/", "%":
		return foldDivision(op, a, b)
	case "<<":
		return a << uint64(b&63), b >= 0 && b < 64
	case ">>":
		return a >> uint64(b&63), b >= 0 && b < 64
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	case "&&":
		return boolInt(a != 0 && b != 0), true
	case "||":
		return boolInt(a != 0 || b != 0), true
	}
	if _, ok := opposite[op]; !ok {
		return 0, false
	}
	return boolInt(Compare(op, a, b)), true
}

func foldDivision(op string, a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	if op == "/" {
		return a / b, true
	}
	return a % b, true
}

// Compare reports whether a op b holds for one of the operators == != < <= > >=.
func Compare(op string, a, b int64) bool {
	switch op {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	default:
		return a >= b
	}
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// term is factor × x in a sum; x is nil for the constant.
type term struct {
	x      Expr
	key    string
	factor int64
}

// sumOf returns x + sign × y, or sign × x when y is nil, as a sorted sum.
func sumOf(x, y Expr, sign int64) Expr {
	var terms []term
	if y == nil {
		terms = addTerms(nil, x, sign)
	} else {
		terms = addTerms(addTerms(nil, x, 1), y, sign)
	}
	return buildSum(withoutConst(terms))
}

// addTerms appends the terms of factor × e.
func addTerms(list []term, e Expr, factor int64) []term {
	switch e := e.(type) {
	case Const:
		return append(list, term{factor: factor * e.V})
	case Un:
		if e.Op == "-" {
			return addTerms(list, e.X, -factor)
		}
	case Bin:
		switch e.Op {
		case "+":
			return addTerms(addTerms(list, e.X, factor), e.Y, factor)
		case "-":
			return addTerms(addTerms(list, e.X, factor), e.Y, -factor)
		case "*":
			if c, ok := e.Y.(Const); ok {
				return addTerms(list, e.X, factor*c.V)
			}
		}
	}
	return append(list, term{x: e, key: Key(e), factor: factor})
}

// mergeTerms sorts the terms and adds up those that are the same pure expression.
func mergeTerms(list []term) []term {
	sort.SliceStable(list, func(i, j int) bool { return list[i].key < list[j].key })
	out := list[:0]
	for _, t := range list {
		last := len(out) - 1
		if last >= 0 && t.x != nil && out[last].x != nil && t.key == out[last].key && Pure(t.x) && Equal(t.x, out[last].x) {
			out[last].factor += t.factor
			continue
		}
		out = append(out, t)
	}
	return out
}

// withoutConst splits merged terms into the others and the constant.
func withoutConst(terms []term) ([]term, int64) {
	var c int64
	var rest []term
	for _, t := range mergeTerms(terms) {
		switch {
		case t.x == nil:
			c += t.factor
		case t.factor != 0:
			rest = append(rest, t)
		}
	}
	return rest, c
}

// buildSum writes positive terms first, then the negative ones, then the constant.
func buildSum(terms []term, c int64) Expr {
	var sum Expr
	for _, t := range terms {
		if t.factor > 0 {
			sum = plus("+", sum, scaled(t.x, t.factor))
		}
	}
	for _, t := range terms {
		switch {
		case t.factor >= 0:
		case sum != nil && t.factor != math.MinInt64:
			sum = Bin{Op: "-", X: sum, Y: scaled(t.x, -t.factor)}
		case sum == nil && t.factor == -1:
			sum = Un{Op: "-", X: t.x}
		default:
			sum = plus("+", sum, Bin{Op: "*", X: t.x, Y: Const{V: t.factor}})
		}
	}
	switch {
	case sum == nil:
		return Const{V: c}
	case c == 0:
		return sum
	case c < 0 && c != math.MinInt64:
		return Bin{Op: "-", X: sum, Y: Const{V: -c}}
	}
	return Bin{Op: "+", X: sum, Y: Const{V: c}}
}

func plus(op string, sum, x Expr) Expr {
	if sum == nil {
		return x
	}
	return Bin{Op: op, X: sum, Y: x}
}

func scaled(x Expr, factor int64) Expr {
	if factor == 1 {
		return x
	}
	return Bin{Op: "*", X: x, Y: Const{V: factor}}
}
