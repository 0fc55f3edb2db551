package peer

import (
	"strconv"

	"mpivet/ir"
)

// fn is a function with what is asked of it again and again.
type fn struct {
	f       *ir.Func
	forest  *ir.LoopForest // see loops
	callers []site
	root    *frame
	params  map[*ir.Var]int
	writes  *writes
}

// loops returns the loops of g.
func (g *fn) loops() *ir.LoopForest {
	if g.forest == nil {
		g.forest = g.f.Loops()
	}
	return g.forest
}

// site is a call of a function.
type site struct {
	in   *fn
	call *ir.Call
	at   ir.Loc
}

// analysis holds the program while it is analysed, and everything found out about it so far.
type analysis struct {
	prog    *ir.Program
	funcs   []*fn
	targets map[*ir.Call][]*fn
	fields  map[string][]store // by the field's name
	globals map[string][]store // by the variable's name
	sizes   map[fieldKey]bool  // fields that hold a number of ranks
	births  map[string]*birth
	params  map[string]cell    // what symbols of parameters stand for, by their id
	classes map[string]Class   // of communicators that callers pass, by the same ids
	classOf map[*ir.Var]string // classes of the receivers of methods, where they have no type
	byFunc  map[*ir.Func]*fn
	known   map[string]values // what memo has computed
	busy    map[string]bool
	grown   map[*phi]*span
	steps   int // evaluations left for the question at hand
	all     int // evaluations left for the program
	kept    int // what all was when nothing was remembered
	most    int // see maxKept
}

// What lies beyond these bounds is opaque.
const (
	maxSteps = 50_000    // evaluations for a communication call, and for each caller that decides about it
	maxAll   = 1_000_000 // evaluations for the whole program: some seconds
	maxKept  = 500_000   // evaluations whose results are remembered at a time: some hundred megabytes
)

func newAnalysis(prog *ir.Program) *analysis {
	a := &analysis{
		prog: prog, targets: map[*ir.Call][]*fn{}, fields: map[string][]store{}, globals: map[string][]store{},
		births: map[string]*birth{}, params: map[string]cell{}, classes: map[string]Class{}, classOf: map[*ir.Var]string{}, byFunc: map[*ir.Func]*fn{}, known: map[string]values{}, busy: map[string]bool{}, grown: map[*phi]*span{},
		steps: maxSteps, all: maxAll, kept: maxAll, most: maxKept,
	}
	for _, f := range prog.All {
		if len(f.Blocks) == 0 {
			continue
		}
		g := &fn{f: f, params: map[*ir.Var]int{}}
		for i, p := range f.Params {
			g.params[p] = i
		}
		g.root = newFrame(g, f.Name)
		a.funcs = append(a.funcs, g)
		a.byFunc[f] = g
		if len(f.Params) > 0 && f.Params[0].Name == "this" {
			a.classOf[f.Params[0]] = g.receiverClass()
		}
	}
	for _, g := range a.funcs {
		a.index(g)
	}
	a.summariseWrites()
	a.findSizeFields()
	return a
}

// index notes the calls and stores of g.
func (a *analysis) index(g *fn) {
	for _, s := range a.prog.Callers(g.f) {
		if in := a.byFunc[s.Fn]; in != nil {
			g.callers = append(g.callers, site{in: in, call: s.Call, at: ir.Loc{Block: s.Block, Index: s.Index}})
		}
	}
	for _, b := range g.f.Blocks {
		for i, instr := range b.Instrs {
			if c, ok := instr.(*ir.Call); ok {
				for _, f := range a.prog.Targets(g.f, c) {
					if to := a.byFunc[f]; to != nil {
						a.targets[c] = append(a.targets[c], to)
					}
				}
			}
			for k, p := range ir.Dests(instr) {
				a.noteStore(g, ir.Loc{Block: b, Index: i}, instr, k, p)
			}
		}
	}
}

// forget drops what was found out about variables at places. What is known of fields, globals and parameters stays.
func (a *analysis) forget() {
	a.births, a.params, a.grown = map[string]*birth{}, map[string]cell{}, map[*phi]*span{}
	for _, g := range a.funcs {
		g.root = newFrame(g, g.f.Name)
	}
	a.kept = a.all
}

// maxDepth bounds chains of calls, up and down.
const maxDepth = 6

// frame is a function with the calls through which it was reached; without any, it stands for every way to call it.
type frame struct {
	fn     *fn
	parent *frame
	site   site // in parent, when there is one
	depth  int
	id     string
	entry  map[entryKey]values // what cells hold at the start of blocks
	left   map[leftKey]values  // what instructions leave in cells
	busy   map[entryKey]bool
	kids   map[kidKey]*frame
	phis   map[entryKey]*phi
}

type entryKey struct {
	block *ir.Block
	path  string
}

type leftKey struct {
	at   ir.Loc
	path string
}

type kidKey struct {
	call *ir.Call
	fn   *fn
}

// into returns the frame of callee g, called from fr at s.
func (fr *frame) into(g *fn, s site) *frame {
	key := kidKey{s.call, g}
	if k := fr.kids[key]; k != nil {
		return k
	}
	k := newFrame(g, fr.id+"/"+strconv.Itoa(s.at.Block.Index)+"."+strconv.Itoa(s.at.Index)+"/"+g.f.Name)
	k.parent, k.site, k.depth = fr, s, fr.depth+1
	fr.kids[key] = k
	return k
}

func newFrame(g *fn, id string) *frame {
	return &frame{
		fn: g, id: id, entry: map[entryKey]values{}, left: map[leftKey]values{}, busy: map[entryKey]bool{}, kids: map[kidKey]*frame{}, phis: map[entryKey]*phi{},
	}
}

// returns lists the places where g returns.
func (g *fn) returns() []ir.Loc {
	var out []ir.Loc
	for _, b := range g.f.Blocks {
		if _, ok := b.Term.(*ir.Return); ok {
			out = append(out, endOf(b))
		}
	}
	return out
}

func endOf(b *ir.Block) ir.Loc { return ir.Loc{Block: b, Index: len(b.Instrs)} }
