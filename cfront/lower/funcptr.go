//go:build cgo

package lower

import (
	"slices"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// Which functions a call through a pointer may mean is known when nobody outside of the unit can set the pointer: it is
// a local variable, a static one, a member of a record that the main file declares, or a parameter of a static function
// that is only called directly. The values are then those that the unit's instructions and initialisers store.

// indirectCall is a call through the pointer in a cell.
type indirectCall struct {
	call *ir.Call
	in   *ir.Func
	cell ir.Path
}

// noteIndirect remembers a call through a pointer whose values may be known in the end.
func (f *fn) noteIndirect(out *ir.Call, callee *node, v ir.Expr) {
	l, ok := v.(ir.Load)
	if !ok {
		return
	}
	for n := len(l.Path.Sels); n > 0 && l.Path.Sels[n-1].Kind == ir.Deref; n-- {
		l.Path.Sels = l.Path.Sels[:n-1] // (*f)(x) is f(x)
	}
	if last := len(l.Path.Sels) - 1; last >= 0 && l.Path.Sels[last].Kind == ir.Field && !f.ownRecord(callee) {
		return
	}
	f.u.indirect = append(f.u.indirect, indirectCall{out, f.b.Fn, l.Path})
}

// ownRecord reports whether the member that a call goes through belongs to a record of the main file.
func (f *fn) ownRecord(callee *node) bool {
	for n := callee.uncast(); ; {
		if n.kind == gc.Cursor_MemberRefExpr {
			d, _ := n.decl()
			file, _, _, _ := d.Location().FileLocation()
			return !d.IsNull() && f.u.source(file) == f.u.main
		}
		e := n.exprs()
		if len(e) == 0 {
			return false
		}
		n = e[0].uncast()
	}
}

// initialInstrs lowers the initialiser of a static variable that holds pointers to functions. The instructions belong
// to no function; they tell what the variable holds from the start.
func (u *unit) initialInstrs(c clang.Cursor) {
	init := c.VarDeclInitializer()
	if init.IsNull() || !u.holdsFunctions(infoOf(c.Type()), 0) {
		return
	}
	root := u.newTree(c)
	f := &fn{u: u, b: ir.NewBuilder(&ir.Func{}), root: root, info: &funcInfo{}, vars: map[declKey]*ir.Var{}}
	n := root.find(init)
	if n == nil {
		return
	}
	v := u.globals[keyOf(c.CanonicalCursor())]
	if v == nil {
		v = f.global(c)
	}
	f.initialise(ir.VarPath(v), infoOf(c.Type()), n, "")
	for _, b := range f.b.Fn.Blocks {
		u.initial = append(u.initial, b.Instrs...)
	}
}

// holdsFunctions reports whether objects of type t are or contain pointers to functions.
func (u *unit) holdsFunctions(t *typeInfo, depth int) bool {
	switch {
	case t.isPointer():
		return t.pointee().isFunction()
	case t.isArray():
		return u.holdsFunctions(t.element(), depth)
	case t.isRecord() && depth < maxNesting:
		for _, m := range u.fieldsOf(t) {
			if u.holdsFunctions(m.typ, depth+1) {
				return true
			}
		}
	}
	return false
}

// resolveIndirect fills in the callees of calls through pointers where they are known.
func (u *unit) resolveIndirect() {
	if len(u.indirect) == 0 {
		return
	}
	r := newResolver(u)
	for _, c := range u.indirect {
		targets := map[string]bool{}
		if !r.targets(c.in, c.cell, targets, 0) {
			continue
		}
		for name := range targets {
			c.call.Callees = append(c.call.Callees, name)
		}
		if len(targets) > 1 {
			c.call.Through = ir.Load{Path: c.cell}
		}
		slices.Sort(c.call.Callees)
	}
}

// resolver finds the values that cells of function pointers can hold.
type resolver struct {
	u      *unit
	vars   map[*ir.Var][]ir.Expr // what is stored in a variable or the elements of its array
	fields map[string][]ir.Expr  // what is stored in members of that name
	params map[*ir.Var][]ir.Expr // what calls in the unit pass
	shared map[*ir.Var]bool      // address taken
	direct map[string]*ir.Func   // static functions, by name
}

func newResolver(u *unit) *resolver {
	r := &resolver{
		u: u, vars: map[*ir.Var][]ir.Expr{}, fields: map[string][]ir.Expr{}, params: map[*ir.Var][]ir.Expr{},
		shared: map[*ir.Var]bool{}, direct: map[string]*ir.Func{},
	}
	for _, f := range u.out.Funcs {
		if !f.Exported && !u.taken[f.Name] {
			r.direct[f.Name] = f
		}
	}
	for _, i := range u.initial {
		r.instr(i)
	}
	for _, f := range u.out.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				r.instr(i)
			}
			r.addresses(ir.TermOperands(b.Term))
		}
	}
	return r
}

func (r *resolver) instr(i ir.Instr) {
	r.addresses(ir.Operands(i))
	switch i := i.(type) {
	case *ir.Assign:
		r.stored(i.Dst, i.Src)
		return
	case *ir.Call:
		if len(i.Callees) == 1 {
			if f := r.direct[i.Callees[0]]; f != nil {
				for k, p := range f.Params {
					if k < len(i.Args) {
						r.params[p] = append(r.params[p], i.Args[k])
					}
				}
			}
		}
	}
	for _, d := range ir.Dests(i) {
		r.stored(d, ir.Unknown{})
	}
}

func (r *resolver) stored(p ir.Path, v ir.Expr) {
	n := len(p.Sels)
	for n > 0 && p.Sels[n-1].Kind == ir.Elem {
		n--
	}
	switch {
	case n == 0:
		r.vars[p.Root] = append(r.vars[p.Root], v)
	case p.Sels[n-1].Kind == ir.Field:
		name := p.Sels[n-1].Name
		r.fields[name] = append(r.fields[name], v)
	}
}

func (r *resolver) addresses(list []ir.Expr) {
	for _, e := range list {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, ok := x.(ir.Addr); ok && !slices.ContainsFunc(a.Path.Sels, func(s ir.Sel) bool { return s.Kind != ir.Elem }) {
				r.shared[a.Path.Root] = true
			}
			return true
		})
	}
}

// targets adds the functions that cell can hold in function in, and reports whether those are all.
func (r *resolver) targets(in *ir.Func, cell ir.Path, out map[string]bool, depth int) bool {
	n := len(cell.Sels)
	for n > 0 && cell.Sels[n-1].Kind == ir.Elem {
		n--
	}
	var values []ir.Expr
	switch {
	case depth > maxNesting:
		return false
	case n > 0 && cell.Sels[n-1].Kind == ir.Field:
		values = r.fields[cell.Sels[n-1].Name]
	case n > 0 || r.shared[cell.Root]:
		return false
	case cell.Root.Kind == ir.Global && !r.u.internal[cell.Root]:
		return false
	case cell.Root.Kind == ir.Param:
		if in == nil || r.direct[in.Name] == nil {
			return false
		}
		values = append(slices.Clone(r.params[cell.Root]), r.vars[cell.Root]...)
	default:
		values = r.vars[cell.Root]
	}
	return len(values) > 0 && r.all(in, values, out, depth)
}

func (r *resolver) all(in *ir.Func, values []ir.Expr, out map[string]bool, depth int) bool {
	for _, v := range values {
		switch v := v.(type) {
		case ir.Null:
		case ir.FuncRef:
			out[v.Name] = true
		case ir.Load:
			if strings.Contains(v.Path.String(), ".") || !r.targets(r.owner(v.Path.Root, in), v.Path, out, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// owner is the function whose parameter v is; in, for a variable of another kind.
func (r *resolver) owner(v *ir.Var, in *ir.Func) *ir.Func {
	if v.Kind != ir.Param {
		return in
	}
	for _, f := range r.u.out.Funcs {
		if slices.Contains(f.Params, v) {
			return f
		}
	}
	return nil
}
