package ir

import "mpivet/mpi"

// effects says which cells outside its own variables a function may write, itself or through what it calls.
type effects struct {
	globals map[string]bool
	fields  map[string]bool // names of fields written behind pointers
	derefs  bool            // *p = …
	elems   bool            // p[i] = …
}

// Defs returns where the variables of f change; calls are judged by what the functions of the program write. An unseen
// callee writes only through the addresses that it is given.
func (p *Program) Defs(f *Func) *Defs {
	d := f.Defs()
	d.CallChanges = func(c *Call, cell Path) bool { return p.callChanges(d, c, cell) }
	return d
}

func (p *Program) callChanges(d *Defs, c *Call, cell Path) bool {
	targets := p.Targets(d.fn, c)
	for _, g := range targets {
		if p.effectsOf(g).include(cell) {
			return true
		}
	}
	if len(targets) == len(c.Callees) && len(targets) > 0 {
		return false
	}
	var e effects
	e.init()
	for _, a := range c.Args {
		e.given(a)
	}
	return e.include(cell)
}

func (p *Program) effectsOf(f *Func) *effects {
	p.effectsOnce.Do(func() {
		p.effects = map[*Func]*effects{}
		for _, comp := range p.sccs {
			e := &effects{}
			e.init()
			for _, g := range comp {
				p.effects[g] = e
			}
			for _, g := range comp {
				p.collectEffects(g, e)
			}
		}
	})
	return p.effects[f]
}

func (p *Program) collectEffects(f *Func, e *effects) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for _, w := range Dests(i) {
				e.write(w)
			}
			switch i := i.(type) {
			case *Call:
				p.callEffects(f, i, e)
			case *Comm:
				for _, buf := range i.Bufs {
					if buf.Role != mpi.Send {
						e.given(buf.Val)
					}
				}
			}
		}
	}
}

func (p *Program) callEffects(f *Func, c *Call, e *effects) {
	targets := p.Targets(f, c)
	for _, g := range targets {
		if other := p.effects[g]; other != nil && other != e {
			e.add(other)
		}
	}
	if len(targets) == 0 {
		for _, a := range c.Args {
			e.given(a)
		}
	}
}

func (e *effects) init() { e.globals, e.fields = map[string]bool{}, map[string]bool{} }

func (e *effects) add(o *effects) {
	for g := range o.globals {
		e.globals[g] = true
	}
	for f := range o.fields {
		e.fields[f] = true
	}
	e.derefs = e.derefs || o.derefs
	e.elems = e.elems || o.elems
}

// write notes that the cell w is written.
func (e *effects) write(w Path) {
	if neverNull(w) {
		if w.Root.Kind == Global {
			e.globals[w.Root.Name] = true
		}
		return
	}
	switch last := lastSel(w); last.Kind {
	case Field:
		e.fields[last.Name] = true
	case Elem:
		e.elems = true
	default:
		e.derefs = true
	}
}

// given notes that an unseen callee, or a receive, may write through the value arg.
func (e *effects) given(arg Expr) {
	switch a := arg.(type) {
	case Addr:
		e.write(a.Path)
	case Offset:
		e.given(a.X)
	case Load:
		e.derefs, e.elems = true, true
	}
}

// include reports whether cell may be among what is written.
func (e *effects) include(cell Path) bool {
	if neverNull(cell) && cell.Root.Kind == Global {
		return e.globals[cell.Root.Name]
	}
	switch last := lastSel(cell); last.Kind {
	case Field:
		return e.fields[last.Name]
	case Elem:
		return e.elems
	default:
		return e.derefs
	}
}
