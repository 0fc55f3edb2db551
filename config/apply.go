package config

import "mpivet/ir"

// Apply rewrites the calls of configured functions in Go units. The C and C++ frontend needs the configuration earlier, because
// macros are gone once a unit is made.
//
// A function is named in full, as in "example.org/app/mem.Get" and "(*example.org/app/mem.Pool).Get", or as it is written where it
// is called, as in "mem.Get".
func (c *Config) Apply(units []*ir.Unit) {
	t := table{allocators: map[string]Allocator{}, releases: map[string]Release{}, pools: map[string]bool{}}
	for _, a := range c.Allocators {
		t.allocators[a.Name] = a
	}
	for _, r := range c.Releases {
		t.releases[r.Name] = r
	}
	for _, name := range c.Pools {
		t.pools[name] = true
	}
	if len(t.allocators)+len(t.releases)+len(t.pools) == 0 {
		return
	}
	for _, u := range units {
		if u.Lang != ir.Go {
			continue
		}
		for _, f := range u.Funcs {
			for _, b := range f.Blocks {
				t.block(b)
			}
		}
	}
}

// table holds what is configured, by name.
type table struct {
	allocators map[string]Allocator
	releases   map[string]Release
	pools      map[string]bool
}

func (t *table) block(b *ir.Block) {
	for i, instr := range b.Instrs {
		if call, ok := instr.(*ir.Call); ok {
			b.Instrs[i] = t.call(call)
		}
	}
}

// call returns what stands for a call.
func (t *table) call(c *ir.Call) ir.Instr {
	for _, name := range append([]string{c.Name}, c.Callees...) {
		if t.pools[name] {
			unseen := *c
			unseen.Callees = nil // what an unseen function returns is never taken for fresh memory
			return &unseen
		}
		if a, ok := t.allocators[name]; ok {
			if acq := a.acquire(c); acq != nil {
				return acq
			}
		}
		if r, ok := t.releases[name]; ok && r.Arg < len(c.Args) {
			return r.release(c)
		}
	}
	return c
}

// acquire returns the acquisition that a call of a amounts to, or nil when the call does not fit the configuration.
func (a Allocator) acquire(c *ir.Call) ir.Instr {
	dst, ok := a.destination(c)
	if !ok {
		return nil
	}
	acq := &ir.Acquire{Dst: dst, How: a.Name, Zero: a.Zeroed, Size: a.size(c), Pos: c.Pos}
	if dst.Root.Kind != ir.Temp && len(dst.Sels) == 0 {
		acq.Name = dst.Root.Name
	}
	if a.Of != nil && *a.Of < len(c.Args) {
		acq.Of = c.Args[*a.Of]
	}
	return acq
}

func (a Allocator) destination(c *ir.Call) (ir.Path, bool) {
	if a.Out == nil {
		if len(c.Dsts) == 0 || c.Dsts[0].IsZero() {
			return ir.Path{}, false
		}
		return c.Dsts[0], true
	}
	if *a.Out >= len(c.Args) {
		return ir.Path{}, false
	}
	switch x := c.Args[*a.Out].(type) {
	case ir.Addr:
		return x.Path, true
	case ir.Load:
		return x.Path.Deref(), true
	}
	return ir.Path{}, false
}

func (a Allocator) size(c *ir.Call) ir.Expr {
	var size ir.Expr
	for _, i := range a.Size {
		switch {
		case i >= len(c.Args):
			return nil
		case size == nil:
			size = c.Args[i]
		default:
			size = ir.Bin{Op: "*", X: size, Y: c.Args[i]}
		}
	}
	return size
}

func (r Release) release(c *ir.Call) ir.Instr {
	val := c.Args[r.Arg]
	if r.Indirect {
		switch x := val.(type) {
		case ir.Addr:
			val = ir.Load(x)
		case ir.Load:
			val = ir.Load{Path: x.Path.Deref()}
		}
	}
	return &ir.Release{Val: val, How: r.Name, Pos: c.Pos}
}
