//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// operatorArgs returns the operands of an expression whose operator is a function, and that function's name. libclang
// shows the operator's name between the first operand and the others.
func operatorArgs(n *node) (args []*node, callee *node, ok bool) {
	name := n.c.Spelling()
	if !strings.HasPrefix(name, "operator") {
		return nil, nil, false
	}
	e := n.exprs()
	if len(e) < 2 {
		return nil, nil, false
	}
	x := e[1].bare()
	if x.kind != gc.Cursor_DeclRefExpr || x.c.Spelling() != name {
		return nil, nil, false
	}
	return append([]*node{e[0]}, e[2:]...), e[1], true
}

// operatorOf returns the operator of a call that is written as one.
func (f *fn) operatorOf(c *call) (string, bool) {
	if !c.operator {
		return "", false
	}
	return strings.TrimPrefix(c.n.c.Spelling(), "operator"), true
}

// modelOperator lowers operators of lambdas, iterators, the standard library's classes and its streams.
func (f *fn) modelOperator(c *call, op string) (outcome, bool) {
	a := c.args[0]
	s := f.shape(a)
	rest := c.args[1:]
	if op == "()" {
		if cl := f.closureOf(a); cl != nil {
			return f.callLambda(c, cl, rest)
		}
		return outcome{}, false
	}
	if s.isPointer() && s.class != nil {
		return f.iteratorOperator(c, op, s)
	}
	if op == "=" && len(rest) == 1 && s.isPlain() && c.fn != nil && c.fn.cxx != nil && !userProvided(c.fn.cxx.decl) {
		p := f.place(a)
		f.assignObject(p, s, rest[0], f.destName(a), c.pos)
		return aPlace(p)
	}
	m := s.modelled(f.u)
	own := c.fn != nil && c.fn.cxx != nil && !c.fn.cxx.standard && !c.fn.cxx.foreign
	if m != nil && !own {
		r := receiver{f: f, base: a, s: m, name: f.destName(a)}
		inner := *c
		inner.args = rest
		if res, ok := f.objectOperator(&inner, r, op); ok {
			return res, true
		}
	}
	if !own && c.fn != nil && c.fn.cxx != nil && c.fn.cxx.standard && !f.shape(c.n).owns(f.u) {
		return f.libraryOperator(c, op)
	}
	return outcome{}, false
}

// objectOperator lowers an operator of a class that is lowered by what it means.
func (f *fn) objectOperator(c *call, r receiver, op string) (outcome, bool) {
	name := "operator" + op
	switch k := r.s.class.kind; {
	case k.isContainer():
		return f.containerCall(c, r, name)
	case k == arrayClass && op == "=" && len(c.args) == 1:
		f.assignObject(r.place(), r.s, c.args[0], r.name, c.pos)
		return aPlace(r.place())
	case k == arrayClass:
		return f.arrayCall(c, r, name)
	case k.isPointer() && len(c.args) == 1 && (op == "==" || op == "!="):
		return aValue(ir.Bin{Op: op, X: loadOf(r.place().Field(hiddenPtr)), Y: f.pointerOperand(c.args[0])})
	case k.isPointer():
		return f.pointerCall(c, r, name)
	case k == optionalClass:
		return f.optionalCall(c, r, name)
	case k == viewClass && op == "[]":
		return f.viewCall(c, r, name)
	case (k == tupleClass || k == viewClass || k == functionClass) && op == "=" && len(c.args) == 1:
		f.assignObject(r.place(), r.s, c.args[0], r.name, c.pos)
		return aPlace(r.place())
	}
	return outcome{}, false
}

// pointerOperand is the pointer that an operand of a comparison stands for.
func (f *fn) pointerOperand(n *node) ir.Expr {
	if m := f.shape(n).modelled(f.u); m != nil && m.class.kind.isPointer() {
		return loadOf(f.place(n).Field(hiddenPtr))
	}
	if f.shape(n).isClass() {
		return ir.Null{}
	}
	return f.value(n)
}

// libraryOperator lowers the standard library's other operators: streams, comparisons, numbers. Nothing but the
// operands matters; the result of << and >> is the stream.
func (f *fn) libraryOperator(c *call, op string) (outcome, bool) {
	if f.returnsReference(c.n) {
		p := f.place(c.args[0])
		for _, a := range c.args[1:] {
			if op == ">>" {
				f.spoil(a)
			} else {
				f.effect(a)
			}
		}
		return aPlace(p)
	}
	f.evaluateAll(c.args)
	return aValue(f.unknown(c.n))
}

// spoil gives the variable that n names a value nobody knows.
func (f *fn) spoil(n *node) {
	if f.isLvalue(n) && !f.shape(n).isClass() {
		f.set(f.place(n), f.unknown(n), f.u.pos(n))
		return
	}
	f.effect(n)
}

// iteratorOperator lowers an operator of an iterator, which is a pointer.
func (f *fn) iteratorOperator(c *call, op string, s *shape) (outcome, bool) {
	a := c.args[0]
	if len(c.args) == 1 {
		switch op {
		case "*":
			return aPlace(f.deref(f.value(a)))
		case "->":
			return aValue(f.value(a))
		case "++", "--":
			return f.stepIterator(a, op, c)
		}
		return outcome{}, false
	}
	b := c.args[1]
	switch op {
	case "++", "--": // postfix
		t := ir.VarPath(f.b.AddTemp())
		f.set(t, loadOf(f.place(a)), c.pos)
		f.stepIterator(a, op, c)
		return aValue(loadOf(t))
	case "[]":
		return aPlace(f.deref(keepOffset(f.value(a), f.value(b))))
	case "+":
		return aValue(offset(f.value(a), f.value(b)))
	case "-":
		if f.shape(b).isPointer() {
			return aValue(binary("-", f.value(a), f.value(b)))
		}
		return aValue(offset(f.value(a), unary("-", f.value(b))))
	case "+=", "-=":
		p := f.place(a)
		n := f.value(b)
		if op == "-=" {
			n = unary("-", n)
		}
		f.set(p, offset(loadOf(p), n), c.pos)
		return aPlace(p)
	case "=":
		p := f.place(a)
		f.set(p, f.value(b), c.pos)
		return aPlace(p)
	case "==", "!=", "<", "<=", ">", ">=":
		return aValue(ir.Bin{Op: op, X: f.value(a), Y: f.value(b)})
	}
	return outcome{}, false
}

func (f *fn) stepIterator(a *node, op string, c *call) (outcome, bool) {
	by := int64(1)
	if op == "--" {
		by = -1
	}
	p := f.place(a)
	f.set(p, offset(loadOf(p), ir.Const{V: by}), c.pos)
	return aPlace(p)
}
