package churn_test

import (
	"fmt"

	"mpivet/ir"
)

// renameAll gives every variable and every function another name, so that their orders are reversed.
func renameAll(units []*ir.Unit) ([]*ir.Unit, bool) {
	globals := map[string]string{}
	names := defined(units)
	funcName := func(s string) string {
		if names[s] == 0 {
			return s
		}
		return reversed(s)
	}
	for _, u := range units {
		for _, g := range u.Globals {
			globals[g.Name] = reversed(g.Name)
			g.Name = globals[g.Name]
		}
	}
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) {
		fn.Name = funcName(fn.Name)
		for i, name := range fn.Overrides {
			fn.Overrides[i] = funcName(name)
		}
		for _, v := range append(append([]*ir.Var(nil), fn.Params...), fn.Locals...) {
			v.Name = reversed(v.Name)
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if as, ok := in.(*ir.Assign); ok {
					as.Src = renamed(as.Src, funcName)
				}
				if c, ok := in.(*ir.Call); ok {
					for i, name := range c.Callees {
						c.Callees[i] = funcName(name)
					}
					for i, e := range c.Args {
						c.Args[i] = renamed(e, funcName)
					}
				}
			}
		}
	})
	for _, u := range units {
		sortFuncs(u)
	}
	return units, true
}

// renamed renames the function whose address e is.
func renamed(e ir.Expr, name func(string) string) ir.Expr {
	if ref, ok := e.(ir.FuncRef); ok {
		return ir.FuncRef{Name: name(ref.Name)}
	}
	return e
}

// reversed maps names to names that sort the other way round.
func reversed(s string) string {
	out := []byte("r_")
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z':
			c = 'a' + 'z' - c
		case c >= '0' && c <= '9':
			c = '0' + '9' - c
		}
		out = append(out, c)
	}
	return string(out) + "~"
}

// splitBlocks puts every instruction into a block of its own.
func splitBlocks(units []*ir.Unit) ([]*ir.Unit, bool) {
	changed := false
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) {
		for _, b := range append([]*ir.Block(nil), fn.Blocks...) {
			rest := b
			for len(rest.Instrs) > 1 {
				next := &ir.Block{Instrs: rest.Instrs[1:], Term: rest.Term}
				rest.Instrs, rest.Term = rest.Instrs[:1:1], &ir.Jump{To: next}
				fn.Blocks = append(fn.Blocks, next)
				rest, changed = next, true
			}
		}
		fn.Link()
	})
	return units, changed
}

// wrapCalls puts a function between every call and the only function that it means.
func wrapCalls(units []*ir.Unit) ([]*ir.Unit, bool) {
	names := defined(units)
	n := 0
	eachFunc(units, func(u *ir.Unit, fn *ir.Func) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(*ir.Call)
				if !ok || len(c.Callees) != 1 || names[c.Callees[0]] != 1 {
					continue
				}
				n++
				u.Funcs = append(u.Funcs, forward(c, fmt.Sprintf("wrapper%d", n)))
			}
		}
	})
	for _, u := range units {
		sortFuncs(u)
	}
	return units, n > 0
}

// forward makes a function that calls what c calls, and lets c call it.
func forward(c *ir.Call, name string) *ir.Func {
	w := &ir.Func{Name: name, Display: name, NumRes: len(c.Dsts), Pos: ir.Pos{File: "wrapper.c", Line: 1, Col: 1}}
	b := ir.NewBuilder(w)
	inner := &ir.Call{Callees: c.Callees, Virtual: c.Virtual, Name: c.Name, Pos: ir.Pos{File: "wrapper.c", Line: 2, Col: 1}}
	var vals []ir.Expr
	for i := range c.Args {
		v := b.AddParam(fmt.Sprintf("a%d", i), w.Pos)
		inner.Args = append(inner.Args, ir.Load{Path: ir.Path{Root: v}})
	}
	for range c.Dsts {
		v := b.AddTemp()
		inner.Dsts = append(inner.Dsts, ir.Path{Root: v})
		vals = append(vals, ir.Load{Path: ir.Path{Root: v}})
	}
	b.Emit(inner)
	b.End(&ir.Return{Vals: vals, Pos: w.Pos})
	c.Callees, c.Virtual = []string{name}, false
	return b.Finish()
}

// scatterFuncs gives every function a unit of its own, the later ones first.
func scatterFuncs(units []*ir.Unit) ([]*ir.Unit, bool) {
	for _, n := range defined(units) {
		if n > 1 {
			return units, false
		}
	}
	var out []*ir.Unit
	eachFunc(units, func(u *ir.Unit, fn *ir.Func) {
		name := fmt.Sprintf("u%03d.c", 999-len(out))
		out = append(out, &ir.Unit{Name: name, Lang: u.Lang, Funcs: []*ir.Func{fn}, Globals: u.Globals})
	})
	return out, len(out) > 1
}

// copyBuffers hands every buffer to its communication through a temporary.
func copyBuffers(units []*ir.Unit) ([]*ir.Unit, bool) {
	changed := false
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) {
		n := 0
		for _, b := range fn.Blocks {
			var list []ir.Instr
			for _, in := range b.Instrs {
				if c, ok := in.(*ir.Comm); ok {
					for i := range c.Bufs {
						n++
						v := &ir.Var{Name: fmt.Sprintf("copy#%d", n), Kind: ir.Temp}
						fn.Locals = append(fn.Locals, v)
						list = append(list, &ir.Assign{Dst: ir.Path{Root: v}, Src: c.Bufs[i].Val, Pos: c.Pos})
						c.Bufs[i].Val = ir.Load{Path: ir.Path{Root: v}}
						changed = true
					}
				}
				list = append(list, in)
			}
			b.Instrs = list
		}
	})
	return units, changed
}

// detourLoops lets every back edge pass an empty block, and every jump out of a branch too.
func detourLoops(units []*ir.Unit) ([]*ir.Unit, bool) {
	changed := false
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) {
		for _, b := range append([]*ir.Block(nil), fn.Blocks...) {
			if j, ok := b.Term.(*ir.Jump); ok {
				mid := &ir.Block{Term: &ir.Jump{To: j.To}}
				fn.Blocks = append(fn.Blocks, mid)
				j.To, changed = mid, true
			}
		}
		fn.Link()
	})
	return units, changed
}
