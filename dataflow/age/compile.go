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
	instrs int                 // instructions and terminators
	awake  bool                // operands are resolved, see sleep
	used   int                 // the component that was being solved when a context was made last
	byKey  map[string]*fact    // while contexts are being solved
	facts  int                 // in all contexts
	ctxs   map[string]*context // by the key of the entry fact
	next   []next              // by block: what follows an edge to it
	index  map[*ir.Var]int     // of locals, temporaries and parameters
	defs   map[*ir.Var]*varDefs
	exprs  []elemExpr
	writes []write // to cells other than variables
	byText map[string]int
	conds  []cond
	byCond map[string]int
	// covers lists for a loop the cells, up to the element, whose every element the loop overwrites or releases.
	covers map[*ir.Loop][]cover
	// assigned lists the variables that a loop changes.
	assigned  map[*ir.Loop]map[*ir.Var]bool
	sources   map[*ir.Loop]map[*ir.Var][]ir.Expr // what it assigns them
	ensured   map[place]bool                     // places that an Ensure of this function grows
	stores    map[place][]store                  // what is assigned to a cell; under a field alone, to any cell that ends in it
	foreignAt map[place]bool                     // answers of foreign
	returns   map[*ir.Return][]value             // operands, filled by returnValues
}

type cblock struct {
	b     *ir.Block
	depth int
	first int // number of its first instruction in the function, a terminator counting as one
	in    []cinstr
	cond  *test // of an If
	arg   *argTest
	live  bits  // variables live at the start
	asks  uint8 // conditions that are tested from the start on before one of their variables changes, a bit each
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
	// seeThrough says that accesses through the assigned pointer are always resolved to what it points to.
	seeThrough bool

	targets  []target // of a Call: the bodies that it may run
	known    bool     // and there are no others
	harmless bool     // a callee without a body leaves its arguments alone
}

func (a *analysis) compile(fn *ir.Func, lang ir.Lang) *cfunc {
	c := &cfunc{fn: fn, lang: lang, loops: fn.Loops(), dom: fn.Dominators(),
		ctxs: map[string]*context{}, index: map[*ir.Var]int{}, defs: map[*ir.Var]*varDefs{}, byText: map[string]int{}, byCond: map[string]int{},
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
		c.blocks = append(c.blocks, cblock{b: b, depth: c.loops.Depth(b), first: c.instrs})
		c.instrs += len(b.Instrs) + 1
	}
	a.resolve(c)
	c.findConds(a)
	c.findArgTests()
	c.findCovers()
	c.liveness(a)
	c.condLiveness()
	c.findNext(a)
	return c
}

// resolve resolves the operands of all instructions.
func (a *analysis) resolve(c *cfunc) {
	for i := range c.blocks {
		cb := &c.blocks[i]
		cb.in = make([]cinstr, 0, len(cb.b.Instrs))
		for _, in := range cb.b.Instrs {
			cb.in = append(cb.in, a.instr(c, in))
		}
	}
	for i := range c.blocks {
		for k := range c.blocks[i].in {
			ci := &c.blocks[i].in[k]
			switch in := ci.in.(type) {
			case *ir.Assign:
				ci.seeThrough = c.transparent(ci.dst)
			case *ir.Call:
				a.findTargets(c, ci, in)
			}
		}
	}
	a.noteStores(c)
	c.awake = true
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
