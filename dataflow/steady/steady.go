// Package steady answers whether an MPI object is described anew: whether the arguments of the call that makes it are the
// same in every pass through a loop, or in every call of a function. An object that describes the data of its pass cannot be
// made once and kept; one that is the same each time can.
package steady

import (
	"mpivet/ir"
	"mpivet/mpi"
)

// Change says how a value behaves from pass to pass. The greater one wins where values are combined.
type Change uint8

// The kinds of change.
const (
	Same    Change = iota // nothing that it is computed from changes
	Unclear               // it depends on what is not seen: unseen callers, unseen callees, memory that others may write
	Changes               // something that it is computed from is another in a later pass
)

// Call is a call on the way from the function that repeats down to the one that makes the object.
type Call struct {
	Fn *ir.Func // the caller
	In *ir.Call
}

// Analysis answers questions about one program. It is not safe for concurrent use.
type Analysis struct {
	prog *ir.Program
	defs map[*ir.Func]*ir.Defs
	doms map[*ir.Func]*ir.DomTree
}

// New prepares the analysis of a program.
func New(prog *ir.Program) *Analysis {
	return &Analysis{prog: prog, defs: map[*ir.Func]*ir.Defs{}, doms: map[*ir.Func]*ir.DomTree{}}
}

// InLoop says how the description of what made makes in fn changes with l. The calls lead from the function of l, the outermost
// first, to fn; there are none when l is in fn itself.
func (a *Analysis) InLoop(l *ir.Loop, calls []Call, fn *ir.Func, made *ir.Acquire) Change {
	return a.ask(l, calls, fn, made)
}

// InCalls says how the description changes from one call to the next of the function that the calls begin in.
func (a *Analysis) InCalls(calls []Call, fn *ir.Func, made *ir.Acquire) Change {
	return a.ask(nil, calls, fn, made)
}

func (a *Analysis) ask(l *ir.Loop, calls []Call, fn *ir.Func, made *ir.Acquire) Change {
	return a.query(made).object(frames(l, calls, fn), made)
}

// frames returns the frame of fn below those of its callers.
func frames(l *ir.Loop, calls []Call, fn *ir.Func) *frame {
	f := &frame{loop: l}
	for _, c := range calls {
		f.fn = c.Fn
		f = &frame{up: f, call: c.In}
	}
	f.fn = fn
	return f
}

func (a *Analysis) query(made *ir.Acquire) *query {
	p := mpi.Lookup(made.How)
	return &query{a: a, busy: map[key]bool{}, colours: p != nil && p.Makes == mpi.Communicator}
}

// Place says how the place that made stores its object in changes with l: the pointers and indices on the way there. The
// calls lead from the function of l to fn as for InLoop.
func (a *Analysis) Place(l *ir.Loop, calls []Call, fn *ir.Func, made *ir.Acquire) Change {
	return a.query(made).pointers(frames(l, calls, fn), made.Dst)
}

// frame is a function on the way from the region that repeats to the maker. The region is a loop of the outermost frame, or
// that function as a whole; in the others all of the body is one pass.
type frame struct {
	fn   *ir.Func
	loop *ir.Loop
	up   *frame
	call *ir.Call // in up
}

// query is one question: what is being looked at, to notice cycles, and what it may still cost.
type query struct {
	a     *Analysis
	busy  map[key]bool
	spent int
	depth int
	// colours says that a communicator is asked about: what decides between values counts as well, as in the colour
	// "rank < n ? 0 : MPI_UNDEFINED", and values that take turns count as the same.
	colours bool
}

type key struct {
	fn   *ir.Func
	call *ir.Call
	cell string
}

// maxSteps and maxDepth bound a question; beyond them the answer is Unclear.
const (
	maxSteps = 4000
	maxDepth = 60
)

func (a *Analysis) defsOf(fn *ir.Func) *ir.Defs {
	d := a.defs[fn]
	if d == nil {
		d = a.prog.Defs(fn)
		a.defs[fn] = d
	}
	return d
}

// object says how what describes an object changes.
func (q *query) object(f *frame, made *ir.Acquire) Change {
	out := q.expr(f, made.Of)
	arrays := map[int]bool{}
	var inputs []int
	if p := mpi.Lookup(made.How); p != nil {
		inputs = p.Inputs()
		for _, i := range p.Arrays {
			arrays[i] = true
		}
	}
	for i, arg := range made.Args {
		out = max(out, q.expr(f, arg))
		if i < len(inputs) && arrays[inputs[i]] {
			out = max(out, q.elements(f, arg))
		}
	}
	return out
}

// expr says how the value of e changes.
func (q *query) expr(f *frame, e ir.Expr) Change {
	if q.depth++; q.depth > maxDepth {
		q.depth--
		return Unclear
	}
	defer func() { q.depth-- }()
	switch e := e.(type) {
	case ir.Load:
		return max(q.pointers(f, e.Path), q.cell(f, e.Path))
	case ir.Addr:
		return q.pointers(f, e.Path)
	case ir.Offset:
		return max(q.expr(f, e.X), q.expr(f, e.N))
	case ir.Bin:
		if q.colours && q.turns(f, e) {
			return Same
		}
		return max(q.expr(f, e.X), q.expr(f, e.Y))
	case ir.Un:
		return q.expr(f, e.X)
	case ir.CommRank:
		return q.expr(f, e.Comm)
	case ir.CommSize:
		return q.expr(f, e.Comm)
	case ir.Unknown:
		return Unclear
	}
	return Same
}

// pointers says how the pointers and indices on the way to a cell change.
func (q *query) pointers(f *frame, p ir.Path) Change {
	out := Same
	for i, sel := range p.Sels {
		switch {
		case sel.Kind == ir.Deref:
			out = max(out, q.cell(f, ir.Path{Root: p.Root, Sels: p.Sels[:i:i]}))
		case sel.Kind == ir.Elem && sel.Index == nil:
			out = max(out, Unclear)
		case sel.Kind == ir.Elem:
			out = max(out, q.expr(f, sel.Index))
		}
	}
	return out
}

// elements says how the elements of the array that e points to change.
func (q *query) elements(f *frame, e ir.Expr) Change {
	switch e := e.(type) {
	case ir.Addr:
		p := e.Path
		if n := len(p.Sels); n > 0 && p.Sels[n-1].Kind == ir.Elem {
			p = p.Parent()
		}
		return max(q.cell(f, p.Elem(nil)), q.cell(f, e.Path))
	case ir.Offset:
		return q.elements(f, e.X)
	case ir.Load:
		return q.cell(f, e.Path.Deref().Elem(nil))
	case ir.Unknown:
		return Unclear
	}
	return Same
}
