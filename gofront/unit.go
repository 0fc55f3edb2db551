package gofront

import (
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// unit is a package while it is lowered.
type unit struct {
	pr           *program
	pkg          *Package
	ssa          *ssa.Package
	syn          *syntax
	out          *ir.Unit
	broken       bool
	globals      map[*ssa.Global]*ir.Var
	done         map[*ssa.Function]bool
	queue        []*ssa.Function
	attached     map[string]*ir.Var // what is attached to MPI
	variants     map[string]*variant
	variantQueue []*variant
	taken        map[*ssa.Function]bool // functions used as values
}

func newUnit(pr *program, p *Package) *unit {
	return &unit{pr: pr, pkg: p, syn: newSyntax(p, pr.tables), out: &ir.Unit{Name: p.Path, Lang: ir.Go},
		globals: map[*ssa.Global]*ir.Var{}, attached: map[string]*ir.Var{}, done: map[*ssa.Function]bool{}, variants: map[string]*variant{}, taken: map[*ssa.Function]bool{}}
}

// seed puts the declared functions on the list.
func (u *unit) seed() {
	if u.broken {
		return
	}
	for _, f := range u.declared() {
		u.need(f)
	}
}

// drain lowers what is on the lists and reports whether there was anything.
func (u *unit) drain() bool {
	any := len(u.queue)+len(u.variantQueue) > 0
	for len(u.queue)+len(u.variantQueue) > 0 {
		v := &variant{}
		if len(u.queue) > 0 {
			v.f, v.name = u.queue[0], funcName(u.queue[0])
			u.queue = u.queue[1:]
		} else {
			v = u.variantQueue[0]
			u.variantQueue = u.variantQueue[1:]
		}
		if fn := u.function(v); fn != nil {
			u.out.Funcs = append(u.out.Funcs, fn)
		}
	}
	return any
}

// finish puts the unit in order.
func (u *unit) finish() {
	sort.SliceStable(u.out.Funcs, func(i, j int) bool { return u.out.Funcs[i].Name < u.out.Funcs[j].Name })
	for _, g := range u.globals {
		u.out.Globals = append(u.out.Globals, g)
	}
	for _, v := range u.attached {
		u.out.Globals = append(u.out.Globals, v)
	}
	sort.Slice(u.out.Globals, func(i, j int) bool { return u.out.Globals[i].Name < u.out.Globals[j].Name })
	u.markTaken()
}

// need puts f on the list of functions to lower.
func (u *unit) need(f *ssa.Function) {
	if f == nil || u.done[f] || len(f.Blocks) == 0 || u.pr.unitOf(f) != u {
		return
	}
	u.done[f] = true
	u.queue = append(u.queue, f)
}

// needed puts a function on the list of the package that it belongs to.
func (fr *frame) needed(f *ssa.Function) {
	if u := fr.u.pr.unitOf(origin(f)); u != nil {
		u.need(origin(f))
	}
}

func (u *unit) markTaken() {
	byName := map[string]*ir.Func{}
	for _, f := range u.out.Funcs {
		byName[f.Name] = f
	}
	for f := range u.taken {
		if fn := byName[funcName(f)]; fn != nil {
			fn.AddrTaken = true
		}
	}
}

// declared lists the functions and methods written in the package and its initializer, in the order of their names.
func (u *unit) declared() []*ssa.Function {
	var out []*ssa.Function
	names := make([]string, 0, len(u.ssa.Members))
	for name := range u.ssa.Members {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		switch m := u.ssa.Members[name].(type) {
		case *ssa.Function:
			if !isCgoSupport(m.Name()) && !isNamedMPI(m.Name()) {
				out = append(out, m)
			}
		case *ssa.Type:
			out = append(out, u.methods(m.Type())...)
		}
	}
	return out
}

func (u *unit) methods(t types.Type) []*ssa.Function {
	named, ok := t.(*types.Named)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	for m := range named.Methods() {
		if f := u.pr.ssa.FuncValue(m); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// eachFunction calls visit for every function of the package, literals included.
func (u *unit) eachFunction(visit func(*ssa.Function)) {
	if u.broken {
		return
	}
	var walk func(f *ssa.Function)
	walk = func(f *ssa.Function) {
		visit(f)
		for _, a := range f.AnonFuncs {
			walk(a)
		}
	}
	for _, f := range u.declared() {
		walk(f)
	}
}
