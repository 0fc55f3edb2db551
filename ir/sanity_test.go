package ir

import (
	"strings"
	"testing"

	"mpivet/mpi"
)

// sound makes a function that keeps every invariant, with one block that sends %buf.
func sound() (*Unit, *Func, *Var) {
	f := &Func{Name: "f"}
	b := NewBuilder(f)
	buf := b.AddParam("buf", Pos{})
	b.Emit(&Comm{Proc: mpi.Lookup("MPI_Send"), Name: "MPI_Send", Bufs: []Buf{{Val: Value(buf)}}, Pos: Pos{File: "t.c", Line: 3, Col: 1}})
	b.Finish()
	return &Unit{Name: "t.c", Lang: C, Funcs: []*Func{f}}, f, buf
}

func TestSanityNamesTheFault(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(u *Unit, f *Func, buf *Var)
	}{
		{"no terminator", func(_ *Unit, f *Func, _ *Var) { f.Blocks[0].Term = nil }},
		{"a branch leaves the function", func(_ *Unit, f *Func, _ *Var) { f.Blocks[0].Term = &Jump{To: &Block{}} }},
		{"the entry has predecessors", func(_ *Unit, f *Func, _ *Var) { f.Blocks[0].Preds = f.Blocks }},
		{"lists other predecessors", func(_ *Unit, f *Func, _ *Var) {
			next := &Block{Index: 1, Term: &Return{}}
			f.Blocks = append(f.Blocks, next)
			f.Blocks[0].Term = &Jump{To: next}
		}},
		{"nothing branches to block 1", func(_ *Unit, f *Func, _ *Var) {
			f.Blocks = append(f.Blocks, &Block{Index: 1, Term: &Return{}})
		}},
		{"its Index is 7", func(_ *Unit, f *Func, _ *Var) { f.Blocks[0].Index = 7 }},
		{"no blocks", func(_ *Unit, f *Func, _ *Var) { f.Blocks = nil }},
		{"%buf belongs neither to the function nor to the unit", func(_ *Unit, f *Func, _ *Var) { f.Params = nil }},
		{"variable %buf appears twice", func(_ *Unit, f *Func, _ *Var) {
			f.Locals = append(f.Locals, &Var{Name: "buf"})
		}},
		{"%buf among the parameters is of another kind", func(_ *Unit, _ *Func, buf *Var) { buf.Kind = Local }},
		{"among the globals is of another kind", func(u *Unit, _ *Func, _ *Var) { u.Globals = []*Var{{Name: "g"}} }},
		{"function f appears twice", func(u *Unit, f *Func, _ *Var) { u.Funcs = append(u.Funcs, f) }},
		{"functions are sorted by name", func(u *Unit, f *Func, _ *Var) {
			u.Funcs = append(u.Funcs, &Func{Name: "a", Blocks: f.Blocks, Params: f.Params})
		}},
		{"a field needs a name", func(_ *Unit, f *Func, buf *Var) {
			f.Blocks[0].Instrs = []Instr{&Escape{Val: Load{Path: VarPath(buf).Field("")}}}
		}},
		{"a dereference has neither name nor index", func(_ *Unit, f *Func, buf *Var) {
			f.Blocks[0].Instrs = []Instr{&Escape{Val: Load{Path: VarPath(buf).With(Sel{Kind: Deref, Name: "x"})}}}
		}},
		{"no value", func(_ *Unit, f *Func, _ *Var) { f.Blocks[0].Instrs = []Instr{&Release{How: "free"}} }},
		{`unknown operator "**"`, func(_ *Unit, f *Func, buf *Var) {
			f.Blocks[0].Instrs = []Instr{&Escape{Val: Bin{Op: "**", X: Value(buf), Y: Value(buf)}}}
		}},
		{"no procedure", func(_ *Unit, f *Func, _ *Var) { comm(f).Proc = nil }},
		{"2 buffers where MPI_Send has 1", func(_ *Unit, f *Func, _ *Var) {
			comm(f).Bufs = append(comm(f).Bufs, comm(f).Bufs...)
		}},
		{"MPI_Wait communicates no buffer, so it is a Call", func(_ *Unit, f *Func, _ *Var) {
			comm(f).Proc = mpi.Lookup("MPI_Wait")
		}},
		{"column 0", func(_ *Unit, f *Func, _ *Var) { comm(f).Pos.Col = 0 }},
		{"names no line of a file", func(_ *Unit, f *Func, _ *Var) { comm(f).Pos.File = "" }},
		{"ends before it begins", func(_ *Unit, f *Func, _ *Var) { comm(f).Pos.EndLine = 2 }},
	} {
		u, f, buf := sound()
		if errs := Sanity(u); len(errs) > 0 {
			t.Fatal(errs)
		}
		c.spoil(u, f, buf)
		found := false
		for _, err := range Sanity(u) {
			found = found || strings.Contains(err.Error(), c.want)
		}
		if !found {
			t.Errorf("want a fault like %q, got %v", c.want, Sanity(u))
		}
	}
}

func comm(f *Func) *Comm { return f.Blocks[0].Instrs[0].(*Comm) }
