package age

import (
	"mpivet/ir"
)

// cfunc is a function prepared for the analysis: paths turned into places through pointers that never change, loops,
// live variables, repeated conditions.
type cfunc struct {
	fn     *ir.Func
	lang   ir.Lang
	loops  *ir.LoopForest
	dom    *ir.DomTree
	blocks []cblock
	facts  int             // in all contexts
	next   []next          // by block: what follows an edge to it
	index  map[*ir.Var]int // of locals, temporaries and parameters
	defs   map[*ir.Var]*varDefs
	exprs  []elemExpr
	byText map[string]int
	conds  []cond
	byCond map[string]int
	// covers lists for a loop the cells, up to the element, whose every element the loop overwrites or releases.
	covers map[*ir.Loop][]cover
	// assigned lists the variables that a loop changes.
	assigned map[*ir.Loop]map[*ir.Var]bool
	sources  map[*ir.Loop]map[*ir.Var][]ir.Expr // what it assigns them
	ensured  map[place]bool                     // places that an Ensure of this function grows
}

type cblock struct {
	b     *ir.Block
	depth int
	in    []cinstr
	cond  *test // of an If
	live  bits  // variables live at the start
}

// varDefs counts the definitions of a variable.
type varDefs struct {
	n         int
	src       ir.Expr // of the only definition, when it is an Assign
	at        where   // the only definition
	addrTaken bool
	inductive bool // some definition adds to the variable itself
}

// where is the place of an instruction in its function.
type where struct {
	b *ir.Block
	i int
}

// before reports whether every path to y passes x first.
func (c *cfunc) before(x, y where) bool {
	if x.b == y.b {
		return x.i < y.i
	}
	return c.dom.Dominates(x.b, y.b)
}

// elemExpr is an index expression that names an element.
type elemExpr struct {
	vars  []*ir.Var
	cells []place // memory that it reads: fields, elements
}

// value is an operand: what it says about blocks.
type value struct {
	kind  valueKind
	p     place     // the cell read, or the cell whose address is taken
	vars  []*ir.Var // variables that the value depends on
	k     int64     // for isConst
	shift bool      // moved by an offset that is not zero
}

type valueKind uint8

const (
	other valueKind = iota
	isNull
	isConst
	isLoad
	isAddr
)

// holder returns the place that holds the block which v points into.
func (v value) holder() (place, bool) {
	switch v.kind {
	case isLoad:
		return v.p, true
	case isAddr:
		for i := len(v.p.sels) - 1; i >= 0; i-- {
			if v.p.sels[i] == markDeref {
				return place{v.p.root, v.p.sels[:i]}, true
			}
		}
	}
	return place{}, false
}

// cinstr is an instruction with its operands resolved.
type cinstr struct {
	in   ir.Instr
	dst  place // Acquire, Ensure, Assign
	val  value // Assign's source, Release's and Escape's value, Acquire's Of, Ensure's Base
	args []value
	dsts []place
	// touch lists the accesses whose elements only may be those of a fact's places.
	touch []place
}

func (a *analysis) compile(fn *ir.Func, lang ir.Lang) *cfunc {
	c := &cfunc{fn: fn, lang: lang, loops: fn.Loops(), dom: fn.Dominators(),
		index: map[*ir.Var]int{}, defs: map[*ir.Var]*varDefs{}, byText: map[string]int{}, byCond: map[string]int{},
		covers: map[*ir.Loop][]cover{}, assigned: map[*ir.Loop]map[*ir.Var]bool{}, sources: map[*ir.Loop]map[*ir.Var][]ir.Expr{}, ensured: map[place]bool{}}
	for _, v := range fn.Params {
		c.index[v] = len(c.index)
		c.def(v).n++
	}
	for _, v := range fn.Locals {
		c.index[v] = len(c.index)
	}
	c.countDefs()
	c.findStepped()
	for _, b := range fn.Blocks {
		cb := cblock{b: b, depth: c.loops.Depth(b)}
		for _, in := range b.Instrs {
			cb.in = append(cb.in, a.instr(c, in))
		}
		c.blocks = append(c.blocks, cb)
	}
	c.findConds(a)
	c.findCovers()
	c.liveness(a)
	c.findNext(a)
	return c
}

func (c *cfunc) def(v *ir.Var) *varDefs {
	d := c.defs[v]
	if d == nil {
		d = &varDefs{}
		c.defs[v] = d
	}
	return d
}

// countDefs finds variables that are assigned once and those whose address is taken.
func (c *cfunc) countDefs() {
	for _, b := range c.fn.Blocks {
		for i, in := range b.Instrs {
			eachDst(in, func(p ir.Path) {
				if p.Root == nil {
					return
				}
				if len(p.Sels) == 0 {
					c.defined(where{b, i}, p.Root, in)
				}
				eachIndex(p, func(e ir.Expr) { c.noteAddrs(e) })
			})
			eachExpr(in, c.noteAddrs)
		}
		eachTermExpr(b.Term, c.noteAddrs)
	}
}

func (c *cfunc) defined(at where, v *ir.Var, in ir.Instr) {
	d := c.def(v)
	d.n++
	d.src, d.at = nil, at
	if as, ok := in.(*ir.Assign); ok {
		d.src = as.Src
		if stepsItself(as.Src, v) {
			d.inductive = true
		}
	}
	for l := c.loops.Innermost(at.b); l != nil; l = l.Parent {
		m := c.assigned[l]
		if m == nil {
			m = map[*ir.Var]bool{}
			c.assigned[l] = m
			c.sources[l] = map[*ir.Var][]ir.Expr{}
		}
		m[v] = true
		if as, ok := in.(*ir.Assign); ok {
			c.sources[l][v] = append(c.sources[l][v], as.Src)
		}
	}
}

// findStepped marks go/ssa's form of a counter: t = i + 1 in the body, i = t on the back edge.
func (c *cfunc) findStepped() {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			as, ok := in.(*ir.Assign)
			if !ok || len(as.Dst.Sels) > 0 {
				continue
			}
			if l, ok := as.Src.(ir.Load); ok && len(l.Path.Sels) == 0 {
				if src, ok := c.single(l.Path.Root); ok && stepsItself(src, as.Dst.Root) {
					c.def(as.Dst.Root).inductive = true
				}
			}
		}
	}
}

func stepsItself(e ir.Expr, v *ir.Var) bool {
	switch e := e.(type) {
	case ir.Bin:
		return (e.Op == "+" || e.Op == "-") && (isVar(e.X, v) || isVar(e.Y, v))
	case ir.Offset:
		return isVar(e.X, v)
	}
	return false
}

func isVar(e ir.Expr, v *ir.Var) bool {
	l, ok := e.(ir.Load)
	return ok && len(l.Path.Sels) == 0 && l.Path.Root == v
}

func (c *cfunc) noteAddrs(e ir.Expr) {
	walk(e, func(e ir.Expr) {
		if a, ok := e.(ir.Addr); ok && !hasDeref(a.Path) {
			c.def(a.Path.Root).addrTaken = true
		}
	})
}

func hasDeref(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Deref {
			return true
		}
	}
	return false
}

// single returns the only definition of v when following it is sound: one assignment, no address taken.
func (c *cfunc) single(v *ir.Var) (ir.Expr, bool) {
	d := c.defs[v]
	if d == nil || d.n != 1 || d.src == nil || d.addrTaken || v.Kind == ir.Global {
		return nil, false
	}
	return d.src, true
}

// global returns the one variable that stands for a global in all units.
func (a *analysis) global(v *ir.Var) *ir.Var {
	if v.Kind != ir.Global {
		return v
	}
	if w, ok := a.globals[v.Name]; ok {
		return w
	}
	a.globals[v.Name] = v
	return v
}

// place turns a path into a place. A dereferenced pointer that is assigned once is replaced by what it points to, so
// that `g = &s->cache; g->out` and `s->cache.out` are the same place.
func (a *analysis) place(c *cfunc, p ir.Path) place { return a.placeDepth(c, p, 0) }

func (a *analysis) placeDepth(c *cfunc, p ir.Path, depth int) place {
	base := place{root: a.global(p.Root)}
	sels := p.Sels
	if depth < 12 && len(sels) > 0 && sels[0].Kind == ir.Deref {
		if src, ok := c.single(p.Root); ok {
			if q, used, ok := a.pointee(c, src, c.defs[p.Root].at, sels, depth+1); ok {
				base, sels = q, sels[used:]
			}
		}
	}
	for _, s := range sels {
		switch s.Kind {
		case ir.Field:
			base.sels += fieldStep(s.Name)
		case ir.Deref:
			base.sels += derefStep
		case ir.Elem:
			base.sels += elemStep(a.elemKey(c, s.Index, depth+1))
		}
	}
	return base
}

// pointee resolves what a pointer with value src points to; sels begins with the dereference. It returns the place and
// how many steps of sels it stands for.
func (a *analysis) pointee(c *cfunc, src ir.Expr, at where, sels []ir.Sel, depth int) (place, int, bool) {
	switch e := src.(type) {
	case ir.Addr:
		return a.placeDepth(c, e.Path, depth), 1, true
	case ir.Load:
		if len(e.Path.Sels) == 0 && e.Path.Root.Kind == ir.Temp || c.stable(e.Path, at) {
			q := a.placeDepth(c, e.Path, depth)
			return q.join(derefStep), 1, true
		}
	case ir.Offset:
		return a.pointeeOffset(c, e, at, sels, depth)
	}
	return place{}, 0, false
}

func (a *analysis) pointeeOffset(c *cfunc, e ir.Offset, at where, sels []ir.Sel, depth int) (place, int, bool) {
	q, used, ok := a.pointee(c, e.X, at, sels[:1], depth)
	if !ok {
		return q, 0, false
	}
	n := e.N
	if len(sels) > 1 && sels[1].Kind == ir.Elem {
		used = 2
		if sels[1].Index == nil {
			n = nil
		} else if n != nil {
			n = ir.Bin{Op: "+", X: n, Y: sels[1].Index}
		}
	}
	return q.join(elemStep(a.elemKey(c, n, depth))), used, true
}

// stable reports whether the cells that a path reads on its way keep the values that they have at a place for as long as
// what is computed from them there is used: whatever assigns one of them comes first.
func (c *cfunc) stable(p ir.Path, at where) bool {
	if d := c.defs[p.Root]; p.Root.Kind != ir.Global && d != nil && (d.n > 1 || d.addrTaken) && len(p.Sels) == 0 {
		return false
	}
	for _, b := range c.fn.Blocks {
		for i, in := range b.Instrs {
			hit := false
			eachDst(in, func(d ir.Path) {
				if d.Root == nil || len(d.Sels) == 0 || c.defs[d.Root] != nil && c.defs[d.Root].n == 1 && c.defs[d.Root].at == at {
					return // behind the pointer that is read from p there, which holds no container that holds it
				}
				if mayOverwrite(d, p) && !c.before(where{b, i}, at) {
					hit = true
				}
			})
			if hit {
				return false
			}
		}
	}
	return true
}

// mayOverwrite reports whether assigning d may change the pointer read by p: it assigns p's own cell or one on the way,
// or, through any pointer, a cell that ends in the same field.
func mayOverwrite(d, p ir.Path) bool {
	if d.Root == p.Root && len(d.Sels) <= len(p.Sels) {
		same := true
		for i, s := range d.Sels {
			if s.Kind != p.Sels[i].Kind || s.Name != p.Sels[i].Name {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	last := d.Sels[len(d.Sels)-1]
	if last.Kind != ir.Field || !hasDeref(d) {
		return false
	}
	for _, s := range p.Sels {
		if s.Kind == ir.Field && s.Name == last.Name {
			return true
		}
	}
	return false
}

// elemKey returns the key of an element.
func (a *analysis) elemKey(c *cfunc, e ir.Expr, depth int) string {
	if e == nil || depth > 12 {
		return keyAny
	}
	e = c.resolve(e, 0)
	if k, ok := e.(ir.Const); ok {
		return constKey(k.V)
	}
	text := ir.Key(e)
	id, ok := c.byText[text]
	if !ok {
		id = len(c.exprs)
		c.byText[text] = id
		c.exprs = append(c.exprs, elemExpr{vars: ir.Vars(e), cells: a.cellsOf(c, e, depth)})
	}
	return "x" + itoa(id)
}

// cellsOf returns the cells of memory that an index expression reads.
func (a *analysis) cellsOf(c *cfunc, e ir.Expr, depth int) []place {
	var out []place
	walk(e, func(e ir.Expr) {
		if l, ok := e.(ir.Load); ok && len(l.Path.Sels) > 0 && depth < 4 {
			out = append(out, a.place(c, l.Path))
		}
	})
	return out
}

// resolve replaces temporaries that are assigned once by their value and folds constants.
func (c *cfunc) resolve(e ir.Expr, depth int) ir.Expr {
	if depth > 8 {
		return e
	}
	switch e := e.(type) {
	case ir.Load:
		if len(e.Path.Sels) == 0 {
			if src, ok := c.single(e.Path.Root); ok && (e.Path.Root.Kind == ir.Temp || pure(src)) {
				return c.resolve(src, depth+1)
			}
		}
	case ir.Bin:
		return ir.Simplify(ir.Bin{Op: e.Op, X: c.resolve(e.X, depth+1), Y: c.resolve(e.Y, depth+1)})
	case ir.Un:
		return ir.Un{Op: e.Op, X: c.resolve(e.X, depth+1)}
	}
	return e
}

// pure reports whether e is computed from variables and constants alone.
func pure(e ir.Expr) bool {
	switch e := e.(type) {
	case ir.Const:
		return true
	case ir.Load:
		return len(e.Path.Sels) == 0
	case ir.Bin:
		return pure(e.X) && pure(e.Y)
	case ir.Un:
		return pure(e.X)
	}
	return false
}

// value resolves an operand.
func (a *analysis) value(c *cfunc, e ir.Expr) value { return a.valueDepth(c, e, 0) }

func (a *analysis) valueDepth(c *cfunc, e ir.Expr, depth int) value {
	switch e := e.(type) {
	case nil:
		return value{}
	case ir.Null:
		return value{kind: isNull}
	case ir.Const:
		return value{kind: isConst, k: e.V}
	case ir.Load:
		p := a.place(c, e.Path)
		if src, ok := c.single(p.root); ok && p.sels == "" && depth < 12 {
			// A variable assigned once depends on what its value depends on, not on where it is assigned.
			if v := a.valueDepth(c, src, depth+1); v.kind != other {
				return value{kind: isLoad, p: p, vars: v.vars, shift: v.shift}
			}
		}
		return value{kind: isLoad, p: p, vars: append(ir.Vars(e), c.placeVars(p)...)}
	case ir.Addr:
		p := a.place(c, e.Path)
		return value{kind: isAddr, p: p, vars: append(ir.Vars(e), c.placeVars(p)...)}
	case ir.Offset:
		v := a.valueDepth(c, e.X, depth+1)
		v.vars = append(append([]*ir.Var(nil), v.vars...), ir.Vars(c.resolve(e.N, 0))...)
		v.shift = v.shift || !isZero(c.resolve(e.N, 0))
		if v.kind == isAddr && v.p.sels != "" {
			// &cell moved along: another element of the same storage.
			if st := steps(v.p.sels); st[len(st)-1][0] == markElem {
				last := st[len(st)-1]
				v.p.sels = v.p.sels[:len(v.p.sels)-len(last)] + elemStep(keyAny)
			}
		}
		return v
	}
	return value{vars: ir.Vars(e)}
}

// placeVars returns the variables that a place depends on: its root and those of its indices.
func (c *cfunc) placeVars(p place) []*ir.Var {
	out := []*ir.Var{p.root}
	for _, st := range steps(p.sels) {
		if st[0] == markElem && st[1] == 'x' {
			out = append(out, c.exprs[atoi(st[2:])].vars...)
		}
	}
	return out
}
