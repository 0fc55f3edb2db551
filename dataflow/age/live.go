package age

import "mpivet/ir"

// bits is a set of variables by their index in the function.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bits) clear(i int)    { b[i/64] &^= 1 << (i % 64) }

func (b bits) add(o bits) (changed bool) {
	for i := range b {
		if n := b[i] | o[i]; n != b[i] {
			b[i] = n
			changed = true
		}
	}
	return changed
}

// liveness finds the variables whose value may still be read at the start of each block, so that facts forget stale ones.
func (c *cfunc) liveness(a *analysis) {
	n := len(c.index)
	for i := range c.blocks {
		c.blocks[i].live = newBits(n)
	}
	for changed := true; changed; {
		changed = false
		for i := len(c.blocks) - 1; i >= 0; i-- {
			cb := &c.blocks[i]
			live := newBits(n)
			for _, s := range cb.b.Term.Succs() {
				live.add(c.blocks[s.Index].live)
			}
			c.useExprs(a, live, func(f func(ir.Expr)) { eachTermExpr(cb.b.Term, f) })
			for k := len(cb.in) - 1; k >= 0; k-- {
				c.liveInstr(a, live, &cb.in[k])
			}
			changed = cb.live.add(live) || changed
		}
	}
}

func (c *cfunc) liveInstr(a *analysis, live bits, ci *cinstr) {
	eachDst(ci.in, func(p ir.Path) {
		if p.Root == nil {
			return
		}
		if i, ok := c.index[p.Root]; ok && len(p.Sels) == 0 {
			live.clear(i)
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
