package peer

// maxTerms bounds linear forms; longer ones are of no use.
const maxTerms = 10

// arithmetic computes sums, multiples, remainders by a number of ranks and quotients of one.
func arithmetic(op string, x, y value) (value, bool) {
	if x.kind == vMod && y.kind == vLinear && op == "%" && x.mod.equal(y.lin) {
		return x, true
	}
	if x.kind != vLinear || y.kind != vLinear {
		return value{}, false
	}
	lin := func(l linear) (value, bool) { return value{kind: vLinear, lin: l}, len(l.terms) <= maxTerms }
	switch op {
	case "+":
		return lin(x.lin.plus(y.lin, 1))
	case "-":
		return lin(x.lin.plus(y.lin, -1))
	case "*":
		if y.lin.isConst() {
			return lin(x.lin.times(y.lin.c))
		}
		if x.lin.isConst() {
			return lin(y.lin.times(x.lin.c))
		}
		return wholePart(x, y)
	case "/", ">>":
		return quotient(op, x.lin, y.lin)
	case "%":
		return remainder(x.lin, y.lin)
	case "&": // x & (size-1), with a size that is a power of two
		return remainder(x.lin, y.lin.plus(constant(1), 1))
	}
	return value{}, false
}

// wholePart computes a / b * b as a without the rest of the division.
func wholePart(x, y value) (value, bool) {
	for _, pair := range [][2]value{{x, y}, {y, x}} {
		q, ok := pair[0].lin.single()
		if !ok || q.birth == nil || !q.birth.quot || !q.birth.of[1].lin.equal(pair[1].lin) || q.birth.of[1].kind != vLinear {
			continue
		}
		a := q.birth.of[0].lin
		return value{kind: vLinear, lin: a.plus(symbol(sym{kind: symRest, id: q.id, birth: q.birth}), -1)}, len(a.terms) < maxTerms
	}
	return value{}, false
}

func quotient(op string, x, y linear) (value, bool) {
	if !y.isConst() || y.c <= 0 || op == ">>" && y.c > 30 {
		return value{}, false
	}
	by := y.c
	if op == ">>" {
		by = 1 << y.c
	}
	if x.isConst() {
		return number(x.c / by), true
	}
	// (size + c) / by differs from size/by by less than a constant.
	if len(x.terms) == 1 && x.terms[0].coef == 1 && x.terms[0].sym.kind == symSize {
		s := x.terms[0].sym
		s.div *= by
		return symValue(s), true
	}
	return value{}, false
}

func remainder(x, y linear) (value, bool) {
	if x.isConst() && y.isConst() && y.c != 0 {
		return number(x.c % y.c), true
	}
	if s, ok := y.single(); ok && s.kind == symSize && s.div == 1 {
		return value{kind: vMod, lin: x, mod: y}, true
	}
	return value{}, false
}

func shifted(x, y value) value {
	xc, okX := one(x).number()
	yc, okY := one(y).number()
	if okX && okY && yc >= 0 && yc < 62 {
		return number(xc << yc)
	}
	return value{kind: vShift, x: &x, y: &y}
}
