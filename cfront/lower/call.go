//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
	"mpivet/mpi"
)

// call is a call being lowered.
type call struct {
	n      *node
	callee *node     // the expression that is called; nil for C++'s implicit calls
	fn     *funcInfo // the function called, nil if not known
	name   string    // as written
	macro  string    // the macro it comes from, if any
	args   []*node
	dst    *ir.Path // where the result goes; nil drops it
	as     string   // how the source writes the destination
	pos    ir.Pos

	operator bool        // written as an operator; the first argument is the object if fn is a member
	spot     *spot       // where an object goes that the call returns
	others   []*funcInfo // within a template, all that may be meant
	vals     []ir.Expr   // the arguments' values, once they are evaluated
}

// callValue calls n and returns its result, or Unknown where there is none.
func (f *fn) callValue(n *node) ir.Expr {
	if n.c.Spelling() == "__builtin_expect" {
		if args := f.args(n); len(args) > 0 {
			return f.value(args[0])
		}
	}
	if n.info().isVoid() {
		f.call(n, nil, "")
		return ir.Unknown{}
	}
	t := ir.VarPath(f.b.AddTemp())
	f.call(n, &t, "")
	return loadOf(t)
}

// args returns the nodes of a call's arguments.
func (f *fn) args(n *node) []*node {
	if n.recovered {
		return n.exprs()[1:]
	}
	count := int(n.c.NumArguments())
	e := n.exprs()
	if count >= 0 && len(e) > count {
		return e[len(e)-count:]
	}
	return e
}

// call lowers the call n. The result goes to dst, which may be nil; memory that it acquires is called as.
func (f *fn) call(n *node, dst *ir.Path, as string) {
	c := f.newCall(n, dst, as)
	if f.cxxCall(c) {
		return
	}
	f.dispatch(c)
}

func (f *fn) newCall(n *node, dst *ir.Path, as string) *call {
	c := &call{n: n, dst: dst, as: as, pos: f.u.pos(n)}
	if c.args, c.callee, c.operator = operatorArgs(n); !c.operator {
		c.args = f.args(n)
		if e := n.exprs(); len(e) > len(c.args) {
			c.callee = e[0]
		}
	}
	c.name = n.c.Spelling()
	if d := n.c.Referenced(); isFunction(d) {
		c.fn = f.u.funcInfo(d)
		c.name = c.fn.spelling
	}
	if c.name == "" && c.callee != nil {
		c.name = f.u.text(c.callee)
		if !f.u.cxx && c.callee.info().kind == gc.Type_Dependent && isIdent(c.name) {
			// Its declaration is missing or does not compile; C's names of functions say enough.
			c.fn = &funcInfo{spelling: c.name, name: c.name, noreturn: halts[c.name]}
		}
	}
	e := f.u.extent(n)
	if word := e.src.identAt(e.start); word != c.name {
		c.macro = word
	}
	if f.u.cxx {
		for len(c.args) > 0 && isDefaultArg(c.args[len(c.args)-1]) {
			c.args = c.args[:len(c.args)-1]
		}
		f.resolve(c)
	}
	return c
}

func isIdent(s string) bool {
	for i := range len(s) {
		if !isIdentByte(s[i]) {
			return false
		}
	}
	return s != "" && isIdentStart(s[0])
}

func isFunction(d clang.Cursor) bool {
	switch d.Kind() {
	case gc.Cursor_FunctionDecl, gc.Cursor_CXXMethod, gc.Cursor_Constructor, gc.Cursor_Destructor,
		gc.Cursor_ConversionFunction, gc.Cursor_FunctionTemplate:
		return true
	}
	return false
}

// dispatch decides what a call is. What the configuration names comes first; a definition in the program then wins
// over the built-in tables.
func (f *fn) dispatch(c *call) {
	if f.configured(c) {
		return
	}
	if c.fn == nil && c.callee != nil {
		if name := f.variableCalled(c.callee); name != "" && f.allocation(c, name) {
			return
		}
	}
	if c.fn != nil && !c.fn.defined && !c.fn.static && c.fn.isFree() {
		if f.builtin(c) {
			return
		}
		if p := mpi.Lookup(c.fn.spelling); p != nil {
			f.u.stats.MPICalls++
			f.mpiCall(c, p)
			f.haltAfter(c)
			return
		}
	}
	f.plainCall(c)
	f.haltAfter(c)
}

func (f *fn) haltAfter(c *call) {
	if c.fn != nil && c.fn.noreturn {
		f.unwindHalt()
		f.b.End(&ir.Halt{Pos: c.pos})
	}
}

// unwindHalt is where a language would run what a function that does not return leaves; C runs nothing.
func (f *fn) unwindHalt() {}

// configured lowers calls of functions and macros that the configuration names.
func (f *fn) configured(c *call) bool {
	o := &f.u.opts
	for _, name := range c.names() {
		if o.Pools[name] {
			return f.pooled(c)
		}
		if a, ok := o.Allocators[name]; ok {
			return f.acquire(c, a, name)
		}
		if r, ok := o.Releases[name]; ok {
			return f.release(c, r, name)
		}
		if w, ok := o.Wrappers[name]; ok && f.wrapper(c, w) {
			return true
		}
	}
	return c.macro != "" && f.configuredMacro(c)
}

// pooled lowers a call whose result comes from memory that is kept.
func (f *fn) pooled(c *call) bool {
	f.evaluate0(c)
	f.result(c, f.unknown(c.n))
	return true
}

// builtin lowers calls of the functions in the tables of this package.
func (f *fn) builtin(c *call) bool {
	if f.allocation(c, c.name) || f.renamedAllocator(c) {
		return true
	}
	if stackAllocators[c.name] {
		f.evaluate0(c)
		v := f.b.AddTemp()
		v.Array = true
		f.result(c, ir.Addr{Path: ir.VarPath(v)})
		return true
	}
	return f.memoryFunction(c)
}

// allocation lowers a call of an allocator or a releasing function of the tables.
func (f *fn) allocation(c *call, name string) bool {
	if a, ok := allocators[name]; ok {
		return f.acquire(c, a, name)
	}
	if r, ok := releases[name]; ok {
		return f.release(c, r, name)
	}
	return false
}

// renamedAllocator lowers a call of an allocator of the tables that a macro gives another name, where the macro changes
// nothing else: all arguments are written behind its name. Only what fills several pointers is looked up like that. Of
// the others their definitions tell more.
func (f *fn) renamedAllocator(c *call) bool {
	a, ok := allocators[c.macro]
	if !ok || a.Step == 0 {
		return false
	}
	at := f.u.extent(c.n)
	for _, arg := range c.args {
		if e := f.u.extent(arg); e.src != at.src || e.start <= at.start {
			return false
		}
	}
	return f.acquire(c, a, c.macro)
}

// variableCalled returns the name of the variable that holds the function which callee calls.
func (f *fn) variableCalled(callee *node) string {
	n := callee.uncast()
	if n.kind == gc.Cursor_UnaryOperator && f.unaryOp(n) == "*" {
		n = n.exprs()[0].uncast()
	}
	if n.kind == gc.Cursor_DeclRefExpr && !isFunction(n.c.Referenced()) {
		return n.name()
	}
	return ""
}

// evaluate0 evaluates the arguments for what they do.
func (f *fn) evaluate0(c *call) {
	for _, a := range c.args {
		f.effect(a)
	}
}

// calledAs is the name that the source calls a function by: that of a macro that takes the
// arguments. Names in small letters are those of the standard library, whatever a macro makes of them.
func (f *fn) calledAs(c *call) string {
	if c.macro == "" || c.fn == nil || c.operator || strings.HasPrefix(c.macro, "MPI_") || strings.ToLower(c.macro) == c.macro {
		return c.name
	}
	e := f.u.extent(c.n)
	if after := strings.TrimSpace(e.src.slice(e.start+len(c.macro), e.end)); !strings.HasPrefix(after, "(") {
		return c.name // an object, a namespace
	}
	for _, a := range c.args {
		if a == nil {
			continue
		}
		if arg := f.u.extent(a); arg.src == e.src && arg.start > e.start && arg.end <= e.end {
			return c.macro
		}
	}
	return c.name // one of the things that the macro does
}

// result stores v as the call's result, if that is used.
func (f *fn) result(c *call, v ir.Expr) {
	if c.dst != nil {
		f.b.Emit(&ir.Assign{Dst: *c.dst, Src: v, Pos: c.pos})
	}
}

// arguments evaluates the arguments; one bound to a reference is passed as an address.
func (f *fn) arguments(c *call) []ir.Expr {
	vals := make([]ir.Expr, len(c.args))
	for i, a := range c.args {
		switch {
		case a == nil: // see ofMacro
		case !f.u.cxx:
			vals[i] = f.value(a)
		case f.bindsReference(c, i):
			vals[i] = f.address(a)
		default:
			vals[i] = f.argument(a)
		}
	}
	return vals
}

// plainCall calls a function of the program or an unseen one.
func (f *fn) plainCall(c *call) {
	if f.u.cxx {
		f.plainCXX(c)
		return
	}
	out := &ir.Call{Name: f.calledAs(c), Pos: c.pos}
	switch {
	case c.fn != nil:
		out.Callees = []string{c.fn.name}
	case c.callee != nil:
		v := f.value(c.callee)
		if r, ok := v.(ir.FuncRef); ok {
			out.Callees = []string{r.Name}
		}
		f.noteIndirect(out, c.callee, v)
	}
	out.Args = f.arguments(c)
	if c.dst != nil {
		out.Dsts = []ir.Path{*c.dst}
	}
	f.b.Emit(out)
}
