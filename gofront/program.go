package gofront

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// program is a set of packages in SSA form and what holds for all of them.
type program struct {
	tables *Tables
	fset   *token.FileSet
	ssa    *ssa.Program
	pkgs   []*unit
	byPkg  map[*types.Package]*unit
	// faults are packages that go/ssa could not build.
	faults []Incomplete

	made        map[string][]types.Type // concrete types put into interfaces, by type string
	madeBy      []types.Type
	puts        map[any]bool // pools that something is put back into
	anyPut      bool         // something is put into a pool nobody can name
	values      map[any][]*ssa.Function
	typeArgs    map[*types.TypeParam][]types.Type // what type parameters stand for at calls
	impls       map[implKey][]impl
	specialised map[string]bool // functions that have variants
	stores      map[any]int     // stores to function-typed fields and globals, known or not
}

// debug makes internal faults panic; tests set it.
var debug = false

// mode keeps local variables as cells, under their names, and leaves out what guards the initializers of packages.
const mode = ssa.NaiveForm | ssa.BareInits

// newProgram builds SSA for the packages. Dependencies without syntax are created from their types.
func newProgram(fset *token.FileSet, pkgs []*Package, tables *Tables) *program {
	pr := &program{tables: tables, fset: fset, ssa: ssa.NewProgram(fset, mode), byPkg: map[*types.Package]*unit{},
		made: map[string][]types.Type{}, puts: map[any]bool{}, values: map[any][]*ssa.Function{}, stores: map[any]int{}, specialised: map[string]bool{}, impls: map[implKey][]impl{}, typeArgs: map[*types.TypeParam][]types.Type{}}
	pr.ssa.SetNoReturn(tables.neverReturns)
	for _, p := range pkgs {
		u := newUnit(pr, p)
		u.ssa = pr.ssa.CreatePackage(p.Types, p.Files, p.Info, true)
		pr.pkgs = append(pr.pkgs, u)
		pr.byPkg[p.Types] = u
	}
	created := map[*types.Package]bool{}
	for _, p := range pkgs {
		for _, imp := range p.Types.Imports() {
			pr.createImports(imp, created)
		}
	}
	for _, u := range pr.pkgs {
		pr.build(u)
	}
	for _, u := range pr.pkgs {
		u.eachFunction(pr.scan)
	}
	return pr
}

func (pr *program) createImports(p *types.Package, created map[*types.Package]bool) {
	if created[p] {
		return
	}
	created[p] = true
	if pr.byPkg[p] == nil && pr.ssa.Package(p) == nil {
		pr.ssa.CreatePackage(p, nil, nil, true)
	}
	for _, imp := range p.Imports() {
		pr.createImports(imp, created)
	}
}

// build builds the bodies of a package. go/ssa panics on some ill-typed programs; such a package is left without bodies.
func (pr *program) build(u *unit) {
	defer func() {
		if r := recover(); r != nil {
			u.broken = true
			pr.faults = append(pr.faults, Incomplete{File: u.pkg.firstFile(), Errors: 1, First: fmt.Sprint("building SSA: ", r)})
			if debug {
				panic(r)
			}
		}
	}()
	u.ssa.Build()
}

// lower lowers all packages.
func (pr *program) lower() {
	for _, u := range pr.pkgs {
		u.seed()
	}
	for again := true; again; {
		again = false
		for _, u := range pr.pkgs {
			again = u.drain() || again
		}
	}
	var units []*ir.Unit
	for _, u := range pr.pkgs {
		u.finish()
		units = append(units, u.out)
	}
	pr.dropGeneral(units)
}

// scan collects what lowering any function needs to know about all of them.
func (pr *program) scan(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.MakeInterface:
				pr.noteMade(in.X.Type())
			case *ssa.Store:
				pr.noteFuncStore(in)
			case ssa.CallInstruction:
				pr.notePut(in.Common())
				pr.noteInstance(in.Common())
			}
		}
	}
}

func (pr *program) noteMade(t types.Type) {
	if types.IsInterface(t) {
		return
	}
	key := types.TypeString(t, nil)
	for _, old := range pr.made[key] {
		if types.Identical(old, t) {
			return
		}
	}
	pr.made[key] = append(pr.made[key], t)
	pr.madeBy = append(pr.madeBy, t)
}

// noteFuncStore remembers which functions a field or package variable of function type can hold.
func (pr *program) noteFuncStore(st *ssa.Store) {
	if _, ok := under(st.Val.Type()).(*types.Signature); !ok {
		return
	}
	key := cellKey(st.Addr)
	if key == nil {
		return
	}
	if c, ok := st.Val.(*ssa.Const); ok && c.IsNil() {
		return
	}
	pr.stores[key]++
	if f := plainFunc(st.Val); f != nil {
		pr.values[key] = append(pr.values[key], f)
	}
}

// cellKey identifies a package variable, or a field whatever struct it is in; nil for other cells.
func cellKey(addr ssa.Value) any {
	switch a := addr.(type) {
	case *ssa.Global:
		return a.Object()
	case *ssa.FieldAddr:
		return fieldOf(a.X.Type(), a.Field)
	}
	return nil
}

func fieldOf(t types.Type, i int) *types.Var {
	if p, ok := under(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := under(types.Unalias(t)).(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Origin()
	}
	return nil
}

// plainFunc returns the function that v is, when calling it needs no captured variables.
func plainFunc(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return origin(v)
	case *ssa.ChangeType:
		return plainFunc(v.X)
	}
	return nil
}

// single returns the one function that a field or package variable can hold.
func (pr *program) single(key any) *ssa.Function {
	if key == nil || pr.stores[key] != 1 || len(pr.values[key]) != 1 {
		return nil
	}
	return pr.values[key][0]
}

func (pr *program) notePut(c *ssa.CallCommon) {
	f := c.StaticCallee()
	if f == nil || f.Object() == nil || fullName(f.Object()) != "(*sync.Pool).Put" || len(c.Args) == 0 {
		return
	}
	if key := poolKey(c.Args[0]); key != nil {
		pr.puts[key] = true
	} else {
		pr.anyPut = true
	}
}

// noteInstance remembers the types that a generic function is called with.
func (pr *program) noteInstance(c *ssa.CallCommon) {
	f := c.StaticCallee()
	if f == nil || f.Origin() == nil {
		return
	}
	params, args := f.Origin().TypeParams(), f.TypeArgs()
	for i := 0; i < params.Len() && i < len(args); i++ {
		p := params.At(i)
		if !isTypeParam(args[i]) && !slices.ContainsFunc(pr.typeArgs[p], func(t types.Type) bool { return types.Identical(t, args[i]) }) {
			pr.typeArgs[p] = append(pr.typeArgs[p], args[i])
		}
	}
}

// poolKey identifies a pool: a package variable, a field, or a local variable.
func poolKey(v ssa.Value) any {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			return fieldOf(x.X.Type(), x.Field)
		case *ssa.Global:
			return x.Object()
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			return capturedCell(x)
		case *ssa.UnOp:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Parameter:
			return nil
		default:
			return nil
		}
	}
}

// reused reports whether something is put back into the pool at v.
func (pr *program) reused(v ssa.Value) bool {
	key := poolKey(v)
	return pr.anyPut || key == nil || pr.puts[key]
}

// implementers returns the methods that a call of an interface's method may mean, for the types that the program puts
// into interfaces; nil when there are none or too many.
func (pr *program) implementers(iface types.Type, m *types.Func) []impl {
	it, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	from := pr.madeBy
	if p, ok := types.Unalias(iface).(*types.TypeParam); ok {
		from = pr.typeArgs[p]
	}
	key := implKey{iface, m}
	if known, ok := pr.impls[key]; ok {
		return known
	}
	pr.impls[key] = pr.findImplementers(from, it, m)
	return pr.impls[key]
}

type implKey struct {
	iface  types.Type
	method *types.Func
}

func (pr *program) findImplementers(from []types.Type, it *types.Interface, m *types.Func) []impl {
	var out []impl
	for _, t := range from {
		if !types.Implements(t, it) {
			continue
		}
		obj, index, _ := types.LookupFieldOrMethod(t, false, m.Pkg(), m.Name())
		f, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		out = append(out, impl{typ: t, method: f.Origin(), path: index[:len(index)-1]})
	}
	if len(out) > maxCallees {
		return nil
	}
	sort.SliceStable(out, func(i, j int) bool { return fullName(out[i].method) < fullName(out[j].method) })
	return out
}

// maxCallees bounds the size of the set that a dynamic call may mean; beyond it, the callee counts as unknown.
const maxCallees = 12

// impl is a method that implements an interface's.
type impl struct {
	typ    types.Type
	method *types.Func
	path   []int // embedded fields on the way to the receiver
}
