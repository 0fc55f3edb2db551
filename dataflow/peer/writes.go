package peer

import (
	"strings"

	"mpivet/ir"
	"mpivet/mpi"
)

// store is a place that writes a field or a global.
type store struct {
	in    *fn
	at    ir.Loc
	instr ir.Instr
	dst   int // which of the instruction's destinations
	path  ir.Path
}

func (a *analysis) noteStore(g *fn, at ir.Loc, instr ir.Instr, k int, p ir.Path) {
	s := store{in: g, at: at, instr: instr, dst: k, path: p}
	if f := lastField(p); f != "" {
		a.fields[f] = append(a.fields[f], s)
	}
	if p.Root.Kind == ir.Global {
		a.globals[p.Root.Name] = append(a.globals[p.Root.Name], s)
	}
}

// lastField is the name of the field that p ends in, or nothing.
func lastField(p ir.Path) string {
	if n := len(p.Sels); n > 0 && p.Sels[n-1].Kind == ir.Field {
		return p.Sels[n-1].Name
	}
	return ""
}

// holder is the type of the structure whose field p ends in, as far as p's variable tells; empty when it does not.
func (a *analysis) holder(p ir.Path) string {
	for i, s := range p.Sels {
		if s.Kind == ir.Field && i < len(p.Sels)-1 {
			return ""
		}
	}
	if t := bareType(p.Root.Type); t != "" {
		return t
	}
	return a.classOf[p.Root]
}

// receiverClass is the class whose method g is, by the name that readers know it by: "Store" of "Store::migrate".
func (g *fn) receiverClass() string {
	if i := strings.LastIndex(g.f.Display, "::"); i > 0 {
		return g.f.Display[:i]
	}
	return ""
}

// bareType strips a type as written of qualifiers, pointers and the words struct and class.
func bareType(t string) string {
	t = strings.NewReplacer("*", " ", "&", " ", "[", " ", "]", " ").Replace(t)
	var words []string
	for _, w := range strings.Fields(t) {
		switch w {
		case "const", "volatile", "struct", "class", "union", "restrict", "__restrict", "static":
		default:
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// writes is what a function and those it calls may write besides their own variables.
type writes struct {
	fields  nameset      // fields, whatever structure they are in
	globals nameset      // whole globals, by name
	params  map[int]bool // what parameter i points to, as a whole
}

// summariseWrites computes the writes of all functions, bottom up over the call graph, to a fixed point where functions call
// each other.
func (a *analysis) summariseWrites() {
	fields, globals := names{}, names{}
	for _, g := range a.funcs {
		g.writes = &writes{fields: nameset{names: fields}, globals: nameset{names: globals}, params: map[int]bool{}}
		g.eachInstr(func(instr ir.Instr) { g.noteWrites(instr) })
	}
	for _, comp := range a.prog.SCCs() {
		for changed := true; changed; {
			changed = false
			for _, f := range comp {
				if g := a.byFunc[f]; g != nil {
					changed = a.takeCalls(g) || changed
				}
			}
			changed = changed && len(comp) > 1
		}
	}
}

// takeCalls adds what the callees of g write, and reports whether that was anything new.
func (a *analysis) takeCalls(g *fn) bool {
	changed := false
	for _, s := range a.prog.Calls(g.f) {
		changed = a.takeWrites(g, s.Call) || changed
	}
	return changed
}

func (g *fn) eachInstr(visit func(ir.Instr)) {
	for _, b := range g.f.Blocks {
		for _, i := range b.Instrs {
			visit(i)
		}
	}
}

func (g *fn) noteWrites(instr ir.Instr) {
	for _, p := range ir.Dests(instr) {
		if f := lastField(p); f != "" {
			g.writes.fields.add(f)
		}
		if len(p.Sels) == 0 && p.Root.Kind == ir.Global {
			g.writes.globals.add(p.Root.Name)
		}
		if len(p.Sels) == 1 && p.Sels[0].Kind == ir.Deref {
			g.noteParamWrite(p.Root)
		}
	}
	if c, ok := instr.(*ir.Comm); ok {
		for _, b := range c.Bufs {
			if l, ok := b.Val.(ir.Load); ok && b.Role != mpi.Send && len(l.Path.Sels) == 0 {
				g.noteParamWrite(l.Path.Root)
			}
		}
	}
}

func (g *fn) noteParamWrite(v *ir.Var) {
	if k, ok := g.params[v]; ok {
		g.writes.params[k] = true
	}
}

// takeWrites adds what the callees of c write to what g writes, and reports whether that was anything new.
func (a *analysis) takeWrites(g *fn, c *ir.Call) bool {
	before := len(g.writes.params)
	changed := false
	for _, to := range a.targets[c] {
		if to == g {
			continue
		}
		changed = g.writes.fields.addAll(&to.writes.fields) || changed
		changed = g.writes.globals.addAll(&to.writes.globals) || changed
		for k := range to.writes.params {
			if k < len(c.Args) {
				changed = g.passWrite(c.Args[k]) || changed
			}
		}
	}
	return changed || len(g.writes.params) > before
}

// passWrite notes that what arg points to is written by a callee, and reports whether a field or global was not known to be.
func (g *fn) passWrite(arg ir.Expr) bool {
	changed := false
	switch x := arg.(type) {
	case ir.Load:
		if len(x.Path.Sels) == 0 {
			g.noteParamWrite(x.Path.Root)
		}
	case ir.Addr:
		if f := lastField(x.Path); f != "" {
			changed = !g.writes.fields.has(f)
			g.writes.fields.add(f)
		}
		if len(x.Path.Sels) == 0 && x.Path.Root.Kind == ir.Global {
			changed = changed || !g.writes.globals.has(x.Path.Root.Name)
			g.writes.globals.add(x.Path.Root.Name)
		}
	}
	return changed
}
