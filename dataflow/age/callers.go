package age

import (
	"path"
	"strings"

	"mpivet/ir"
)

// climb looks for the loop in the callers of a function that acquires, communicates and gives up the block itself.
func (d *decider) climb(s *site, same bool) {
	ch := d.churn(s, same)
	if l, ok := d.a.recursion(s.fn.fn, s.block); ok {
		ch.Loop, ch.LoopFn, ch.Levels = l, s.fn.fn, true
		ch.Piled = s.across || d.handedUp(s) // one for each level is alive
	} else if r, ok := d.loopAround(s.fn.fn, s.block); ok {
		ch.Loop, ch.LoopFn, ch.Levels, ch.Callers = r.loop, r.fn, r.levels, append(r.down, ch.Callers...)
		ch.Setup = d.buildsIn(nil, d.a.cfunc(r.fn), ch.Loop)
	} else {
		ch.Region = s.fn.fn
		ch.Seen = d.visibility(s.fn.fn)
		if ch.Seen == Once {
			return
		}
		ch.Setup = ch.Seen == Unseen && (d.handsOut(s) || constructor(s.fn.fn))
	}
	ch.Setup = ch.Setup || s.fn.once(s.block)
	d.keep(s, ch)
}

// loopAround returns the nearest call in a loop, or in a function that calls itself, through which block b of fn is reached, and the
// calls from there down to fn.
func (d *decider) loopAround(fn *ir.Func, b *ir.Block) (around, bool) {
	type node struct {
		fn    *ir.Func
		at    *ir.Block
		down  []Step
		wants []demand
	}
	seen := map[*ir.Block]bool{b: true}
	queue := []node{{fn: fn, at: b}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		wants := append(n.wants, d.demands(n.fn, n.at)...)
		for _, cs := range d.a.prog.Callers(n.fn) {
			open, met := d.meets(cs.Fn, cs.Call, n.fn, wants)
			if !met || d.a.cfunc(cs.Fn).once(cs.Block) {
				continue
			}
			down := append([]Step{{Pos: cs.Call.Pos, Func: n.fn.Display}}, n.down...)
			if l := d.loopOf(cs); l != nil && spelled(open) {
				return around{loop: l, fn: cs.Fn, down: down}, true
			}
			if l, ok := d.a.recursion(cs.Fn, cs.Block); ok && !d.a.cyclic(cs.Fn, n.fn) {
				return around{loop: l, fn: cs.Fn, down: down, levels: true}, true
			}
			if !seen[cs.Block] {
				seen[cs.Block] = true
				queue = append(queue, node{cs.Fn, cs.Block, down, open})
			}
		}
	}
	return around{}, false
}

// around is a loop around a call, or a recursion.
type around struct {
	loop   *ir.Loop
	fn     *ir.Func
	down   []Step
	levels bool
}

// visibility says what the callers of fn, none of which repeats it, show.
func (d *decider) visibility(fn *ir.Func) Visibility {
	if open := d.a.open(fn); len(d.callers(fn)) == 0 {
		switch {
		case open && d.registered(fn):
			return Called
		case open:
			return Unseen
		}
		return Once // main, or a function that nobody calls
	}
	mains := d.mainsElsewhere(fn)
	seen := map[*ir.Func]bool{fn: true}
	work := []*ir.Func{fn}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		callers := d.callers(f)
		if f.Exported && mains > 1 {
			return Called // what several programs share is a library, which others use as well
		}
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

// mainsElsewhere counts the programs whose main function is in another folder than fn.
func (d *decider) mainsElsewhere(fn *ir.Func) int {
	n := 0
	for _, f := range d.a.prog.All {
		if f.Main && path.Dir(f.Pos.File) != path.Dir(fn.Pos.File) {
			n++
		}
	}
	return n
}

// constructor reports whether fn sets up an object.
func constructor(fn *ir.Func) bool {
	names := strings.Split(fn.Display, "::")
	n := len(names)
	return n > 1 && names[n-1] == names[n-2]
}

// registered reports whether a function without callers is only handed to functions that are not seen, as a test is: how often they
// call it is anyone's guess. One in a table of methods is there to be called.
func (d *decider) registered(fn *ir.Func) bool {
	if d.a.lang(fn) == ir.Go {
		return false
	}
	if d.handed == nil {
		d.findHanded()
	}
	return d.handed[fn.Name] > 0
}

// findHanded counts how often the address of each function is given to an unseen function; −1 stands for other uses of it.
func (d *decider) findHanded() {
	d.handed = map[string]int{}
	for _, fn := range d.a.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				call, _ := in.(*ir.Call)
				unseen := call != nil && len(d.a.prog.Targets(fn, call)) == 0
				for _, e := range ir.Operands(in) {
					ir.Walk(e, func(x ir.Expr) bool {
						if ref, ok := x.(ir.FuncRef); ok {
							if n := d.handed[ref.Name]; unseen && n >= 0 {
								d.handed[ref.Name] = n + 1
							} else {
								d.handed[ref.Name] = -1
							}
						}
						return true
					})
				}
			}
		}
	}
}

// callers returns the calls of fn from outside its recursion.
func (d *decider) callers(fn *ir.Func) []ir.CallSite {
	var out []ir.CallSite
	for _, cs := range d.a.prog.Callers(fn) {
		if !d.a.cyclic(cs.Fn, fn) {
			out = append(out, cs)
		}
	}
	return out
}

// open reports whether callers outside the program are possible.
func (a *analysis) open(fn *ir.Func) bool { return !fn.Main && (fn.Exported || fn.AddrTaken) }
