package age

import (
	"slices"

	"mpivet/ir"
)

// bits is a set of variables by their index in the function.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bits) clear(i int)    { b[i/64] &^= 1 << (i % 64) }

// addMasked adds what o and mask have in common.
func (b bits) addMasked(o, mask bits) (changed bool) {
	for i := range b {
		if n := b[i] | o[i]&mask[i]; n != b[i] {
			b[i] = n
			changed = true
		}
	}
	return changed
}

// liveness finds the variables whose value may still be read at the start of each block, so that facts forget stale ones.
func (c *cfunc) liveness(a *analysis) {
	n := len(c.index)
	passed := make([]bits, len(c.blocks)) // variables whose value the block lets through from its end to its start
	for i := range c.blocks {
		cb := &c.blocks[i]
		cb.live, passed[i] = newBits(n), newBits(n)
		for k := range passed[i] {
			passed[i][k] = ^uint64(0)
		}
		c.useExprs(a, cb.live, func(f func(ir.Expr)) { eachTermExpr(cb.b.Term, f) })
		for k := len(cb.in) - 1; k >= 0; k-- {
			c.liveInstr(a, cb.live, passed[i], &cb.in[k])
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(c.blocks) - 1; i >= 0; i-- {
			live := c.blocks[i].live
			for _, s := range c.blocks[i].b.Term.Succs() {
				changed = live.addMasked(c.blocks[s.Index].live, passed[i]) || changed
			}
		}
	}
}

func (c *cfunc) liveInstr(a *analysis, live, passed bits, ci *cinstr) {
	eachDst(ci.in, func(p ir.Path) {
		if p.Root == nil {
			return
		}
		if i, ok := c.index[p.Root]; ok && len(p.Sels) == 0 {
			live.clear(i)
			passed.clear(i)
		} else {
			c.usePath(a, live, p)
		}
	})
	c.useExprs(a, live, func(f func(ir.Expr)) { eachExpr(ci.in, f) })
}

func (c *cfunc) useExprs(a *analysis, live bits, each func(func(ir.Expr))) {
	each(func(e ir.Expr) {
		walk(e, func(e ir.Expr) {
			switch e := e.(type) {
			case ir.Load:
				c.usePath(a, live, e.Path)
			case ir.Addr:
				c.usePath(a, live, e.Path)
			}
		})
	})
}

// usePath marks the variable a path is written with and the one that its place is rooted at.
func (c *cfunc) usePath(a *analysis, live bits, p ir.Path) {
	if i, ok := c.index[p.Root]; ok {
		live.set(i)
	}
	if i, ok := c.index[a.place(c, p).root]; ok {
		live.set(i)
	}
	// A temporary stands for the value it was computed from when conditions and indices are resolved.
	if src, ok := c.single(p.Root); ok && p.Root.Kind == ir.Temp {
		for _, v := range ir.Vars(src) {
			if i, ok := c.index[v]; ok {
				live.set(i)
			}
		}
	}
}

// alive reports whether a place rooted at v means anything at the start of block b.
func (c *cfunc) alive(v *ir.Var, b int) bool {
	i, ok := c.index[v]
	if !ok || v.Kind == ir.Param {
		return true // globals, results, and what parameters point to
	}
	return c.defs[v] != nil && c.defs[v].addrTaken || c.blocks[b].live.has(i)
}

// condLiveness finds the conditions that are still asked for at the start of each block: what is known of others is forgotten, so
// that facts which differ in it only become one.
func (c *cfunc) condLiveness() {
	if len(c.conds) == 0 {
		return
	}
	kept := make([]uint8, len(c.blocks)) // conditions whose variables the block leaves alone
	for i := range c.blocks {
		cb := &c.blocks[i]
		cb.asks, kept[i] = c.asked(cb), ^uint8(0)
		for k := len(cb.in) - 1; k >= 0; k-- {
			gone := c.changed(&cb.in[k])
			cb.asks &^= gone
			kept[i] &^= gone
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(c.blocks) - 1; i >= 0; i-- {
			cb := &c.blocks[i]
			asks := cb.asks
			for _, s := range cb.b.Term.Succs() {
				asks |= c.blocks[s.Index].asks & kept[i]
			}
			changed = changed || asks != cb.asks
			cb.asks = asks
		}
	}
}

// asked returns the conditions that a block's terminator depends on.
func (c *cfunc) asked(cb *cblock) uint8 {
	if cb.cond != nil && cb.cond.cond >= 0 {
		return 1 << cb.cond.cond
	}
	if t, ok := cb.b.Term.(*ir.Return); ok && len(t.Vals) > 0 {
		e, _ := c.plain(t.Vals[0])
		if n, ok := c.byCond[ir.Key(e)]; ok {
			return 1 << n
		}
	}
	return 0
}

// changed returns the conditions that an instruction forgets or decides, see assignPreds.
func (c *cfunc) changed(ci *cinstr) (out uint8) {
	eachDst(ci.in, func(p ir.Path) {
		if len(p.Sels) > 0 || p.Root == nil {
			return
		}
		for n, cd := range c.conds {
			if slices.Contains(cd.vars, p.Root) {
				out |= 1 << n
			}
		}
	})
	return out
}
