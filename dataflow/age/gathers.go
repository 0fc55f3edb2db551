package age

import (
	"slices"

	"mpivet/ir"
)

// gathers reports whether every pass of l makes memory that is not communicated and stores it where those of the other passes stay: in an
// element that belongs to the pass, or by a function that is not seen and is told the pass's number.
func (d *decider) gathers(c *cfunc, l *ir.Loop) bool {
	if d.gathering == nil {
		d.gathering = newGathering(d.a)
	}
	g := d.gathering
	var made []ir.Path
	for _, b := range l.Blocks {
		if !dominatesLatches(c, b, l) {
			continue
		}
		for _, in := range b.Instrs {
			g.eachMade(c.fn, in, func(p ir.Path) {
				if !d.a.rel.communicable(p) {
					made = append(made, p)
				}
			})
		}
	}
	if len(made) == 0 {
		return false
	}
	for _, b := range l.Blocks {
		if !dominatesLatches(c, b, l) {
			continue
		}
		for _, in := range b.Instrs {
			if cells := d.stows(c, l, in, made); len(cells) > 0 && !d.dropped(c, cells) {
				_, again := d.loopAround(c.fn, l.Header)
				return !again && l.Parent == nil
			}
		}
	}
	return false
}

// stows returns the cells that an instruction moves new memory from and to when it puts it away for good.
func (d *decider) stows(c *cfunc, l *ir.Loop, in ir.Instr, made []ir.Path) []ir.Path {
	isMade := func(e ir.Expr) (ir.Path, bool) {
		v, ok := c.resolve(e, 0).(ir.Load)
		return v.Path, ok && slices.ContainsFunc(made, v.Path.Equal)
	}
	switch in := in.(type) {
	case *ir.Assign:
		if p, ok := isMade(in.Src); ok && d.ofPass(c, in.Dst, l) {
			return []ir.Path{p, in.Dst}
		}
	case *ir.Escape:
		if p, ok := isMade(in.Val); ok {
			return []ir.Path{p}
		}
	case *ir.Acquire, *ir.Call:
		for _, p := range made {
			own := false
			eachDst(in, func(q ir.Path) { own = own || q.Equal(p) && d.ofPass(c, q, l) })
			if own {
				return []ir.Path{p}
			}
		}
		if call, ok := in.(*ir.Call); ok {
			for i, e := range call.Args {
				if p, ok := isMade(e); ok && d.keptBy(c, l, call, i) {
					return append(pathsOf(call.Args), p)
				}
			}
		}
	}
	return nil
}

// pathsOf returns the cells that values are read from or are the addresses of.
func pathsOf(list []ir.Expr) (out []ir.Path) {
	for _, e := range list {
		switch e := base(e).(type) {
		case ir.Load:
			out = append(out, e.Path)
		case ir.Addr:
			out = append(out, e.Path)
		}
	}
	return out
}

// ofPass reports whether a path names an element that another pass of l does not name.
func (d *decider) ofPass(c *cfunc, p ir.Path, l *ir.Loop) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Elem && s.Index != nil && d.moves(c, s.Index, l) {
			return true
		}
	}
	return false
}

// moves reports whether e follows the counting of l.
func (d *decider) moves(c *cfunc, e ir.Expr, l *ir.Loop) bool {
	ind, ok := d.defsOf(c.fn).Induction(l)
	return ok && slices.Contains(ir.Vars(c.resolve(e, 0)), ind.Var.Root)
}

// keptBy reports whether a call stores argument i where that of another pass does not lie.
func (d *decider) keptBy(c *cfunc, l *ir.Loop, call *ir.Call, i int) bool {
	for k, e := range call.Args {
		if k != i && d.moves(c, e, l) && d.storesAll(c.fn, call, i, k, 0) {
			return true
		}
	}
	return false
}

// storesAll reports whether whatever a call may mean stores argument i in an element that argument k numbers. A function that is not
// seen and gets both does, as far as anyone can tell: nothing gives the block up, so it stays. (In Go nothing ever needs to.)
func (d *decider) storesAll(fn *ir.Func, call *ir.Call, i, k, depth int) bool {
	targets := d.a.prog.Targets(fn, call)
	if len(targets) == 0 {
		return d.a.lang(fn) != ir.Go && !d.a.harmless(call)
	}
	return !slices.ContainsFunc(targets, func(t *ir.Func) bool { return !d.storesAt(t, i, k, depth+1) })
}

// storesAt reports whether fn stores parameter i in an element that parameter k numbers, of memory that outlives the call.
func (d *decider) storesAt(fn *ir.Func, i, k, depth int) bool {
	if i >= len(fn.Params) || k >= len(fn.Params) || depth > maxStoreDepth {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				if isVar(in.Src, fn.Params[i]) && numbered(in.Dst, fn.Params[k]) {
					return true
				}
			case *ir.Call:
				for x, e := range in.Args {
					if isVar(e, fn.Params[i]) && slices.ContainsFunc(numbers(in.Args, fn.Params[k]), func(y int) bool { return d.storesAll(fn, in, x, y, depth) }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// maxStoreDepth bounds the calls that a block is handed down through.
const maxStoreDepth = 4

// numbered reports whether a path leads to an element, numbered by k, of memory that outlives its function.
func numbered(p ir.Path, k *ir.Var) bool {
	if p.Root.Kind != ir.Param && p.Root.Kind != ir.Global {
		return false
	}
	return slices.ContainsFunc(p.Sels, func(s ir.Sel) bool {
		return s.Kind == ir.Elem && s.Index != nil && slices.Contains(ir.Vars(s.Index), k)
	})
}

// numbers returns the numbers of the arguments that depend on k.
func numbers(args []ir.Expr, k *ir.Var) (out []int) {
	for y, e := range args {
		if slices.Contains(ir.Vars(e), k) {
			out = append(out, y)
		}
	}
	return out
}

// dropped reports whether the function gives up what one of its cells holds, or what the elements of the same array hold.
func (d *decider) dropped(c *cfunc, cells []ir.Path) bool {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			for _, q := range d.gathering.givenUp(c.fn, in) {
				n := d.a.rel.nodeOf(q)
				if slices.ContainsFunc(cells, func(p ir.Path) bool { return d.a.rel.nodeOf(p) == n }) {
					return true
				}
			}
		}
	}
	return false
}
