package ir

import "mpivet/mpi"

// Loc is a place in a function: before instruction Index of Block; the terminator's place is len(Block.Instrs).
type Loc struct {
	Block *Block
	Index int
}

// Def is an instruction that writes a bare variable.
type Def struct {
	Loc
	Instr Instr
	Src   Expr // what an Assign writes; nil for other instructions
}

// Defs knows where the variables of a function change. It holds for the function as it was when made.
type Defs struct {
	// CallChanges decides whether a call may change a cell that its callees can reach: a global, or what a pointer points
	// to. Nil means that every call may, those of MPI procedures apart.
	CallChanges func(c *Call, cell Path) bool

	fn      *Func
	dom     *DomTree
	defs    map[*Var][]Def
	partial map[*Var]bool // a field or element of the variable itself is written
	taken   map[*Var]bool // its address is taken
	leaked  map[*Var]bool // its address is kept: it goes elsewhere than into the arguments of a call
}

// Defs scans f for assignments.
func (f *Func) Defs() *Defs {
	d := &Defs{
		fn: f, dom: f.Dominators(), defs: map[*Var][]Def{},
		partial: map[*Var]bool{}, taken: map[*Var]bool{}, leaked: map[*Var]bool{},
	}
	for _, b := range f.Blocks {
		for i, instr := range b.Instrs {
			d.scanDests(Loc{b, i}, instr)
			d.scanAddresses(instr)
		}
		for _, e := range TermOperands(b.Term) {
			d.noteAddresses(e, true)
		}
	}
	return d
}

func (d *Defs) scanDests(at Loc, instr Instr) {
	for _, p := range Dests(instr) {
		switch {
		case len(p.Sels) == 0:
			def := Def{Loc: at, Instr: instr}
			if a, ok := instr.(*Assign); ok {
				def.Src = a.Src
			}
			d.defs[p.Root] = append(d.defs[p.Root], def)
		case neverNull(p):
			d.partial[p.Root] = true
		}
		walkPath(p, func(e Expr) bool { d.noteAddress(e, true); return true })
	}
}

func (d *Defs) scanAddresses(instr Instr) {
	kept := true
	switch i := instr.(type) {
	case *Call:
		kept = i.Async
	case *Comm, *Release:
		kept = false
	case *Acquire:
		kept = !forgotten(i)
	}
	for _, e := range Operands(instr) {
		d.noteAddresses(e, kept)
	}
}

// forgotten reports whether what describes a new object is read when it is made and never again. The memory of a window
// or of a persistent request is not.
func forgotten(i *Acquire) bool {
	p := mpi.Lookup(i.How)
	return p != nil && (p.Makes == mpi.Datatype || p.Makes == mpi.Communicator)
}

func (d *Defs) noteAddresses(e Expr, kept bool) {
	Walk(e, func(x Expr) bool { d.noteAddress(x, kept); return true })
}

func (d *Defs) noteAddress(e Expr, kept bool) {
	a, ok := e.(Addr)
	if !ok || !neverNull(a.Path) {
		return
	}
	d.taken[a.Path.Root] = true
	if kept {
		d.leaked[a.Path.Root] = true
	}
}

// Of returns the instructions that write v as a whole, in the order of the blocks.
func (d *Defs) Of(v *Var) []Def { return d.defs[v] }

// AddrTaken reports whether the address of v, or of a part of it, is taken.
func (d *Defs) AddrTaken(v *Var) bool { return d.taken[v] }

// SingleDef returns what v is assigned where that happens at one place only and in no other way: v is a local variable
// whose address is not taken and of which no part is written. The variables in the result may have changed since.
func (d *Defs) SingleDef(v *Var) (Expr, bool) {
	def, ok := d.single(v)
	return def.Src, ok
}

func (d *Defs) single(v *Var) (Def, bool) {
	list := d.defs[v]
	if len(list) != 1 || list[0].Src == nil || v.Kind == Param || v.Kind == Global || d.taken[v] || d.partial[v] {
		return Def{}, false
	}
	return list[0], true
}

// dominates reports whether every path to y passes x; x does not dominate itself.
func (d *Defs) dominates(x, y Loc) bool {
	if x.Block == y.Block {
		return x.Index < y.Index
	}
	return d.dom.Dominates(x.Block, y.Block)
}

// Unchanged reports whether nothing in the function assigns to v or takes its address: a parameter has the caller's value.
func (d *Defs) Unchanged(v *Var) bool { return len(d.defs[v]) == 0 && !d.partial[v] && !d.taken[v] }

// constant returns the integer that e always is, following single assignments.
func (d *Defs) constant(e Expr) (int64, bool) {
	for range maxChain {
		switch x := Simplify(e).(type) {
		case Const:
			return x.V, true
		case Load:
			if len(x.Path.Sels) > 0 {
				return 0, false
			}
			src, ok := d.SingleDef(x.Path.Root)
			if !ok {
				return 0, false
			}
			e = src
		default:
			return 0, false
		}
	}
	return 0, false
}

// maxChain bounds how many reads of variables are followed to their assignments for one question: doubling in each of
// some dozen assignments would make an expression without end.
const maxChain = 200
