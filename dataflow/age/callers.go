package age

import (
	"mpivet/ir"
)

// climb looks for the loop in the callers of a function that acquires, communicates and gives up the block itself.
func (d *decider) climb(s *site, same bool) {
	ch := d.churn(s, same)
	if l, ok := d.recursion(s.fn.fn); ok {
		ch.Loop, ch.LoopFn = l, s.fn.fn
	} else if site, steps, ok := d.loopAround(s.fn.fn); ok {
		g := d.a.cfunc(site.Fn)
		ch.Loop, ch.LoopFn, ch.Callers = g.loops.Innermost(site.Block), site.Fn, append(steps, ch.Callers...)
		ch.Setup = d.buildsIn(nil, g, ch.Loop)
	} else {
		ch.Region = s.fn.fn
		ch.Seen = d.visibility(s.fn.fn)
		if ch.Seen == Once {
			return
		}
		ch.Setup = ch.Seen == Unseen && d.handsOut(s)
	}
	d.keep(ch)
}

// recursion returns a loop that stands for the calls by which fn reaches itself.
func (d *decider) recursion(fn *ir.Func) (*ir.Loop, bool) {
	if !d.a.prog.Recursive(fn) {
		return nil, false
	}
	for _, cs := range d.a.prog.Calls(fn) {
		for _, g := range d.a.prog.Targets(fn, cs.Call) {
			if g == fn || d.cycle(fn)[g] {
				return &ir.Loop{Header: cs.Block, Pos: cs.Call.Pos}, true
			}
		}
	}
	return nil, false
}

// maxCycle is how many functions a recursion may go through. Longer cycles (a solver that may be its own preconditioner)
// are possible rather than real.
const maxCycle = 8

// cycle returns the functions that call each other with fn.
func (d *decider) cycle(fn *ir.Func) map[*ir.Func]bool {
	if d.cycles == nil {
		d.cycles = map[*ir.Func]map[*ir.Func]bool{}
		for _, comp := range d.a.prog.SCCs() {
			if len(comp) < 2 || len(comp) > maxCycle {
				continue
			}
			set := map[*ir.Func]bool{}
			for _, g := range comp {
				set[g] = true
				d.cycles[g] = set
			}
		}
	}
	return d.cycles[fn]
}

// loopAround returns the nearest call in a loop through which fn is reached, and the calls from there down to fn.
func (d *decider) loopAround(fn *ir.Func) (ir.CallSite, []Step, bool) {
	type node struct {
		fn   *ir.Func
		down []Step
	}
	seen := map[*ir.Func]bool{fn: true}
	queue := []node{{fn: fn}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, cs := range d.a.prog.Callers(n.fn) {
			down := append([]Step{{Pos: cs.Call.Pos, Func: n.fn.Display}}, n.down...)
			if d.a.cfunc(cs.Fn).loops.Innermost(cs.Block) != nil {
				return cs, down, true
			}
			if !seen[cs.Fn] {
				seen[cs.Fn] = true
				queue = append(queue, node{cs.Fn, down})
			}
		}
	}
	return ir.CallSite{}, nil, false
}

// visibility says what the callers of fn, none of which repeats it, show.
func (d *decider) visibility(fn *ir.Func) Visibility {
	if open := d.a.open(fn); len(d.a.prog.Callers(fn)) == 0 {
		if open {
			return Unseen
		}
		return Once // main, or a function that nobody calls
	}
	seen := map[*ir.Func]bool{fn: true}
	work := []*ir.Func{fn}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		callers := d.a.prog.Callers(f)
		if d.a.open(f) && (len(callers) == 0 || f.AddrTaken) {
			return Called
		}
		for _, cs := range callers {
			if !seen[cs.Fn] {
				seen[cs.Fn] = true
				work = append(work, cs.Fn)
			}
		}
	}
	return Once
}

// open reports whether callers outside the program are possible.
func (a *analysis) open(fn *ir.Func) bool { return !fn.Main && (fn.Exported || fn.AddrTaken) }
