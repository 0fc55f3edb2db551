package ir

// Simplify returns an expression with the same value in a canonical form: constants folded, sums and products of
// integers as sorted terms with the constant last, comparisons with a constant on the right, offsets merged. Arithmetic
// is that of 64-bit two's complement. It returns nil for nil, and expressions of more than maxSimplify terms as they are:
// sums of thousands of terms occur in generated code, and no analysis asks for their form.
func Simplify(e Expr) Expr {
	if !smallerThan(e, maxSimplify) {
		return e
	}
	return simplify(e)
}

const maxSimplify = 500

// smallerThan reports whether e has at most limit terms; it looks at no more of them.
func smallerThan(e Expr, limit int) bool {
	Walk(e, func(Expr) bool { limit--; return limit >= 0 })
	return limit >= 0
}

func simplify(e Expr) Expr {
	switch e := e.(type) {
	case Load:
		return Load{Path: simplifyPath(e.Path)}
	case Addr:
		return simplifyAddr(simplifyPath(e.Path))
	case Offset:
		return simplifyOffset(simplify(e.X), simplify(e.N))
	case Bin:
		return simplifyBin(e.Op, simplify(e.X), simplify(e.Y))
	case Un:
		return simplifyUn(e.Op, simplify(e.X))
	case CommRank:
		return CommRank{Comm: simplify(e.Comm)}
	case CommSize:
		return CommSize{Comm: simplify(e.Comm)}
	}
	return e
}

func simplifyPath(p Path) Path {
	var out []Sel
	for i, s := range p.Sels {
		if s.Index == nil {
			continue
		}
		if x := simplify(s.Index); !Equal(x, s.Index) {
			if out == nil {
				out = append(out, p.Sels...)
			}
			out[i].Index = x
		}
	}
	if out == nil {
		return p
	}
	return Path{Root: p.Root, Sels: out}
}

// simplifyAddr writes the address of what a pointer points to as the pointer: &*p is p, &p[i] is p moved by i.
func simplifyAddr(p Path) Expr {
	n := len(p.Sels)
	if n > 0 && p.Sels[n-1].Kind == Deref {
		return Load{Path: p.Parent()}
	}
	if n > 1 && p.Sels[n-1].Kind == Elem && p.Sels[n-1].Index != nil && p.Sels[n-2].Kind == Deref {
		return simplifyOffset(Load{Path: p.Parent().Parent()}, p.Sels[n-1].Index)
	}
	return Addr{Path: p}
}

func simplifyOffset(x, n Expr) Expr {
	switch base := x.(type) {
	case Offset:
		return simplifyOffset(base.X, simplifyBin("+", base.N, n))
	case Addr:
		last := len(base.Path.Sels) - 1
		if last >= 0 && base.Path.Sels[last].Kind == Elem && base.Path.Sels[last].Index != nil {
			return Addr{Path: base.Path.Parent().Elem(simplifyBin("+", base.Path.Sels[last].Index, n))}
		}
	}
	if n == (Const{}) {
		return x
	}
	return Offset{X: x, N: n}
}

func simplifyUn(op string, x Expr) Expr {
	switch op {
	case "-":
		return sumOf(x, nil, -1)
	case "~":
		if c, ok := x.(Const); ok {
			return Const{V: ^c.V}
		}
	case "!":
		return negation(x)
	}
	return Un{Op: op, X: x}
}

var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// negation returns !x for a simplified x.
func negation(x Expr) Expr {
	switch x := x.(type) {
	case Const:
		return boolConst(x.V == 0)
	case Null:
		return Const{V: 1}
	case Str, FuncRef:
		return Const{}
	case Bin:
		if op, ok := opposite[x.Op]; ok {
			return Bin{Op: op, X: x.X, Y: x.Y}
		}
	case Un:
		if x.Op == "!" && isBool(x.X) {
			return x.X
		}
	}
	return Un{Op: "!", X: x}
}

func boolConst(b bool) Expr {
	if b {
		return Const{V: 1}
	}
	return Const{}
}

// isBool reports whether e is always zero or one.
func isBool(e Expr) bool {
	switch e := e.(type) {
	case Const:
		return e.V == 0 || e.V == 1
	case Un:
		return e.Op == "!"
	case Bin:
		return opposite[e.Op] != "" || e.Op == "&&" || e.Op == "||"
	}
	return false
}

func simplifyBin(op string, x, y Expr) Expr {
	if x == nil || y == nil {
		return Bin{Op: op, X: x, Y: y}
	}
	if a, ok := x.(Const); ok {
		if b, ok := y.(Const); ok {
			if c, ok := foldConst(op, a.V, b.V); ok {
				return Const{V: c}
			}
			return Bin{Op: op, X: x, Y: y}
		}
	}
	switch op {
	case "+":
		return sumOf(x, y, 1)
	case "-":
		return sumOf(x, y, -1)
	case "*":
		return product(x, y)
	case "==", "!=", "<", "<=", ">", ">=":
		return comparison(op, x, y)
	case "&&", "||":
		return logical(op, x, y)
	}
	return bitwise(op, x, y)
}
