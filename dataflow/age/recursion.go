package age

import "mpivet/ir"

// maxCycle is how many functions a recursion may go through. Longer cycles (a solver that may be its own preconditioner)
// are possible rather than real.
const maxCycle = 8

// findCycles numbers the groups of functions that call each other.
func (a *analysis) findCycles() {
	a.cycles = map[*ir.Func]int{}
	for i, comp := range a.prog.SCCs() {
		if len(comp) > maxCycle || !a.prog.Recursive(comp[0]) {
			continue
		}
		for _, fn := range comp {
			a.cycles[fn] = i + 1
		}
	}
}

// cyclic reports whether f and g call each other; of a function alone, whether it calls itself.
func (a *analysis) cyclic(f, g *ir.Func) bool { return a.cycles[f] != 0 && a.cycles[f] == a.cycles[g] }

// recursion returns a loop that stands for the calls by which fn reaches itself, when block b of fn is passed again at each level.
// What only the last level does, where the recursion ends, is done once: unless a level starts two recursions.
func (a *analysis) recursion(fn *ir.Func, b *ir.Block) (*ir.Loop, bool) {
	if a.cycles[fn] == 0 {
		return nil, false
	}
	var first *ir.CallSite
	var at []*ir.Block
	for _, cs := range a.prog.Calls(fn) {
		for _, g := range a.prog.Targets(fn, cs.Call) {
			if a.cyclic(fn, g) {
				if at = append(at, cs.Block); first == nil {
					first = &cs
				}
				break
			}
		}
	}
	if first == nil || !a.everyLevel(fn, at, b) {
		return nil, false
	}
	return &ir.Loop{Header: first.Block, Pos: first.Call.Pos}, true
}

// everyLevel reports whether a call that passes block b makes one of the recursive calls too, or several of them.
func (a *analysis) everyLevel(fn *ir.Func, calls []*ir.Block, b *ir.Block) bool {
	c := a.cfunc(fn)
	for i, x := range calls {
		if x == b || reaches(x, b) || reaches(b, x) || c.loops.Innermost(x) != nil {
			return true
		}
		for _, y := range calls[i+1:] {
			if x == y || reaches(x, y) || reaches(y, x) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether control may go from one block to another.
func reaches(from, to *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Term.Succs() {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// handedUp reports whether a level of a recursion hands the block to the one above it, where it lives beside that one's own.
func (d *decider) handedUp(s *site) bool {
	for ; s.inner != nil; s = s.inner {
		if d.a.cyclic(s.fn.fn, s.inner.fn.fn) {
			return true
		}
	}
	return false
}
