package ir

import "strconv"

// precedence of the binary operators, as in C.
var precedence = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (p *parser) exprs() []Expr {
	list := []Expr{p.expr()}
	for p.take(",") {
		list = append(list, p.expr())
	}
	return list
}

// expr reads an expression.
func (p *parser) expr() Expr {
	start := p.peek()
	e := p.binary(1)
	if p.depth == 0 && exprDepth(e) > maxExprDepth {
		p.fail(start, "expression nested deeper than %d", maxExprDepth)
	}
	return e
}

// exprDepth is how deep e is nested, the indices of paths included.
func exprDepth(e Expr) int {
	deepest := 0
	var paths func(Path)
	child := func(x Expr) { deepest = max(deepest, exprDepth(x)) }
	paths = func(q Path) {
		for _, s := range q.Sels {
			child(s.Index)
		}
	}
	switch e := e.(type) {
	case nil:
		return 0
	case Load:
		paths(e.Path)
	case Addr:
		paths(e.Path)
	case Offset:
		child(e.X)
		child(e.N)
	case Bin:
		child(e.X)
		child(e.Y)
	case Un:
		child(e.X)
	case CommRank:
		child(e.Comm)
	case CommSize:
		child(e.Comm)
	}
	return deepest + 1
}

// enter counts the levels of recursion, leave takes one back.
func (p *parser) enter() {
	if p.depth++; p.depth > 4*maxExprDepth {
		p.fail(p.peek(), "expression nested too deeply")
	}
}

func (p *parser) leave() { p.depth-- }

// binary reads operators of at least precedence lowest.
func (p *parser) binary(lowest int) Expr {
	p.enter()
	defer p.leave()
	x := p.unary()
	for {
		t := p.peek()
		prec := precedence[t.text]
		if t.kind != tokPunct || prec < lowest {
			return x
		}
		p.at++
		x = Bin{Op: t.text, X: x, Y: p.binary(prec + 1)}
	}
}

func (p *parser) unary() Expr {
	p.enter()
	defer p.leave()
	t := p.next()
	switch t.kind {
	case tokNumber:
		return p.constant("", t)
	case tokString:
		return Str{S: t.text}
	case tokUnknown:
		return Unknown{Text: t.text}
	case tokLocal, tokGlobal:
		p.at--
		return Load{Path: p.path()}
	case tokWord:
		return p.wordExpr(t)
	case tokPunct:
		return p.prefixed(t)
	}
	p.fail(t, "expected an expression, found %s", t.describe())
	return nil
}

// prefixed reads an expression that begins with an operator or a parenthesis.
func (p *parser) prefixed(t token) Expr {
	switch t.text {
	case "(":
		e := p.binary(1)
		p.expect(")")
		return e
	case "&":
		return Addr{Path: p.path()}
	case "-":
		if n := p.peek(); n.kind == tokNumber {
			p.at++
			return p.constant("-", n)
		}
		return Un{Op: "-", X: p.unary()}
	case "!", "~":
		return Un{Op: t.text, X: p.unary()}
	}
	p.fail(t, "expected an expression, found %s", t.describe())
	return nil
}

func (p *parser) constant(sign string, t token) Expr {
	v, err := strconv.ParseInt(sign+t.text, 10, 64)
	if err != nil {
		p.fail(t, "number %s%s does not fit in 64 bits", sign, t.text)
	}
	return Const{V: v}
}

func (p *parser) wordExpr(t token) Expr {
	switch t.text {
	case "null":
		return Null{}
	case "func":
		return FuncRef{Name: p.want(tokGlobal, "@ and the name of a function").text}
	case "offset":
		p.expect("(")
		x := p.binary(1)
		p.expect(",")
		n := p.binary(1)
		p.expect(")")
		return Offset{X: x, N: n}
	case "rank":
		return CommRank{Comm: p.argument()}
	case "size":
		return CommSize{Comm: p.argument()}
	case "named":
		p.expect("(")
		name := p.string()
		p.expect(")")
		return Named{Name: name}
	}
	if exprWords[t.text] {
		p.fail(t, "%q is not an expression", t.text)
	}
	return Named{Name: t.text}
}

func (p *parser) argument() Expr {
	p.expect("(")
	e := p.binary(1)
	p.expect(")")
	return e
}

// path reads a variable and the steps from it.
func (p *parser) path() Path {
	t := p.next()
	var out Path
	switch t.kind {
	case tokLocal:
		out.Root = p.local(t.text)
	case tokGlobal:
		out.Root = p.global(t.text)
	default:
		p.fail(t, "expected a variable, found %s", t.describe())
	}
	for {
		switch {
		case p.take("."):
			out.Sels = append(out.Sels, p.dotted())
		case p.take("["):
			index := p.expr()
			p.expect("]")
			if index == (Unknown{}) {
				index = nil
			}
			out.Sels = append(out.Sels, Sel{Kind: Elem, Index: index})
		default:
			return out
		}
	}
}

func (p *parser) dotted() Sel {
	if p.take("*") {
		return Sel{Kind: Deref}
	}
	return Sel{Kind: Field, Name: p.wordOrString("the name of a field, or *")}
}
