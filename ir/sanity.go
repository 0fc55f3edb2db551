package ir

import "fmt"

// Sanity returns the invariants that u breaks, nil when it is sound. A frontend's tests run it on every unit they make.
func Sanity(u *Unit) []error {
	s := &sanity{globals: map[*Var]bool{}}
	names := map[string]bool{}
	for _, g := range u.Globals {
		s.where = "unit " + u.Name
		s.declared(g, names)
		s.check(g.Kind == Global, "%s among the globals is of another kind", g)
		s.globals[g] = true
	}
	funcs := map[string]bool{}
	for i, f := range u.Funcs {
		s.where = "unit " + u.Name
		s.check(f.Name != "", "a function has no name")
		s.check(!funcs[f.Name], "function %s appears twice", f.Name)
		s.check(i == 0 || u.Funcs[i-1].Name <= f.Name, "function %s is not in its place: functions are sorted by name", f.Name)
		funcs[f.Name] = true
		s.fn(f)
	}
	return s.errs
}

// sanity collects faults.
type sanity struct {
	errs    []error
	where   string
	globals map[*Var]bool
	vars    map[*Var]bool
	blocks  map[*Block]bool
}

func (s *sanity) check(ok bool, format string, args ...any) {
	if !ok {
		s.errs = append(s.errs, fmt.Errorf("%s: %s", s.where, fmt.Sprintf(format, args...)))
	}
}

func (s *sanity) declared(v *Var, names map[string]bool) {
	s.check(v.Name != "", "a variable has no name")
	s.check(!names[v.Name], "variable %s appears twice", v)
	names[v.Name] = true
	s.pos(v.Pos, "variable", v)
}

func (s *sanity) fn(f *Func) {
	s.where = "function " + f.Name
	s.vars = map[*Var]bool{}
	names := map[string]bool{}
	for _, v := range f.Params {
		s.declared(v, names)
		s.check(v.Kind == Param, "%s among the parameters is of another kind", v)
		s.vars[v] = true
	}
	for _, v := range f.Locals {
		s.declared(v, names)
		s.check(v.Kind == Local || v.Kind == Temp, "%s among the locals is of another kind", v)
		s.vars[v] = true
	}
	s.pos(f.Pos, "function", f.Name)
	s.check(f.NumRes >= 0, "%d results", f.NumRes)
	s.check(len(f.Blocks) > 0, "no blocks")
	s.blocks = map[*Block]bool{}
	for _, b := range f.Blocks {
		s.blocks[b] = true
	}
	for i, b := range f.Blocks {
		s.where = fmt.Sprintf("function %s, block %d", f.Name, i)
		s.check(b.Index == i, "its Index is %d", b.Index)
		s.block(b)
	}
	s.where = "function " + f.Name
	s.graph(f)
}

// graph compares the predecessors with the successors.
func (s *sanity) graph(f *Func) {
	if len(f.Blocks) == 0 {
		return
	}
	s.check(len(f.Blocks[0].Preds) == 0, "the entry has predecessors")
	want := map[*Block][]*Block{}
	for _, b := range f.Blocks {
		for _, t := range succs(b) {
			if !hasBlock(want[t], b) {
				want[t] = append(want[t], b)
			}
		}
	}
	for _, b := range f.Blocks {
		same := len(want[b]) == len(b.Preds)
		for _, p := range want[b] {
			same = same && hasBlock(b.Preds, p)
		}
		s.check(same, "block %d lists other predecessors than branch to it: %d of %d", b.Index, len(b.Preds), len(want[b]))
		s.check(b == f.Blocks[0] || len(want[b]) > 0, "nothing branches to block %d", b.Index)
	}
}

func succs(b *Block) []*Block {
	if b.Term == nil {
		return nil
	}
	return b.Term.Succs()
}

func (s *sanity) block(b *Block) {
	s.pos(b.Loop, "loop", "")
	for i, instr := range b.Instrs {
		s.check(instr != nil, "instruction %d is missing", i)
		if instr != nil {
			s.instr(instr)
		}
	}
	s.check(b.Term != nil, "no terminator")
	if b.Term == nil {
		return
	}
	for _, t := range b.Term.Succs() {
		s.check(s.blocks[t], "a branch leaves the function")
	}
	for _, e := range TermOperands(b.Term) {
		s.expr(e)
	}
	s.pos(TermPos(b.Term), "terminator", b.Term)
}
