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
	sources map[node][]node // where values of a node come from
	comm    map[node]bool   // values may be communicated
	moved   map[*ir.Func]map[string]bool
	inert   map[*ir.Func][]bool // parameters that the function leaves alone
	out     map[*ir.Var]bool    // parameters through which the function stores values
	tracked map[node]bool       // may hold a block or an object
	owner   map[node]bool       // leads to tracked cells
	active  map[*ir.Func]bool   // the function or one it calls makes, moves, communicates or gives up a block
}

func newRelevance(a *analysis) *relevance {
	r := &relevance{a: a, sources: map[node][]node{}, comm: map[node]bool{}, moved: map[*ir.Func]map[string]bool{},
		inert: map[*ir.Func][]bool{}, out: map[*ir.Var]bool{},
		tracked: map[node]bool{}, owner: map[node]bool{}, active: map[*ir.Func]bool{}}
	for _, comp := range a.prog.SCCs() {
		for range comp { // as often as a chain within the component can be long
			for _, fn := range comp {
				r.findOut(fn)
			}
		}
	}
	for _, fn := range a.prog.All {
		r.flows(fn)
	}
	for n := range r.comm {
		r.spread(n)
	}
	r.findTracked()
	r.findOwners()
	for _, comp := range a.prog.SCCs() {
		r.summarise(comp)
		r.findActive(comp)
	}
	return r
}

// nodeOf returns the node of a cell: its last named field, else its variable. Hidden fields belong to their owner.
func (r *relevance) nodeOf(p ir.Path) node {
	for i := len(p.Sels) - 1; i >= 0; i-- {
		if s := p.Sels[i]; s.Kind == ir.Field && !strings.HasPrefix(s.Name, "#") {
			return fieldNode(s.Name)
		}
	}
	return r.a.global(p.Root)
}

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

func (r *relevance) flow(dst node, src ir.Expr) {
	if n, addr, ok := r.valueNode(src); ok && n != dst {
		r.sources[dst] = append(r.sources[dst], n)
		if addr {
			r.sources[n] = append(r.sources[n], dst)
		}
	}
}

func (r *relevance) flows(fn *ir.Func) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				r.flow(r.nodeOf(in.Dst), in.Src)
			case *ir.Ensure:
				r.flow(r.nodeOf(in.Dst), in.Base)
			case *ir.Call:
				r.callFlows(fn, in)
			case *ir.Comm:
				for _, buf := range in.Bufs {
					if n, _, ok := r.valueNode(buf.Val); ok {
						r.comm[n] = true
					}
				}
			}
		}
		if t, ok := b.Term.(*ir.Return); ok {
			for i, e := range t.Vals {
				r.flow(resultNode{fn, i}, e)
			}
		}
	}
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

func (r *relevance) callFlows(fn *ir.Func, in *ir.Call) {
	for _, g := range r.a.prog.Targets(fn, in) {
		for i, p := range g.Params {
			if i >= len(in.Args) {
				break
			}
			if n, _, ok := r.valueNode(in.Args[i]); ok {
				r.sources[p] = append(r.sources[p], n)
				if r.out[p] {
					r.sources[n] = append(r.sources[n], p)
				}
			}
		}
		for i, d := range in.Dsts {
			if d.Root != nil {
				n := r.nodeOf(d)
				r.sources[n] = append(r.sources[n], resultNode{g, i})
			}
		}
	}
}

// spread marks everything that flows into a communicated node.
func (r *relevance) spread(n node) {
	work := []node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range r.sources[n] {
			if !r.comm[s] {
				r.comm[s] = true
				work = append(work, s)
			}
		}
	}
}

// communicable reports whether a block stored in p may ever be communicated.
func (r *relevance) communicable(p ir.Path) bool { return r.comm[r.nodeOf(p)] }

// matters reports whether a block that is held by the given places may still be communicated.
func (r *relevance) matters(s *site, places []place) bool {
	if s.kind() == ir.Object || len(s.events) > 0 {
		return true
	}
	for _, p := range places {
		if r.comm[placeNode(p)] {
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
