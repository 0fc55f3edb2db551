package ir

import "sort"

// product returns x × y with sorted factors and the constant last.
func product(x, y Expr) Expr {
	c := int64(1)
	var rest []Expr
	var collect func(e Expr)
	collect = func(e Expr) {
		switch e := e.(type) {
		case Const:
			c *= e.V
			return
		case Un:
			if e.Op == "-" {
				c = -c
				collect(e.X)
				return
			}
		case Bin:
			if e.Op == "*" {
				collect(e.X)
				collect(e.Y)
				return
			}
		}
		rest = append(rest, e)
	}
	collect(x)
	collect(y)
	if c == 0 {
		return Const{}
	}
	if len(rest) == 1 { // a constant times a sum: spread it over the terms
		return buildSum(withoutConst(addTerms(nil, rest[0], c)))
	}
	sort.SliceStable(rest, func(i, j int) bool { return Key(rest[i]) < Key(rest[j]) })
	p := rest[0]
	for _, r := range rest[1:] {
		p = Bin{Op: "*", X: p, Y: r}
	}
	return buildSum([]term{{x: p, factor: c}}, 0)
}

var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

func comparison(op string, x, y Expr) Expr {
	if known, holds := compareObjects(op, x, y); known {
		return boolConst(holds)
	}
	if Pure(x) && Equal(x, y) {
		return boolConst(op == "==" || op == "<=" || op == ">=")
	}
	if swapOperands(op, x, y) {
		op, x, y = mirrored[op], y, x
	}
	// A truth value compared with zero or one is itself, or its opposite.
	if c, ok := y.(Const); ok && isBool(x) && (op == "==" || op == "!=") {
		switch {
		case c.V == 0 && op == "!=", c.V == 1 && op == "==":
			return x
		case c.V == 0 && op == "==", c.V == 1 && op == "!=":
			return negation(x)
		}
	}
	return Bin{Op: op, X: x, Y: y}
}

// swapOperands reports whether the canonical form has x and y the other way round: constants stand on the right, and the
// two sides of an equation are sorted.
func swapOperands(op string, x, y Expr) bool {
	cx, cy := isConstant(x), isConstant(y)
	if cx != cy {
		return cx
	}
	return (op == "==" || op == "!=") && Key(x) > Key(y)
}

func isConstant(e Expr) bool {
	switch e.(type) {
	case Const, Null, Named, Str, FuncRef:
		return true
	}
	return false
}

// compareObjects decides equations between null, addresses and names.
func compareObjects(op string, x, y Expr) (known, holds bool) {
	if op != "==" && op != "!=" {
		return false, false
	}
	a, okA := isNull(x)
	b, okB := isNull(y)
	if !okA || !okB || !a && !b {
		return false, false
	}
	return true, (a == b) == (op == "==")
}

// isNull reports whether e is the null pointer, and whether that is known.
func isNull(e Expr) (null, known bool) {
	switch e := e.(type) {
	case Null:
		return true, true
	case Const:
		return e.V == 0, e.V == 0
	case Str, FuncRef:
		return false, true
	case Addr:
		return false, neverNull(e.Path)
	}
	return false, false
}

func logical(op string, x, y Expr) Expr {
	stop := op == "||" // the value of x that decides alone
	if holds, known := Truth(x); known {
		if holds == stop {
			return boolConst(stop)
		}
		return asBool(y)
	}
	if holds, known := Truth(y); known {
		if holds == stop {
			return boolConst(stop)
		}
		return asBool(x)
	}
	if Pure(x) && Equal(x, y) {
		return asBool(x)
	}
	return Bin{Op: op, X: x, Y: y}
}

func asBool(e Expr) Expr {
	if isBool(e) {
		return e
	}
	return comparison("!=", e, Const{})
}

// bitwise simplifies / % << >> & | ^ by neutral and absorbing elements.
func bitwise(op string, x, y Expr) Expr {
	if c, ok := x.(Const); ok && (op == "&" || op == "|" || op == "^") {
		x, y = y, c
	}
	c, ok := y.(Const)
	switch {
	case x == (Const{}) && (op == "/" || op == "%" || op == "<<" || op == ">>"):
		return x
	case !ok:
	case c.V == 0 && (op == "<<" || op == ">>" || op == "|" || op == "^"), c.V == 1 && op == "/":
		return x
	case c.V == 0 && op == "&", c.V == 1 && op == "%":
		return Const{}
	case op == "<<" && c.V > 0 && c.V < 62:
		return product(x, Const{V: 1 << uint64(c.V)})
	}
	if !ok && (op == "&" || op == "|" || op == "^") && Key(x) > Key(y) {
		x, y = y, x
	}
	return Bin{Op: op, X: x, Y: y}
}
