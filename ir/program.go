package ir

import (
	"path"
	"sort"
	"sync"
)

// Program is a set of units that are linked by the names of functions.
type Program struct {
	Units []*Unit
	// Funcs holds the functions that a name means everywhere. A function that several units define differently (one for
	// each of several executables) is not in it: Resolve finds the one of the caller's unit or folder.
	Funcs map[string]*Func
	// All lists the functions to analyse, ordered by unit, then by name. A body that a header puts into several units is
	// listed once.
	All []*Func

	overriders map[string][]*Func // of virtual functions, by the name of what is overridden

	unit    map[*Func]*Unit
	several map[string][]*Func // functions of one name that are not the same
	local   map[*Unit]map[string]*Func
	callers map[*Func][]CallSite
	calls   map[*Func][]CallSite
	sccs    [][]*Func
	comp    map[*Func]int // index in sccs

	effectsOnce sync.Once
	effects     map[*Func]*effects
}

// CallSite is a call instruction and where it stands.
type CallSite struct {
	Fn    *Func
	Block *Block
	Index int // in Block.Instrs
	Call  *Call
}

// NewProgram links units. It orders its list of units by name; the units themselves are not changed.
func NewProgram(units []*Unit) *Program {
	p := &Program{
		Units: append([]*Unit(nil), units...), Funcs: map[string]*Func{},
		unit: map[*Func]*Unit{}, local: map[*Unit]map[string]*Func{},
		several: map[string][]*Func{}, callers: map[*Func][]CallSite{}, calls: map[*Func][]CallSite{}, comp: map[*Func]int{},
	}
	sort.SliceStable(p.Units, func(i, j int) bool { return p.Units[i].Name < p.Units[j].Name })
	p.link()
	p.order()
	return p
}

// order fills calls, callers, sccs and comp.
func (p *Program) order() {
	p.findOverriders()
	p.collectCalls()
	p.sccs = p.components()
	for i, comp := range p.sccs {
		for _, f := range comp {
			p.comp[f] = i
		}
	}
}

// link fills Funcs, All, unit, local and several.
func (p *Program) link() {
	headers := p.bestBodies()
	for _, u := range p.Units {
		names := make(map[string]*Func, len(u.Funcs))
		p.local[u] = names
		for _, f := range u.Funcs {
			if f.InHeader {
				names[f.Name] = headers[f.Name]
				if headers[f.Name] != f {
					continue
				}
			}
			if names[f.Name] == nil {
				names[f.Name] = f
			}
			p.unit[f] = u
			p.All = append(p.All, f)
			if !f.InHeader {
				p.define(f)
			}
		}
	}
	for name := range p.several {
		delete(p.Funcs, name)
	}
	for name, f := range headers {
		if p.Funcs[name] == nil && p.several[name] == nil {
			p.Funcs[name] = f
		}
	}
}

// findOverriders lists the functions of the program under those that they override.
func (p *Program) findOverriders() {
	p.overriders = map[string][]*Func{}
	for _, f := range p.All {
		for _, name := range f.Overrides {
			p.overriders[name] = append(p.overriders[name], f)
		}
	}
}

// bestBodies returns the body that counts of each function of a header: that of the first unit of those with the fewest
// errors.
func (p *Program) bestBodies() map[string]*Func {
	best := map[string]*Func{}
	errors := map[string]int{}
	for _, u := range p.Units {
		for _, f := range u.Funcs {
			if f.InHeader && (best[f.Name] == nil || u.Errors < errors[f.Name]) {
				best[f.Name], errors[f.Name] = f, u.Errors
			}
		}
	}
	return best
}

// define enters f under its name. The same source compiled twice is no clash: the first body stands for both.
func (p *Program) define(f *Func) {
	first := p.Funcs[f.Name]
	switch {
	case first == nil:
		p.Funcs[f.Name] = f
	case !f.Pos.IsValid() || first.Pos != f.Pos:
		if p.several[f.Name] == nil {
			p.several[f.Name] = []*Func{first}
		}
		p.several[f.Name] = append(p.several[f.Name], f)
	}
}

// UnitOf returns the unit that f belongs to, nil for a function outside All.
func (p *Program) UnitOf(f *Func) *Unit { return p.unit[f] }

// Resolve returns the function that callee means when caller calls it: the one in the caller's unit, else the only one in
// the program. Of several it is the only one in the caller's folder: executables that define the same name have folders of their
// own. It is nil when there is none, or when that cannot be told.
func (p *Program) Resolve(caller *Func, callee string) *Func {
	u := p.unit[caller]
	if f := p.local[u][callee]; f != nil {
		return f
	}
	if list := p.several[callee]; list != nil && u != nil {
		return p.neighbour(u, list)
	}
	return p.Funcs[callee]
}

// neighbour returns the only function of the list that lies in the folder of u.
func (p *Program) neighbour(u *Unit, list []*Func) (found *Func) {
	for _, f := range list {
		if path.Dir(p.unit[f].Name) != path.Dir(u.Name) {
			continue
		}
		if found != nil {
			return nil
		}
		found = f
	}
	return found
}

// Targets returns the functions of the program that c, called in caller, may mean, each once.
func (p *Program) Targets(caller *Func, c *Call) []*Func {
	var out []*Func
	for _, name := range c.Callees {
		if f := p.Resolve(caller, name); f != nil && !hasFunc(out, f) {
			out = append(out, f)
		}
		if !c.Virtual {
			continue
		}
		for _, f := range p.overriders[name] {
			if !hasFunc(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

func hasFunc(list []*Func, f *Func) bool {
	for _, x := range list {
		if x == f {
			return true
		}
	}
	return false
}

// Callers returns the calls that may mean f, in the order of All.
func (p *Program) Callers(f *Func) []CallSite { return p.callers[f] }

// Calls returns the calls in f, those of unseen functions included.
func (p *Program) Calls(f *Func) []CallSite { return p.calls[f] }

// SCCs returns the strongly connected components of the call graph, bottom up: a component comes after those it calls.
// Functions of one component call each other; a function alone in its component may still call itself.
func (p *Program) SCCs() [][]*Func { return p.sccs }

// Recursive reports whether f may call itself, directly or through others.
func (p *Program) Recursive(f *Func) bool {
	i, ok := p.comp[f]
	return ok && (len(p.sccs[i]) > 1 || p.callsItself(f))
}

func (p *Program) callsItself(f *Func) bool {
	for _, s := range p.callers[f] {
		if s.Fn == f {
			return true
		}
	}
	return false
}

func (p *Program) collectCalls() {
	for _, f := range p.All {
		for _, b := range f.Blocks {
			for i, instr := range b.Instrs {
				c, ok := instr.(*Call)
				if !ok {
					continue
				}
				site := CallSite{Fn: f, Block: b, Index: i, Call: c}
				p.calls[f] = append(p.calls[f], site)
				for _, g := range p.Targets(f, c) {
					p.callers[g] = append(p.callers[g], site)
				}
			}
		}
	}
}
