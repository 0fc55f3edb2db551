//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// cxxFn is the state of a function's lowering that only C++ needs.
type cxxFn struct {
	loose    bool                 // types may be missing: in a template, or where code does not compile
	outer    *fn                  // the function that a lambda stands in
	selves   []ir.Path            // what this points to, the innermost last
	temps    []*owned             // temporaries that die at the end of the full expression
	autos    map[declKey]*shape   // types of variables declared auto within a template
	bindings map[declKey]ir.Path  // cells that the names of structured bindings stand for
	indirect map[declKey]bool     // captured variables that a lambda gets the address of
	closures map[declKey]*closure // lambdas by the variable that holds them
	tries    []*tryBlock          // open try blocks
	shapes   map[*node]*shape     // of the nodes asked so far
	keep     map[*ir.Var]bool     // variables that are moved out by return: not destroyed there
	leaving  []*ir.Var            // those that the return being lowered moves out
	trees    map[declKey]*node    // initialisers outside of the function
	made     map[*node]*closure   // lambdas lowered; of the outermost function
	lambdas  int                  // their number
	inits    int                  // depth of initialisers that are being looked into
}

// owned is an object that has to be destroyed.
type owned struct {
	path ir.Path
	s    *shape
	how  string // how its memory is given up
	pos  ir.Pos
	gone bool // its memory went elsewhere
}

func newCXXFn() cxxFn {
	return cxxFn{
		autos: map[declKey]*shape{}, bindings: map[declKey]ir.Path{}, indirect: map[declKey]bool{},
		closures: map[declKey]*closure{}, shapes: map[*node]*shape{}, keep: map[*ir.Var]bool{},
		trees: map[declKey]*node{}, made: map[*node]*closure{},
	}
}

// scopeExit is how messages call what happens at the end of an object's scope.
const scopeExit = "scope exit"

// fullExpr runs do, which lowers a full expression, and destroys the temporaries that it made.
func (f *fn) fullExpr(do func()) {
	mark := len(f.temps)
	do()
	f.destroyTemps(mark)
}

// destroyTemps destroys the temporaries made since mark, last one first.
func (f *fn) destroyTemps(mark int) {
	for i := len(f.temps) - 1; i >= mark; i-- {
		o := f.temps[i]
		if !o.gone && f.b.Cur != nil {
			f.destroy(o.path, o.s, o.how, o.pos)
		}
	}
	f.temps = f.temps[:mark]
}

// temporary returns the open temporary at p, nil if there is none.
func (f *fn) temporary(p ir.Path) *owned {
	if len(p.Sels) > 0 {
		return nil
	}
	for _, o := range f.temps {
		if o.path.Root == p.Root {
			return o
		}
	}
	return nil
}

// cxxParams adds the parameter this and what parameters of class type give up at the end.
func (f *fn) cxxParams() {
	if !f.u.cxx || f.info.cxx == nil {
		return
	}
	if f.info.cxx.method {
		v := f.b.AddParam("this", ir.Pos{})
		f.selves = append(f.selves, ir.VarPath(v).Deref())
	}
	f.dependent = f.dependent || f.info.cxx.template
	f.loose = f.dependent || f.u.cxx && f.u.broken
	if f.info.spelling == "operator()" {
		f.u.taken[f.info.name] = true // templates call it through their parameters
	}
}

// ownParams makes parameters passed by value die when the function is left.
func (f *fn) ownParams() {
	for _, k := range f.root.kids {
		if k.kind != gc.Cursor_ParmDecl {
			continue
		}
		t := infoOf(k.c.Type())
		v := f.vars[keyOf(k.c)]
		if t.isReference() || v == nil {
			continue
		}
		s := f.u.shapeOf(t.t)
		if s.classKind() == arrayClass {
			v.Array = true
		}
		if s.owns(f.u) && s.classKind() != sharedClass {
			f.ownVar(v, s, f.u.namePos(k.c))
		}
	}
}

// returnDone ends a return: its paths apart, local variables that it moved out die as before.
func (f *fn) returnDone() {
	for _, v := range f.leaving {
		delete(f.keep, v)
	}
	f.leaving = f.leaving[:0]
}

// ownVar makes a variable's object die at the end of the innermost scope.
func (f *fn) ownVar(v *ir.Var, s *shape, pos ir.Pos) { f.ownVarAs(v, s, scopeExit, pos) }

// ownVarAs is ownVar for an object whose memory messages say is given up by how.
func (f *fn) ownVarAs(v *ir.Var, s *shape, how string, pos ir.Pos) {
	f.atExit(func() {
		if !f.keep[v] {
			f.destroy(ir.VarPath(v), s, how, pos)
		}
	})
}

// self is the object that this points to.
func (f *fn) self() ir.Path {
	if n := len(f.selves); n > 0 {
		return f.selves[n-1]
	}
	t := f.b.AddTemp()
	f.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: ir.Unknown{Text: "this"}})
	f.selves = append(f.selves, ir.VarPath(t).Deref())
	return ir.VarPath(t).Deref()
}

// tree returns the tree of a declaration's initialiser that stands outside of the function.
func (f *fn) tree(decl clang.Cursor) *node {
	key := keyOf(decl)
	n := f.trees[key]
	if n == nil {
		n = f.u.newTree(decl)
		f.trees[key] = n
	}
	return n
}
