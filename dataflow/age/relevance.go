package age

import (
	"strings"

	"mpivet/ir"
)

// A node stands for all cells of one name: a variable, a field whatever struct it is in, or a function's result.
type node any

type fieldNode string

type resultNode struct {
	fn *ir.Func
	i  int
}

// relevance answers, without regard to the order of instructions, which blocks may ever be communicated and what a
// function may do to a block in a field or parameter. It only saves work: what it rules out cannot happen.
type relevance struct {
	a       *analysis
	flow    *cellFlow
	comm    []bool // by cell: the block that it holds may be communicated
	moved   map[*ir.Func]map[string]bool
	inert   map[*ir.Func][]bool // parameters that the function leaves alone
	out     map[*ir.Var]bool    // parameters through which the function stores values
	tracked map[node]bool       // may hold a block or an object
	owner   map[node]bool       // leads to tracked cells
	active  map[*ir.Func]bool   // the function or one it calls makes, moves, communicates or gives up a block
}

func newRelevance(a *analysis) *relevance {
	r := &relevance{a: a, moved: map[*ir.Func]map[string]bool{}, inert: map[*ir.Func][]bool{}, out: map[*ir.Var]bool{},
		tracked: map[node]bool{}, owner: map[node]bool{}, active: map[*ir.Func]bool{}}
	for _, comp := range a.prog.SCCs() {
		for range comp { // as often as a chain within the component can be long
			for _, fn := range comp {
				r.findOut(fn)
			}
		}
	}
	r.flow = &cellFlow{r: r, ids: map[node]int32{}}
	for _, fn := range a.prog.All {
		r.flow.body(fn)
	}
	r.findCommunicated()
	r.findTracked()
	r.findOwners()
	r.flow.from = nil // done with
	for _, comp := range a.prog.SCCs() {
		r.summarise(comp)
		r.findActive(comp)
	}
	return r
}

// nodeOf returns the node of a cell: its last named field, else its variable. Hidden fields belong to their owner.
func (r *relevance) nodeOf(p ir.Path) node {
	for i := len(p.Sels) - 1; i >= 0; i-- {
		if s := p.Sels[i]; s.Kind == ir.Field && !hidden(s) {
			return fieldNode(s.Name)
		}
	}
	return r.a.global(p.Root)
}

// hidden reports whether a field is a frontend's own: where an object has its memory.
func hidden(s ir.Sel) bool { return strings.HasPrefix(s.Name, "#") }

func (r *relevance) valueNode(e ir.Expr) (n node, addr, ok bool) {
	switch e := e.(type) {
	case ir.Load:
		return r.nodeOf(e.Path), false, true
	case ir.Addr:
		return r.nodeOf(e.Path), true, true
	case ir.Offset:
		return r.valueNode(e.X)
	}
	return nil, false, false
}

// findCommunicated starts from the buffers of all communication calls. Binding one to a persistent request is none.
func (r *relevance) findCommunicated() {
	var start []cell
	for _, fn := range r.a.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				comm, ok := in.(*ir.Comm)
				if !ok || comm.Proc != nil && comm.Proc.Persistent {
					continue
				}
				for _, buf := range comm.Bufs {
					if c, ok := r.flow.holder(buf.Val); ok {
						start = append(start, c)
					}
				}
			}
		}
	}
	r.comm = r.flow.backward(start)
}

// findOut marks the parameters that fn, or a function that it hands them to, stores values through: what they point to
// comes from the callee.
func (r *relevance) findOut(fn *ir.Func) {
	index := map[*ir.Var]bool{}
	for _, p := range fn.Params {
		index[p] = true
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			eachDst(in, func(p ir.Path) {
				if index[p.Root] && len(p.Sels) > 0 && plainSteps(p) {
					r.out[p.Root] = true
				}
			})
			call, ok := in.(*ir.Call)
			if !ok {
				continue
			}
			for _, g := range r.a.prog.Targets(fn, call) {
				for i, e := range call.Args {
					if l, ok := base(e).(ir.Load); ok && i < len(g.Params) && r.out[g.Params[i]] && index[l.Path.Root] && plainSteps(l.Path) {
						r.out[l.Path.Root] = true
					}
				}
			}
		}
	}
}

// communicable reports whether a block stored in p may ever be communicated.
func (r *relevance) communicable(p ir.Path) bool { return r.commCell(r.flow.of(p)) }

func (r *relevance) commCell(c cell) bool { return c >= 0 && int(c) < len(r.comm) && r.comm[c] }

// matters reports whether a block that is held by the given places may still be communicated.
func (r *relevance) matters(s *site, places []place) bool {
	if s.kind() == ir.Object || len(s.events) > 0 {
		return true
	}
	for _, p := range places {
		if r.commCell(r.flow.ofPlace(p)) {
			return true
		}
	}
	return len(places) == 0
}

// placeNode is nodeOf for a place.
func placeNode(p place) node {
	last := ""
	for _, st := range steps(p.sels) {
		if st[0] == markField && st[1] != '#' {
			last = st[1:]
		}
	}
	if last != "" {
		return fieldNode(last)
	}
	return p.root
}
