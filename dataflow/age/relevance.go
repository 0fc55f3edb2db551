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

// findTracked follows acquisitions forward.
func (r *relevance) findTracked() {
	uses := map[node][]node{}
	for d, list := range r.sources {
		for _, s := range list {
			uses[s] = append(uses[s], d)
		}
	}
	var work []node
	mark := func(n node) {
		if !r.tracked[n] {
			r.tracked[n] = true
			work = append(work, n)
		}
	}
	for _, fn := range r.a.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Acquire:
					mark(r.nodeOf(in.Dst))
				case *ir.Ensure:
					mark(r.nodeOf(in.Dst))
				}
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range uses[n] {
			mark(d)
		}
	}
}

// findOwners marks the cells from which tracked ones are reached: copying one of them copies the way to a block.
func (r *relevance) findOwners() {
	note := func(p ir.Path) {
		if p.Root == nil || len(p.Sels) == 0 || !r.tracked[r.nodeOf(p)] {
			return
		}
		r.owner[r.a.global(p.Root)] = true
		for _, s := range p.Sels {
			if s.Kind == ir.Field {
				r.owner[fieldNode(s.Name)] = true
			}
		}
	}
	expr := func(e ir.Expr) {
		walk(e, func(e ir.Expr) {
			switch e := e.(type) {
			case ir.Load:
				note(e.Path)
			case ir.Addr:
				note(e.Path)
			}
		})
	}
	for _, fn := range r.a.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				eachDst(in, note)
				eachExpr(in, expr)
			}
		}
	}
}

// concerns reports whether an assignment between two nodes may move a block or the way to one.
func (r *relevance) concerns(n node) bool { return r.tracked[n] || r.owner[n] }

// findActive marks the functions of a component that may change what is known of a block.
func (r *relevance) findActive(comp []*ir.Func) {
	act := false
	for _, fn := range comp {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				act = act || r.acts(fn, in)
			}
			if t, ok := b.Term.(*ir.Return); ok {
				for _, e := range t.Vals {
					n, _, ok := r.valueNode(e)
					act = act || ok && r.tracked[n]
				}
			}
		}
	}
	for _, fn := range comp {
		r.active[fn] = act
	}
}

func (r *relevance) acts(fn *ir.Func, in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Assign:
		n, _, ok := r.valueNode(in.Src)
		return r.concerns(r.nodeOf(in.Dst)) || ok && r.concerns(n)
	case *ir.Call:
		targets := r.a.prog.Targets(fn, in)
		if (len(targets) < len(in.Callees) || len(targets) == 0) && !r.a.harmless(in) {
			return true
		}
		for _, g := range targets {
			if r.active[g] {
				return true
			}
		}
		return false
	}
	return true
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

// summarise finds the fields and parameters whose blocks the functions of a component release, communicate, store, hand out
// or overwrite, their callees' doing included.
func (r *relevance) summarise(comp []*ir.Func) {
	set := map[string]bool{}
	for _, fn := range comp {
		r.inert[fn] = make([]bool, len(fn.Params))
		for _, cs := range r.a.prog.Calls(fn) {
			for _, g := range r.a.prog.Targets(fn, cs.Call) {
				for f := range r.moved[g] {
					set[f] = true
				}
			}
		}
	}
	for _, fn := range comp {
		sunk := r.sunk(fn)
		for n := range sunk {
			if f, ok := n.(fieldNode); ok {
				set[string(f)] = true
			}
		}
		if len(comp) > 1 {
			continue // within a cycle every parameter counts as touched
		}
		for i, p := range fn.Params {
			r.inert[fn][i] = !sunk[p]
		}
	}
	for _, fn := range comp {
		r.moved[fn] = set
	}
}

// sunk returns the nodes from which values flow, within fn, into something that matters to the block's owner.
func (r *relevance) sunk(fn *ir.Func) map[node]bool {
	from := map[node][]node{}
	out := map[node]bool{}
	var work []node
	sink := func(e ir.Expr) {
		if n, _, ok := r.valueNode(e); ok && !out[n] {
			out[n] = true
			work = append(work, n)
		}
	}
	store := func(p ir.Path) {
		// Overwriting a cell loses what it held; a local variable is nobody else's.
		if p.Root != nil && (len(p.Sels) > 0 || p.Root.Kind == ir.Global) {
			sink(ir.Load{Path: p})
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				if l, ok := in.Src.(ir.Load); ok && scalar(in.Dst, l.Path) {
					continue // numbers of arrays
				}
				if n, addr, ok := r.valueNode(in.Src); ok {
					d := r.nodeOf(in.Dst)
					from[d] = append(from[d], n)
					if addr {
						from[n] = append(from[n], d)
					}
					if len(in.Dst.Sels) > 0 || in.Dst.Root.Kind == ir.Global {
						sink(in.Src)
					}
					store(in.Dst)
				} else if _, null := in.Src.(ir.Null); null {
					store(in.Dst)
				} else if k, ok := in.Src.(ir.Const); ok && k.V == 0 {
					store(in.Dst)
				}
			case *ir.Acquire:
				store(in.Dst)
				sink(in.Of)
			case *ir.Ensure:
				store(in.Dst)
				sink(in.Base)
			case *ir.Call:
				r.handedOn(fn, in, sink)
				for _, p := range in.Dsts {
					store(p)
				}
			default:
				eachExpr(in, sink)
			}
		}
		if t, ok := b.Term.(*ir.Return); ok {
			for _, e := range t.Vals {
				sink(e)
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range from[n] {
			if !out[s] {
				out[s] = true
				work = append(work, s)
			}
		}
	}
	return out
}

// scalar reports whether an assignment copies an element of an array to an element of another variable's: numbers. Arrays of
// pointers are filled from variables.
func scalar(dst, src ir.Path) bool {
	return len(dst.Sels) > 0 && len(src.Sels) > 0 && dst.Sels[len(dst.Sels)-1].Kind == ir.Elem && src.Sels[len(src.Sels)-1].Kind == ir.Elem
}

func base(e ir.Expr) ir.Expr {
	for {
		o, ok := e.(ir.Offset)
		if !ok {
			return e
		}
		e = o.X
	}
}

// plainSteps reports whether a path names a cell that may itself hold a pointer which the caller knows under the same
// variable: the variable, or what it points to, without a field. Elements count as well: arrays of pointers.
func plainSteps(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Field {
			return false
		}
	}
	return true
}

// handedOn applies used to the arguments of a call that its callees do not leave alone.
func (r *relevance) handedOn(fn *ir.Func, in *ir.Call, used func(ir.Expr)) {
	targets := r.a.prog.Targets(fn, in)
	if len(targets) == 0 || len(targets) < len(in.Callees) {
		if !r.a.harmless(in) {
			for _, e := range in.Args {
				used(e)
			}
		}
	}
	for _, g := range targets {
		for i, e := range in.Args {
			if inert := r.inert[g]; i >= len(inert) || !inert[i] {
				used(e)
			}
		}
	}
}

// ignores reports whether fn leaves a block alone that its caller holds in the given place, in fn's terms.
func (r *relevance) ignores(fn *ir.Func, p place) bool {
	if f, ok := placeNode(p).(fieldNode); ok {
		return !r.moved[fn][string(f)]
	}
	if p.root.Kind == ir.Global {
		return false
	}
	for i, q := range fn.Params {
		if q == p.root {
			return r.inert[fn] != nil && r.inert[fn][i]
		}
	}
	return false
}
