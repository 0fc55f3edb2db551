package ir

// ivScope is a loop and a variable that every pass moves by one and the same step. It tells what expressions amount to in
// terms of the variable's value at the start of a pass.
type ivScope struct {
	d    *Defs
	loop *Loop
	v    *Var
	step Expr
	incs []Def           // where it moves: once in a pass
	past map[*Block]bool // blocks that may run after it moved, in the same pass
}

// newScope checks that v moves by one step in every pass of l, either at one place that every pass runs once, or in every
// latch (as values of SSA form do).
func (d *Defs) newScope(l *Loop, v *Var) (*ivScope, bool) {
	s := &ivScope{d: d, loop: l, v: v}
	for _, def := range d.defs[v] {
		if l.Contains(def.Block) {
			s.incs = append(s.incs, def)
		}
	}
	if !s.oncePerPass() || s.movedOtherwise() {
		return nil, false
	}
	s.markPast()
	for _, def := range s.incs {
		step, ok := s.stepOf(def)
		if !ok || s.step != nil && !Equal(step, s.step) {
			return nil, false
		}
		s.step = step
	}
	return s, s.step != (Const{})
}

func (s *ivScope) oncePerPass() bool {
	if len(s.incs) == 1 && s.d.everyPass(s.incs[0].Block, s.loop) {
		return true
	}
	if len(s.incs) != len(s.loop.Latches) {
		return false
	}
	for _, latch := range s.loop.Latches {
		if countIn(s.incs, latch) != 1 {
			return false
		}
	}
	return true
}

func countIn(defs []Def, b *Block) int {
	n := 0
	for _, def := range defs {
		if def.Block == b {
			n++
		}
	}
	return n
}

// movedOtherwise reports whether something in the loop other than the increments may change the variable.
func (s *ivScope) movedOtherwise() bool {
	cell := VarPath(s.v)
	for _, b := range s.loop.Blocks {
		for i, instr := range b.Instrs {
			if !s.isInc(Loc{b, i}) && s.d.MayChange(instr, cell) {
				return true
			}
		}
	}
	return false
}

func (s *ivScope) isInc(at Loc) bool {
	for _, def := range s.incs {
		if def.Loc == at {
			return true
		}
	}
	return false
}

func (s *ivScope) markPast() {
	s.past = map[*Block]bool{}
	var work []*Block
	for _, def := range s.incs {
		work = append(work, def.Block.Term.Succs()...)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == s.loop.Header || s.past[b] || !s.loop.Contains(b) {
			continue
		}
		s.past[b] = true
		work = append(work, b.Term.Succs()...)
	}
}

// stepOf returns what an increment adds to the variable.
func (s *ivScope) stepOf(def Def) (Expr, bool) {
	if def.Src == nil {
		return nil, false
	}
	src, ok := s.at(def.Src, def.Loc)
	if !ok {
		return nil, false
	}
	factor, step, ok := s.split(flattenOffsets(Simplify(src)))
	return step, ok && factor == 1 && s.d.Invariant(step, s.loop)
}

// at returns e, evaluated at a place in the loop, in terms of the variable's value at the start of the pass.
func (s *ivScope) at(e Expr, at Loc) (Expr, bool) {
	budget := maxChain
	return s.expand(e, at, &budget)
}

// expand replaces temporaries by what they are assigned, as long as budget lasts.
func (s *ivScope) expand(e Expr, at Loc, budget *int) (Expr, bool) {
	ok := true
	out := Substitute(e, func(p Path) (Expr, bool) {
		if *budget--; *budget < 0 {
			ok = false
		}
		if len(p.Sels) > 0 || !ok {
			return nil, false
		}
		if p.Root == s.v {
			val, known := s.valueAt(at)
			ok = ok && known
			return val, known
		}
		def, single := s.d.single(p.Root)
		if !single || !s.loop.Contains(def.Block) || !s.d.dominates(def.Loc, at) || !s.reaches(def.Src) {
			return nil, false
		}
		val, known := s.expand(def.Src, def.Loc, budget)
		ok = ok && known
		return val, known
	})
	return out, ok
}

// reaches reports whether e depends on the variable through single assignments; other temporaries stay as they are.
func (s *ivScope) reaches(e Expr) bool {
	for _, v := range s.d.candidates(s.loop, e) {
		if v == s.v {
			return true
		}
	}
	return false
}

// valueAt returns the variable's value at a place, moved or not yet; false where both may be.
func (s *ivScope) valueAt(at Loc) (Expr, bool) {
	self := Value(s.v)
	for _, def := range s.incs {
		if s.d.dominates(def.Loc, at) {
			return moveBy(self, s.step), s.step != nil
		}
		if def.Block == at.Block && def.Index < at.Index {
			return nil, false
		}
	}
	return self, !s.past[at.Block]
}

func moveBy(e, step Expr) Expr {
	if step == nil {
		return e
	}
	return Bin{Op: "+", X: e, Y: step}
}

// initial returns the value that v has when l is entered from outside, nil when it is not known.
func (d *Defs) initial(v *Var, l *Loop) Expr {
	var init Expr
	for _, p := range l.Header.Preds {
		if l.Contains(p) {
			continue
		}
		val := d.reaching(v, p, l)
		if val == nil || init != nil && !Equal(val, init) {
			return nil
		}
		init = val
	}
	if c, ok := d.constant(init); ok {
		return Const{V: c}
	}
	return init
}

// reaching returns what v holds at the end of b: what the last assignment on the way from the only predecessors wrote, what
// the caller passed, or the only assignment outside l, where that is made in the pass that enters l.
func (d *Defs) reaching(v *Var, b *Block, l *Loop) Expr {
	cell := VarPath(v)
	for {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if !d.MayChange(b.Instrs[i], cell) {
				continue
			}
			a, ok := b.Instrs[i].(*Assign)
			if !ok || !a.Dst.Equal(cell) {
				return nil
			}
			return Simplify(a.Src)
		}
		if len(b.Preds) != 1 {
			break
		}
		b = b.Preds[0]
	}
	if len(b.Preds) == 0 && v.Kind == Param {
		return Value(v)
	}
	return d.onlyOutside(v, b, l)
}

func (d *Defs) onlyOutside(v *Var, b *Block, l *Loop) Expr {
	if d.taken[v] || v.Kind == Global || v.Kind == Param {
		return nil
	}
	var only *Def
	for i, def := range d.defs[v] {
		if l.Contains(def.Block) {
			continue
		}
		if only != nil {
			return nil
		}
		only = &d.defs[v][i]
	}
	if only == nil || only.Src == nil || !d.dom.Dominates(only.Block, b) || l.Parent != nil && !l.Parent.Contains(only.Block) {
		return nil
	}
	return Simplify(only.Src)
}
