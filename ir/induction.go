package ir

// Ind describes how a loop counts: Var starts as Init, grows by Step once in every pass, and a pass runs only while
// Var Op Bound holds at its start.
type Ind struct {
	Var   Path // a bare variable
	Init  Expr // its value before the first pass, a parameter's being what the caller passed; nil when not known
	Step  Expr // added in every pass; elements, where Var is a pointer
	Bound Expr // does not change in the loop
	Op    string
	Up    bool // Step is positive, as far as it or Op tells
	// Bottom says that the test stands at the end (do … while): the first pass runs untested.
	Bottom bool

	scope *ivScope
}

// Induction recognises the counting of loop l of f; see Defs.Induction.
func Induction(f *Func, l *Loop) (Ind, bool) { return f.Defs().Induction(l) }

// Induction recognises a loop that counts: an If that leaves the loop compares a variable with a bound that does not change
// in the loop, and every pass adds the same amount to the variable once. The test stands in the header, behind
// nothing but assignments, or at the end. Temporaries assigned once are seen through. Other ways out of the loop do not
// matter: the description says how often it passes at most.
func (d *Defs) Induction(l *Loop) (Ind, bool) {
	for _, test := range d.exitTests(l) {
		for _, v := range d.candidates(l, test.cond) {
			scope, ok := d.newScope(l, v)
			if !ok {
				continue
			}
			if ind, ok := scope.describe(test); ok {
				return ind, true
			}
		}
	}
	return Ind{}, false
}

// exitTest is a condition under which a loop goes on.
type exitTest struct {
	cond   Expr
	at     Loc
	bottom bool
}

// exitTests finds the tests of l that every pass makes: first the one at the top, then those at the end.
func (d *Defs) exitTests(l *Loop) []exitTest {
	var top, bottom []exitTest
	for _, b := range l.Blocks {
		t, ok := b.Term.(*If)
		if !ok || l.Contains(t.Then) == l.Contains(t.Else) || !d.everyPass(b, l) {
			continue
		}
		test := exitTest{cond: t.Cond, at: Loc{b, len(b.Instrs)}}
		if !l.Contains(t.Then) {
			test.cond = Un{Op: "!", X: t.Cond}
		}
		switch {
		case hasBlock(l.Latches, b):
			test.bottom = true
			bottom = append(bottom, test)
		case b == l.Header || d.onlyTests(b, l):
			top = append(top, test)
		}
	}
	return append(top, bottom...)
}

// everyPass reports whether every complete pass through l runs b exactly once.
func (d *Defs) everyPass(b *Block, l *Loop) bool {
	for _, latch := range l.Latches {
		if !d.dom.Dominates(b, latch) {
			return false
		}
	}
	for _, c := range l.Children {
		if c.Contains(b) {
			return false
		}
	}
	return true
}

// onlyTests reports whether nothing but assignments happens in l before b is left: b continues the header's condition.
func (d *Defs) onlyTests(b *Block, l *Loop) bool {
	seen := map[*Block]bool{}
	work := []*Block{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, i := range b.Instrs {
			if _, ok := i.(*Assign); !ok {
				return false
			}
		}
		if b != l.Header {
			work = append(work, b.Preds...)
		}
	}
	return true
}

// candidates returns the variables that cond depends on, through single assignments in l, and that change in l.
func (d *Defs) candidates(l *Loop, cond Expr) []*Var {
	var out []*Var
	seen := map[*Var]bool{}
	work := Vars(cond)
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		if seen[v] {
			continue
		}
		seen[v] = true
		if def, ok := d.single(v); ok {
			work = append(work, Vars(def.Src)...)
		}
		if d.assignedIn(v, l) {
			out = append(out, v)
		}
	}
	return out
}

func (d *Defs) assignedIn(v *Var, l *Loop) bool {
	for _, def := range d.defs[v] {
		if l.Contains(def.Block) {
			return true
		}
	}
	return false
}

// describe solves the condition of test for the variable.
func (s *ivScope) describe(test exitTest) (Ind, bool) {
	cond, ok := s.at(test.cond, test.at)
	if !ok {
		return Ind{}, false
	}
	op, bound, ok := s.solve(Simplify(cond))
	if !ok || !s.d.Invariant(bound, s.loop) {
		return Ind{}, false
	}
	if test.bottom {
		// The condition speaks of the value at the start of the pass that ends; the next pass starts with Step more.
		bound = simplifyBin("+", bound, s.step)
	}
	if c, ok := s.d.constant(bound); ok {
		bound = Const{V: c}
	}
	ind := Ind{
		Var: VarPath(s.v), Init: s.d.initial(s.v, s.loop), Step: s.step,
		Bound: bound, Op: op, Bottom: test.bottom, scope: s,
	}
	if c, ok := s.step.(Const); ok {
		ind.Up = c.V > 0
	} else {
		ind.Up = op == "<" || op == "<=" || op == "!="
	}
	return ind, true
}

// solve brings a condition into the form variable op bound.
func (s *ivScope) solve(cond Expr) (op string, bound Expr, ok bool) {
	b, isCmp := cond.(Bin)
	if !isCmp || opposite[b.Op] == "" {
		b = Bin{Op: "!=", X: cond, Y: Const{}}
	}
	if isNullLiteral(b.Y) {
		return "", nil, false
	}
	diff := simplifyBin("-", flattenOffsets(b.X), flattenOffsets(b.Y))
	factor, rest, ok := s.split(diff)
	switch {
	case !ok:
		return "", nil, false
	case factor == 1:
		return b.Op, simplifyUn("-", rest), true
	case factor == -1:
		return mirrored[b.Op], rest, true
	}
	return "", nil, false
}

func isNullLiteral(e Expr) bool { _, ok := e.(Null); return ok }

// split writes e as factor × variable + rest.
func (s *ivScope) split(e Expr) (factor int64, rest Expr, ok bool) {
	self := Value(s.v)
	terms, c := withoutConst(addTerms(nil, e, 1))
	var others []term
	for _, t := range terms {
		switch {
		case Equal(t.x, self):
			factor += t.factor
		case mentions(t.x, s.v):
			return 0, nil, false
		default:
			others = append(others, t)
		}
	}
	return factor, buildSum(others, c), true
}

func mentions(e Expr, v *Var) bool {
	for _, x := range Vars(e) {
		if x == v {
			return true
		}
	}
	return false
}

// flattenOffsets writes pointer arithmetic as a sum, to compare two pointers into one block.
func flattenOffsets(e Expr) Expr {
	if o, ok := e.(Offset); ok {
		return simplifyBin("+", flattenOffsets(o.X), o.N)
	}
	return e
}
