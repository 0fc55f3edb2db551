package age

import (
	"slices"

	"mpivet/ir"
)

// A loop that builds something may do so with blocks that are never communicated, which nobody follows out of the functions that make
// them: the levels of a hierarchy, the entries of a table. These are found by the shape of the code.

// gathering tells which functions make, keep and give up memory, whatever the order of their instructions.
type gathering struct {
	a     *analysis
	fresh map[resultNode]bool // the result, or what the parameter of that number points to, is new memory in every call
	frees map[*ir.Var]bool    // parameters whose blocks the function gives up
}

func newGathering(a *analysis) *gathering {
	g := &gathering{a: a, fresh: map[resultNode]bool{}, frees: map[*ir.Var]bool{}}
	for _, comp := range a.prog.SCCs() {
		known := -1
		for n := len(comp); n > 0 && known < len(g.fresh)+len(g.frees); n-- { // as often as a chain within the component can be long
			known = len(g.fresh) + len(g.frees)
			for _, fn := range comp {
				g.summarise(fn)
			}
		}
	}
	return g
}

// outOf numbers parameters behind which a function leaves memory, beside its results.
func outOf(param int) int { return -1 - param }

// summarise looks at fn; what it calls has been looked at.
func (g *gathering) summarise(fn *ir.Func) {
	made, returned := map[string]bool{}, map[int][]ir.Expr{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			g.eachMade(fn, in, func(p ir.Path) { made[p.Key()] = true })
			for _, p := range g.givenUp(fn, in) {
				if i := slices.Index(fn.Params, p.Root); i >= 0 {
					g.frees[p.Root] = true
				}
			}
		}
		if t, ok := b.Term.(*ir.Return); ok {
			for i, e := range t.Vals {
				returned[i] = append(returned[i], e)
			}
		}
	}
	if len(made) == 0 {
		return
	}
	for i, list := range returned {
		if !slices.ContainsFunc(list, func(e ir.Expr) bool { return !g.isNew(fn, e, made) }) {
			g.fresh[resultNode{fn, i}] = true
		}
	}
	for i, p := range fn.Params {
		if g.leavesNew(fn, p, made) {
			g.fresh[resultNode{fn, outOf(i)}] = true
		}
	}
}

// isNew reports whether all values of a variable come from what makes memory, or are none.
func (g *gathering) isNew(fn *ir.Func, e ir.Expr, made map[string]bool) bool {
	l, ok := e.(ir.Load)
	if !ok || len(l.Path.Sels) > 0 || !made[l.Path.Key()] {
		return false
	}
	return !g.otherwise(fn, l.Path, made)
}

// otherwise reports whether a cell gets a value that is neither new memory nor nothing.
func (g *gathering) otherwise(fn *ir.Func, p ir.Path, made map[string]bool) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			makes := false
			g.eachMade(fn, in, func(q ir.Path) { makes = makes || q.Equal(p) })
			if makes {
				continue
			}
			other := false
			eachDst(in, func(q ir.Path) { other = other || q.Equal(p) })
			as, ok := in.(*ir.Assign)
			if other && !(ok && (isZero(as.Src) || len(p.Sels) > 0 && g.isNew(fn, as.Src, made))) {
				return true
			}
		}
	}
	return false
}

// leavesNew reports whether every call that returns by the way on which it makes memory leaves new memory behind the pointer p.
func (g *gathering) leavesNew(fn *ir.Func, p *ir.Var, made map[string]bool) bool {
	cell := ir.Path{Root: p}.Deref()
	if g.otherwise(fn, cell, made) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			hit := false
			eachDst(in, func(q ir.Path) { hit = hit || q.Equal(cell) })
			g.eachMade(fn, in, func(q ir.Path) { hit = hit || q.Equal(cell) })
			if as, ok := in.(*ir.Assign); hit && !(ok && isZero(as.Src)) && alwaysPasses(fn, b) {
				return true
			}
		}
	}
	return false
}

// alwaysPasses reports whether every return is behind b.
func alwaysPasses(fn *ir.Func, b *ir.Block) bool {
	dom := fn.Dominators()
	for _, x := range fn.Blocks {
		if _, ok := x.Term.(*ir.Return); ok && !dom.Dominates(b, x) {
			return false
		}
	}
	return true
}

// eachMade calls f with every cell that an instruction leaves new memory in.
func (g *gathering) eachMade(fn *ir.Func, in ir.Instr, f func(ir.Path)) {
	switch in := in.(type) {
	case *ir.Acquire:
		if in.Kind != ir.Object && in.Of == nil {
			f(in.Dst)
		}
	case *ir.Call:
		targets := g.a.prog.Targets(fn, in)
		every := func(i int) bool {
			return len(targets) > 0 && !slices.ContainsFunc(targets, func(t *ir.Func) bool { return !g.fresh[resultNode{t, i}] })
		}
		for i, d := range in.Dsts {
			if d.Root != nil && every(i) {
				f(d)
			}
		}
		for i, e := range in.Args {
			switch e := e.(type) {
			case ir.Addr:
				if every(outOf(i)) {
					f(e.Path)
				}
			case ir.Load:
				if every(outOf(i)) {
					f(e.Path.Deref())
				}
			}
		}
	}
}

// givenUp returns the cells whose blocks an instruction gives up.
func (g *gathering) givenUp(fn *ir.Func, in ir.Instr) (out []ir.Path) {
	switch in := in.(type) {
	case *ir.Release:
		return pathsOf([]ir.Expr{in.Val})
	case *ir.Acquire:
		if in.Kind != ir.Object && in.Of != nil {
			return pathsOf([]ir.Expr{in.Of})
		}
	case *ir.Call:
		for _, t := range g.a.prog.Targets(fn, in) {
			for i, e := range in.Args {
				if i < len(t.Params) && g.frees[t.Params[i]] {
					out = append(out, pathsOf([]ir.Expr{e})...)
				}
			}
		}
	}
	return out
}
