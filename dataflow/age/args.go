package age

import (
	"strings"

	"mpivet/ir"
)

// A function that does different things by an argument is analysed once for each constant that its callers pass: what it does for one
// of them says nothing of the others.

// maxVariants is for how many combinations of constants a function is analysed, as long as its facts are few; for others it is as for
// unknown arguments.
const (
	maxVariants      = 8
	maxVariantsFacts = maxTotal / 8
)

// env gives parameters the constants that a context's callers pass. Only parameters that are never assigned have one.
type env struct {
	vals map[*ir.Var]ir.Expr
	key  string
}

// argTest is a branch that depends on parameters and constants alone.
type argTest struct {
	cond ir.Expr // of an If, without negation; the tag of a Switch
	neg  bool
	vars []*ir.Var
}

// textCalls are the functions that compare two strings and return 0 for equal ones.
var textCalls = set("strcmp", "strcasecmp", "strcoll")

// findArgTests finds the branches that parameters decide.
func (c *cfunc) findArgTests() {
	for i := range c.blocks {
		cb := &c.blocks[i]
		var t *argTest
		switch term := cb.b.Term.(type) {
		case *ir.If:
			e, neg := c.plain(term.Cond)
			t = &argTest{cond: e, neg: neg}
		case *ir.Switch:
			t = &argTest{cond: c.resolve(term.Tag, 0)}
		default:
			continue
		}
		ok := true
		walk(t.cond, func(e ir.Expr) { ok = ok && c.argExpr(e, t) })
		if ok && len(t.vars) > 0 {
			cb.arg = t
		}
	}
}

// argExpr reports whether an expression is one of a test of parameters, and notes these.
func (c *cfunc) argExpr(e ir.Expr, t *argTest) bool {
	switch e := e.(type) {
	case ir.Const, ir.Null, ir.Str, ir.Bin, ir.Un:
		return true
	case ir.Load:
		if len(e.Path.Sels) > 0 {
			return false
		}
		if c.fixedParam(e.Path.Root) {
			t.vars = append(t.vars, e.Path.Root)
			return true
		}
		if param, _, ok := c.textTest(e.Path.Root); ok {
			t.vars = append(t.vars, param)
			return true
		}
	}
	return false
}

// fixedParam reports whether v is a parameter that keeps its argument's value.
func (c *cfunc) fixedParam(v *ir.Var) bool {
	d := c.defs[v]
	return v.Kind == ir.Param && d != nil && d.n == 1 && !d.addrTaken
}

// textTest returns the parameter and the text that a variable holds the comparison of.
func (c *cfunc) textTest(v *ir.Var) (param *ir.Var, text string, ok bool) {
	what, text, ok := c.compared(v)
	if l, isLoad := what.(ir.Load); ok && isLoad && len(l.Path.Sels) == 0 && c.fixedParam(l.Path.Root) {
		return l.Path.Root, text, true
	}
	return nil, "", false
}

// compared returns what a variable holds the comparison with a text of.
func (c *cfunc) compared(v *ir.Var) (what ir.Expr, text string, ok bool) {
	d := c.defs[v]
	if d == nil || d.n != 1 || d.at.b == nil || d.addrTaken {
		return nil, "", false
	}
	call, isCall := d.at.b.Instrs[d.at.i].(*ir.Call)
	if !isCall || len(call.Callees) != 1 || !textCalls[call.Callees[0]] || len(call.Args) != 2 {
		return nil, "", false
	}
	for i, e := range call.Args {
		if s, isText := call.Args[1-i].(ir.Str); isText {
			return e, s.S, true
		}
	}
	return nil, "", false
}

// decided returns the value of a test for a context's constants.
func (c *cfunc) decided(v *env, t *argTest) (int64, bool) {
	if v == nil || t == nil {
		return 0, false
	}
	for _, x := range t.vars {
		if v.vals[x] == nil {
			return 0, false
		}
	}
	k, ok := ir.Simplify(c.with(v, t.cond)).(ir.Const)
	if !ok {
		return 0, false
	}
	if t.neg {
		return truth(k.V == 0), true
	}
	return k.V, true
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// with replaces parameters by their constants: pointers by 0 or 1, comparisons of texts by 0 or 1.
func (c *cfunc) with(v *env, e ir.Expr) ir.Expr {
	switch x := e.(type) {
	case ir.Null:
		return ir.Const{}
	case ir.Bin:
		return ir.Bin{Op: x.Op, X: c.with(v, x.X), Y: c.with(v, x.Y)}
	case ir.Un:
		return ir.Un{Op: x.Op, X: c.with(v, x.X)}
	case ir.Load:
		if param, text, ok := c.textTest(x.Path.Root); ok {
			if s, isText := v.vals[param].(ir.Str); isText {
				return ir.Const{V: truth(s.S != text)}
			}
			return e
		}
		switch k := v.vals[x.Path.Root].(type) {
		case ir.Const:
			return k
		case ir.Null:
			return ir.Const{}
		}
	}
	return e
}

// constants returns what a call says about the parameters that its callee tests, nil when that is nothing.
func (a *analysis) constants(from *context, fn *ir.Func, args []ir.Expr) *env {
	c := from.fn
	if a.cfunc(fn).facts > maxVariantsFacts {
		return nil
	}
	v := &env{vals: map[*ir.Var]ir.Expr{}}
	var key strings.Builder
	for i, p := range fn.Params {
		if i >= len(args) {
			break
		}
		k := c.constantArg(from.args, args[i], 0)
		if k == nil || !a.tests(fn, i, 0) {
			continue
		}
		v.vals[p] = k
		key.WriteString(itoa(i) + "=" + ir.Key(k) + ";")
	}
	if len(v.vals) == 0 {
		return nil
	}
	v.key = key.String()
	known := a.variants[fn]
	if known == nil {
		known = map[string]bool{}
		a.variants[fn] = known
	}
	if !known[v.key] && len(known) >= maxVariants {
		return nil
	}
	known[v.key] = true
	return v
}

// constantArg returns the constant that an argument is, or nil.
func (c *cfunc) constantArg(v *env, e ir.Expr, depth int) ir.Expr {
	switch x := e.(type) {
	case ir.Const, ir.Null, ir.Str:
		return e
	case ir.Load:
		if len(x.Path.Sels) > 0 || depth > 8 {
			return nil
		}
		if v != nil && v.vals[x.Path.Root] != nil {
			return v.vals[x.Path.Root]
		}
		if src, ok := c.single(x.Path.Root); ok {
			return c.constantArg(v, src, depth+1)
		}
	}
	return nil
}

// maxHandOn is through how many calls a parameter is followed to a test.
const maxHandOn = 4

// tests reports whether fn, or a function that it hands the parameter on to, branches by its parameter i.
func (a *analysis) tests(fn *ir.Func, i, depth int) bool {
	if i >= len(fn.Params) || depth > maxHandOn || !a.rel.active[fn] {
		return false
	}
	p := fn.Params[i]
	if known, ok := a.testedBy[p]; ok {
		return known
	}
	a.testedBy[p] = false // around a recursion
	is := a.testsItself(fn, p) || a.testsFurther(fn, p, depth)
	a.testedBy[p] = is
	return is
}

func (a *analysis) testsItself(fn *ir.Func, p *ir.Var) bool {
	c := a.cfunc(fn)
	for i := range c.blocks {
		if t := c.blocks[i].arg; t != nil {
			for _, v := range t.vars {
				if v == p {
					return true
				}
			}
		}
	}
	return false
}

func (a *analysis) testsFurther(fn *ir.Func, p *ir.Var, depth int) bool {
	if !a.cfunc(fn).fixedParam(p) {
		return false
	}
	for _, cs := range a.prog.Calls(fn) {
		for i, e := range cs.Call.Args {
			if !isVar(e, p) {
				continue
			}
			for _, g := range a.prog.Targets(fn, cs.Call) {
				if a.tests(g, i, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

func arm(t *ir.If, then bool) *ir.Block {
	if then {
		return t.Then
	}
	return t.Else
}

// caseOf returns where a switch goes for a value, nil when that is not known.
func caseOf(t *ir.Switch, k int64) *ir.Block {
	for _, cs := range t.Cases {
		v, ok := cs.Val.(ir.Const)
		switch {
		case !ok:
			return nil
		case v.V == k:
			return cs.To
		}
	}
	return t.Default
}
