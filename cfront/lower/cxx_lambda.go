//go:build cgo

package lower

import (
	"fmt"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// closure is a lambda: a function of its own whose first parameters are what it captures.
type closure struct {
	name    string // of the function
	display string
	n       *node
	caps    []capture
	params  []*node
	result  bool // it returns a value
	byRef   bool // it returns a reference
}

// capture is a variable of the enclosing function that a lambda uses.
type capture struct {
	decl clang.Cursor
	name string
	self bool    // this
	addr bool    // handed over by its address
	copy *ir.Var // the copy made where the lambda stands; nil: the variable itself
	init *node   // of a capture with an initialiser
	// inner says that another lambda, which this one calls, holds it; handed, that copy already has its address.
	inner, handed bool
}

// lambda lowers a lambda expression into a function, once. As is the variable that holds it.
func (f *fn) lambda(n *node, as string) *closure {
	return f.lambdaFor(n, as, nil)
}

// lambdaFor is lambda for one held by the variable that decl declares: its body may call itself through it.
func (f *fn) lambdaFor(n *node, as string, decl *clang.Cursor) *closure {
	top := f
	for top.outer != nil {
		top = top.outer
	}
	if c := top.made[n]; c != nil {
		return c
	}
	top.lambdas++
	c := &closure{n: n, name: fmt.Sprintf("%s$%d", top.info.name, top.lambdas), display: f.info.display + "::" + as}
	if as == "" {
		c.display = f.info.display + "::lambda"
	}
	top.made[n] = c
	if decl != nil {
		f.closures[keyOf(*decl)] = c
	}
	c.caps = f.captures(n)
	for _, k := range n.kids {
		if k.kind == gc.Cursor_ParmDecl {
			c.params = append(c.params, k)
		}
	}
	f.makeCopies(c)
	f.lowerLambda(c)
	return c
}

// makeCopies evaluates what a lambda holds by value, where it stands.
func (f *fn) makeCopies(c *closure) {
	for i := range c.caps {
		k := &c.caps[i]
		if k.copy != byValue || k.inner {
			continue
		}
		k.copy = f.b.AddTemp()
		s := f.u.shapeOf(k.decl.Type())
		dst := ir.VarPath(k.copy)
		pos := f.u.pos(c.n)
		switch {
		case k.init != nil && infoOf(k.decl.Type()).isReference():
			f.set(dst, f.bound(k.init), pos)
			continue
		case k.init != nil && s.isClass():
			f.construct(spot{dst: dst, s: s, name: k.name, pos: pos}, k.init)
		case k.init != nil:
			f.store(dst, k.init, k.name)
		case s.isClass():
			f.copyInit(spot{dst: dst, s: s, name: k.name, pos: pos}, f.declPath(k.decl))
		default:
			f.set(dst, loadOf(f.declPath(k.decl)), pos)
		}
		if s.isClass() && s.owns(f.u) && s.classKind() != sharedClass {
			f.ownVar(k.copy, s, pos)
		}
	}
}

// lowerLambda lowers a lambda's body.
func (f *fn) lowerLambda(c *closure) {
	info := &funcInfo{
		spelling: c.display, name: c.name, display: c.display, static: true, defined: true,
		cxx: &cxxFunc{decl: f.root.c, template: f.dependent || hasAutoParam(c.params)},
	}
	out := &ir.Func{Name: c.name, Display: c.display, Pos: f.u.pos(c.n)}
	out.Pos.EndLine, out.Pos.EndCol = 0, 0
	out.InHeader = out.Pos.File != f.u.main.name
	g := &fn{
		u: f.u, b: ir.NewBuilder(out), root: c.n, info: info,
		vars: map[declKey]*ir.Var{}, labels: map[string]*label{}, resultType: &typeInfo{},
		cxxFn: newCXXFn(),
	}
	g.outer, g.dependent = f, info.cxx.template
	f.setResult(g, c)
	f.passCaptures(g, c)
	g.params()
	g.body()
	f.u.out.Funcs = append(f.u.out.Funcs, g.b.Finish())
	f.u.stats.Funcs++
}

func hasAutoParam(params []*node) bool {
	for _, p := range params {
		if strings.Contains(p.c.Type().Spelling(), "auto") {
			return true
		}
	}
	return false
}

// setResult finds the type of a lambda's result: that of what its first return returns.
func (f *fn) setResult(g *fn, c *closure) {
	ret := firstReturn(c.n)
	if ret == nil {
		g.resultType = &typeInfo{kind: gc.Type_Void}
		return
	}
	c.result = true
	g.b.Fn.NumRes = 1
	g.resultType = ret.info()
	head := f.u.text(c.n)
	if i := strings.Index(head, "{"); i >= 0 {
		_, after, arrow := strings.Cut(head[:i], "->")
		c.byRef = arrow && strings.HasSuffix(strings.TrimSpace(after), "&")
	}
	if c.byRef {
		g.resultType = &typeInfo{kind: gc.Type_LValueReference, t: ret.info().t, canon: ret.info().canon}
	}
}

// firstReturn returns the operand of the first return below n, that of lambdas within apart; nil if there is none.
func firstReturn(n *node) *node {
	for _, k := range n.kids {
		switch {
		case k.kind == gc.Cursor_LambdaExpr:
		case k.kind == gc.Cursor_ReturnStmt:
			if e := k.exprs(); len(e) > 0 {
				return e[0]
			}
		default:
			if r := firstReturn(k); r != nil {
				return r
			}
		}
	}
	return nil
}

// passCaptures gives a lambda's function a parameter for each capture.
func (f *fn) passCaptures(g *fn, c *closure) {
	forwarded := map[*ir.Var]*ir.Var{}
	for _, k := range c.caps {
		if k.self {
			v := g.b.AddParam("this", ir.Pos{})
			g.selves = append(g.selves, ir.VarPath(v).Deref())
			continue
		}
		v := g.b.AddParam(k.name, f.u.namePos(k.decl))
		v.Type = f.u.typeText(k.decl.Type())
		if k.copy != nil {
			forwarded[k.copy] = v
		}
		key := keyOf(k.decl)
		if _, bound := f.bindings[key]; bound {
			g.bindings[key] = ir.VarPath(v)
			if k.addr {
				g.bindings[key] = ir.VarPath(v).Deref()
			}
			continue
		}
		if !k.inner {
			g.vars[key] = v
			g.indirect[key] = k.addr
		}
	}
	for key, s := range f.autos {
		g.autos[key] = s
	}
	for key, inner := range f.closures {
		g.closures[key] = inner.within(forwarded)
	}
}

// within is a closure as a lambda sees it that was handed what the closure holds by value.
func (c *closure) within(forwarded map[*ir.Var]*ir.Var) *closure {
	d := *c
	d.caps = append([]capture(nil), c.caps...)
	for i, k := range d.caps {
		if v := forwarded[k.copy]; k.copy != nil && v != nil {
			d.caps[i].copy = v
			d.caps[i].handed = true
		}
	}
	return &d
}
