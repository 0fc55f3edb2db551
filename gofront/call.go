package gofront

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// site is one call: of a call, go or defer statement.
type site struct {
	c     *ssa.CallCommon
	v     ssa.Value // the result; nil for go and defer
	node  *ast.CallExpr
	pos   ir.Pos
	name  string // as written
	obj   *types.Func
	args  []arg // the receiver first
	async bool
}

// arg is an argument, or the receiver, of a call.
type arg struct {
	v   ssa.Value
	x   ir.Expr
	src ast.Expr // nil where it is not written as one expression
	in  *frame
}

func (fr *frame) newSite(c *ssa.CallCommon, v ssa.Value) *site {
	s := &site{c: c, v: v, node: fr.syn.calls[c.Pos()], pos: fr.syn.pos(c.Pos())}
	if s.node != nil {
		s.pos = fr.syn.at(s.node)
		s.name = strings.TrimSuffix(fr.syn.text(s.node.Fun), "…")
	}
	if fr.callAt.IsValid() {
		s.pos = fr.callAt
	}
	vals := c.Args
	if c.IsInvoke() {
		vals = append([]ssa.Value{c.Value}, vals...)
	}
	srcs := s.sources(len(vals))
	for i, a := range vals {
		x := fr.functionArg(a)
		if x == nil {
			x = fr.expr(a)
		}
		s.args = append(s.args, arg{v: a, x: x, src: srcs[i], in: fr})
	}
	return s
}

// functionArg is the value of an argument that is a known function; nil for others. Whether somebody unseen may call it
// depends on the callee.
func (fr *frame) functionArg(v ssa.Value) ir.Expr {
	if !isFuncType(v.Type()) {
		return nil
	}
	cl := fr.closure(v)
	if cl == nil || cl.fn.Synthetic != "" {
		return nil
	}
	return ir.FuncRef{Name: funcName(cl.fn)}
}

// handOver records that functions among the arguments may be called by somebody unseen.
func (fr *frame) handOver(s *site) {
	for _, a := range s.args {
		if a.v == nil || !isFuncType(a.v.Type()) {
			continue
		}
		if cl := a.in.closure(a.v); cl != nil && cl.fn.Synthetic == "" {
			fr.funcRef(cl.fn)
		}
	}
}

// sources finds the expressions that the arguments are written as.
func (s *site) sources(n int) []ast.Expr {
	out := make([]ast.Expr, n)
	if s.node == nil {
		return out
	}
	at := n - len(s.node.Args)
	if s.c.Signature().Variadic() && !s.node.Ellipsis.IsValid() {
		fixed := s.c.Signature().Params().Len() - 1
		at = n - 1 - fixed
		for i := 0; i < fixed && i < len(s.node.Args) && at+i < n; i++ {
			out[at+i] = s.node.Args[i]
		}
	} else if at >= 0 {
		copy(out[at:], s.node.Args)
	}
	if sel, ok := ast.Unparen(s.node.Fun).(*ast.SelectorExpr); ok && at == 1 {
		out[0] = sel.X
	}
	return out
}

func (fr *frame) call(c *ssa.Call) { fr.dispatch(fr.newSite(c.Common(), c)) }

func (fr *frame) dispatch(s *site) {
	if b, ok := s.c.Value.(*ssa.Builtin); ok {
		fr.builtin(s, b.Name())
		return
	}
	if s.c.IsInvoke() {
		fr.invoke(s, s.c.Method)
		return
	}
	if y := yieldArg(s.c); y != nil {
		fr.rangeFunc(s, y)
		return
	}
	if cl := fr.closure(s.c.Value); cl != nil {
		fr.callClosure(s, cl)
		return
	}
	fr.unknownCall(s)
}

// callClosure calls a function that is known.
func (fr *frame) callClosure(s *site, cl *closure) {
	f := origin(cl.fn)
	switch {
	case f.Synthetic == "package initializer":
		return
	case f.Synthetic == rangeYield:
		fr.callYield(s, f)
		return
	case f.Parent() != nil:
		fr.callLiteral(s, cl)
		return
	}
	obj, ok := f.Object().(*types.Func)
	if !ok {
		fr.unknownCall(s)
		return
	}
	if strings.HasPrefix(f.Synthetic, "bound method wrapper") && len(cl.binds) == 1 {
		recv := arg{v: cl.binds[0].v, x: cl.binds[0].value(), in: cl.binds[0].in}
		s.args = append([]arg{recv}, s.args...)
	}
	if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		fr.invoke(s, obj)
		return
	}
	fr.static(s, obj)
}

// static calls a declared function or a method of a concrete type.
func (fr *frame) static(s *site, obj *types.Func) {
	s.obj = obj.Origin()
	if s.name == "" {
		s.name = obj.Name()
	}
	if fr.special(s) {
		return
	}
	if f := fr.u.pr.ssa.FuncValue(s.obj); f != nil {
		if !fr.expandIterator(s, f) {
			fr.direct(s, f, nil)
		}
		return
	}
	fr.unknownCall(s)
}

// special handles callees that tables describe: MPI by any of its names, the standard library.
func (fr *frame) special(s *site) bool {
	return fr.configured(s) || fr.cgoCall(s) || fr.bindingCall(s) || fr.namedMPI(s) || fr.stdCall(s)
}

// direct emits a call of a function of the program. Captured variables come before the arguments.
func (fr *frame) direct(s *site, f *ssa.Function, captured []ir.Expr) {
	if fr.callVariant(s, f, captured) {
		return
	}
	fr.needed(f)
	fr.handOver(s)
	args := append([]ir.Expr(nil), captured...)
	for _, a := range s.args {
		if isFuncType(a.v.Type()) && !onlyCalled(f, s, a) {
			fr.escapeClosure(a.v, s.c.Pos())
		}
		args = append(args, a.x)
	}
	fr.b.Emit(&ir.Call{Callees: []string{funcName(f)}, Name: s.name, Args: args, Dsts: fr.cells(s), Async: s.async, Pos: s.pos})
}

// unknownCall emits a call of a function that nobody knows.
func (fr *frame) unknownCall(s *site) {
	call := &ir.Call{Name: s.name, Dsts: fr.cells(s), Async: s.async, Pos: s.pos}
	if s.obj != nil {
		call.Callees = []string{fullName(s.obj)}
	}
	fr.handOver(s)
	for _, a := range s.args {
		fr.escapeClosure(a.v, s.c.Pos())
		call.Args = append(call.Args, a.x)
	}
	fr.b.Emit(call)
}

// numResults is how many results a call has.
func (s *site) numResults() int { return s.c.Signature().Results().Len() }

// used reports whether result i of the call is used.
func (s *site) used(i int) bool { return s.result(i) != nil && len(uses(s.result(i))) > 0 }

// result is the SSA value of result i, or nil.
func (s *site) result(i int) ssa.Value {
	if s.v == nil || i >= s.numResults() {
		return nil
	}
	if s.numResults() == 1 {
		return s.v
	}
	for _, u := range uses(s.v) {
		if ex, ok := u.(*ssa.Extract); ok && ex.Index == i {
			return ex
		}
	}
	return nil
}

// cells are the destinations of all results; those that are not used have none.
func (fr *frame) cells(s *site) []ir.Path {
	n := s.numResults()
	if n == 0 || s.v == nil {
		return nil
	}
	out := make([]ir.Path, n)
	any := false
	for i := range out {
		if s.used(i) {
			out[i] = fr.resultCell(s, i)
			any = true
		}
	}
	if !any {
		return nil
	}
	return out
}

// resultCell is the cell that takes result i; one that nobody reads when the result is not used.
func (fr *frame) resultCell(s *site, i int) ir.Path {
	v := s.result(i)
	if v == nil {
		return ir.VarPath(fr.b.AddTemp())
	}
	p := fr.acquired(v)
	if s.numResults() > 1 {
		fr.setTuple(s, i, ir.Load{Path: p})
	}
	return p
}

// setResult makes x the value of result i.
func (fr *frame) setResult(s *site, i int, x ir.Expr) {
	if s.used(i) {
		fr.b.Emit(&ir.Assign{Dst: fr.resultCell(s, i), Src: x, Pos: s.pos})
	}
}

func (fr *frame) setTuple(s *site, i int, x ir.Expr) {
	list := fr.tuples[s.v]
	if list == nil {
		list = make([]ir.Expr, s.numResults())
		for k := range list {
			list[k] = ir.Unknown{}
		}
		fr.tuples[s.v] = list
	}
	list[i] = x
}

// unknownResults gives the results from the given one on unknown values.
func (fr *frame) unknownResults(s *site, from int) {
	for i := from; i < s.numResults(); i++ {
		fr.setResult(s, i, ir.Unknown{Text: s.name})
	}
}

// invoke calls a method of an interface: whatever the program makes into that interface.
func (fr *frame) invoke(s *site, m *types.Func) {
	s.obj = m.Origin()
	if s.name == "" {
		s.name = m.Name()
	}
	if fr.special(s) {
		return
	}
	impls := fr.u.pr.implementers(s.args[0].v.Type(), m)
	if len(impls) == 0 {
		s.obj = nil
		fr.unknownCall(s)
		return
	}
	fr.each(len(impls), func(i int) { fr.callImpl(s, impls[i]) })
}

// each puts n alternatives side by side, any of which may run.
func (fr *frame) each(n int, alternative func(i int)) {
	join := fr.b.NewBlock()
	for i := range n {
		if i == n-1 {
			alternative(i)
			fr.b.Jump(join)
			break
		}
		one, next := fr.b.NewBlock(), fr.b.NewBlock()
		fr.b.End(&ir.If{Cond: ir.Unknown{Text: "callee"}, Then: one, Else: next})
		fr.b.SetBlock(one)
		alternative(i)
		fr.b.Jump(join)
		fr.b.SetBlock(next)
	}
	fr.b.SetBlock(join)
}

// callImpl calls one implementation: the receiver is what the interface points to, or a part of it.
func (fr *frame) callImpl(s *site, im impl) {
	t := *s
	t.args = append([]arg(nil), s.args...)
	if !isTypeParam(s.args[0].v.Type()) { // a value of a type parameter is no interface
		t.args[0].x = fr.receiver(s.args[0].x, im)
	}
	fr.static(&t, im.method)
}

func (fr *frame) receiver(x ir.Expr, im impl) ir.Expr {
	typ := im.typ
	for _, i := range im.path {
		cell := fr.pointee(x)
		if !isPointer(typ) && !isAggregate(typ) {
			break
		}
		st := derefType(typ)
		f := fieldOf(st, i)
		if f == nil {
			break
		}
		cell = cell.Field(f.Name())
		typ = f.Type()
		if isAggregate(typ) {
			x = ir.Addr{Path: cell}
		} else {
			x = ir.Load{Path: cell}
		}
	}
	want := im.method.Signature().Recv().Type()
	if isPointer(want) || !isAggregate(want) {
		return x
	}
	return ir.Load{Path: fr.pointee(x)}
}

func isPointer(t types.Type) bool {
	_, ok := under(t).(*types.Pointer)
	return ok
}

func derefType(t types.Type) types.Type {
	if p, ok := under(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (fr *frame) goStmt(g *ssa.Go) {
	s := fr.newSite(g.Common(), nil)
	s.async = true
	fr.dispatch(s)
}
