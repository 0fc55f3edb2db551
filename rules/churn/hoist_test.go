package churn_test

import (
	"testing"

	"mpivet/ir"
	"mpivet/rules"
	"mpivet/rules/churn"
)

// TestHoistedIsQuiet moves what freshbuf reports in front of its loop: the loop is no longer reported.
func TestHoistedIsQuiet(t *testing.T) {
	applied := 0
	for _, c := range readCases(t, "spec") {
		for _, f := range findings(c.parse(t)) {
			if f.Rule != churn.Freshbuf {
				continue
			}
			units := c.parse(t)
			if !hoist(units, f) {
				continue
			}
			applied++
			for _, g := range findings(units) {
				if g.Rule == churn.Freshbuf && g.Pos == f.Pos && loopOf(g) == loopOf(f) {
					t.Errorf("%s: still reported after hoisting: %s", c.name, describe(g))
				}
			}
		}
	}
	if applied < 35 {
		t.Errorf("applied to %d findings only", applied)
	}
}

// TestSunkIsReported moves a buffer that is acquired before a loop into it: the loop is reported.
func TestSunkIsReported(t *testing.T) {
	applied := 0
	for _, c := range readCases(t, "spec") {
		count := len(sinkable(c.parse(t)))
		for i := 0; i < count; i++ {
			units := c.parse(t)
			s := sinkable(units)[i]
			s.sink()
			applied++
			if !reports(findings(units), s) {
				t.Errorf("%s: %s is not reported in the loop at line %d", c.name, s.acq.Name+s.v.Name, s.loop.Pos.Line)
			}
		}
	}
	if applied < 8 {
		t.Errorf("applied to %d acquisitions only", applied)
	}
}

func reports(list []rules.Finding, s sinking) bool {
	for _, f := range list {
		if f.Rule == churn.Freshbuf && f.Pos == s.acq.Pos && loopOf(f) == place(s.loop.Pos) {
			return true
		}
	}
	return false
}

// hoist moves the acquisition of f in front of its loop and drops the releases in the loop. It reports false where the
// variable has another life beside that.
func hoist(units []*ir.Unit, f rules.Finding) bool {
	done := false
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) {
		for _, l := range fn.Loops().Loops {
			if place(l.Pos) != loopOf(f) || done {
				continue
			}
			for _, b := range l.Blocks {
				for _, in := range b.Instrs {
					if acq, ok := in.(*ir.Acquire); ok && acq.Pos == f.Pos && onlyLife(fn, l, acq) {
						moveOut(fn, l, acq)
						done = true
						return
					}
				}
			}
		}
	})
	return done
}

// onlyLife reports whether a bare local variable gets its value by acq alone, and loses it in the loop by plain releases
// of the variable alone.
func onlyLife(fn *ir.Func, l *ir.Loop, acq *ir.Acquire) bool {
	v := acq.Dst.Root
	if len(acq.Dst.Sels) > 0 || v.Kind == ir.Global || acq.Kind != ir.Heap || acq.Of != nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if in == ir.Instr(acq) {
				continue
			}
			switch in := in.(type) {
			case *ir.Comm:
				continue
			case *ir.Release:
				if isBare(in.Val, v) {
					continue
				}
			}
			for _, d := range ir.Dests(in) {
				if d.Root == v {
					return false
				}
			}
			for _, e := range ir.Operands(in) {
				for _, x := range ir.Vars(e) {
					if x == v {
						return false
					}
				}
			}
		}
		for _, e := range ir.TermOperands(b.Term) {
			for _, x := range ir.Vars(e) {
				if x == v {
					return false
				}
			}
		}
	}
	return true
}

func isBare(e ir.Expr, v *ir.Var) bool {
	load, ok := e.(ir.Load)
	return ok && load.Path.Root == v && len(load.Path.Sels) == 0
}

// moveOut takes acq out of the loop and drops the loop's releases of its variable.
func moveOut(fn *ir.Func, l *ir.Loop, acq *ir.Acquire) {
	for _, b := range l.Blocks {
		var keep []ir.Instr
		for _, in := range b.Instrs {
			if rel, ok := in.(*ir.Release); ok && isBare(rel.Val, acq.Dst.Root) || in == ir.Instr(acq) {
				continue
			}
			keep = append(keep, in)
		}
		b.Instrs = keep
	}
	for _, p := range l.Header.Preds {
		if !l.Contains(p) {
			p.Instrs = append(p.Instrs, acq)
		}
	}
}

// sinking is an acquisition before a loop that could stand in it.
type sinking struct {
	fn   *ir.Func
	loop *ir.Loop
	from *ir.Block
	acq  *ir.Acquire
	v    *ir.Var
}

// sinkable lists the acquisitions before a loop whose variable only that loop uses, to communicate it.
func sinkable(units []*ir.Unit) []sinking {
	var out []sinking
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) {
		forest := fn.Loops()
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				acq, ok := in.(*ir.Acquire)
				if !ok || len(acq.Dst.Sels) > 0 || acq.Dst.Root.Kind == ir.Global || acq.Kind != ir.Heap {
					continue
				}
				for _, l := range forest.Loops {
					s := sinking{fn, l, b, acq, acq.Dst.Root}
					if !l.Contains(b) && onlyLife(fn, l, acq) && s.fits(forest) {
						out = append(out, s)
					}
				}
			}
		}
	})
	return out
}

// fits reports whether the loop communicates the variable in a block of its own, and nobody else does.
func (s sinking) fits(forest *ir.LoopForest) bool {
	found := false
	for _, b := range s.fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ir.Comm)
			if !ok {
				continue
			}
			for _, e := range ir.Operands(c) {
				for _, x := range ir.Vars(e) {
					if x != s.v {
						continue
					}
					if forest.Innermost(b) != s.loop {
						return false
					}
					found = true
				}
			}
		}
	}
	body := s.body()
	return found && body != nil && len(s.loop.Latches) == 1
}

// body returns the block where a pass begins behind the test of the header.
func (s sinking) body() *ir.Block {
	var body *ir.Block
	for _, b := range s.loop.Header.Term.Succs() {
		if s.loop.Contains(b) && b != s.loop.Header {
			if body != nil {
				return nil
			}
			body = b
		}
	}
	return body
}

// sink moves the acquisition to the start of the loop's passes.
func (s sinking) sink() {
	var keep []ir.Instr
	for _, in := range s.from.Instrs {
		if in != ir.Instr(s.acq) {
			keep = append(keep, in)
		}
	}
	s.from.Instrs = keep
	body := s.body()
	body.Instrs = append([]ir.Instr{s.acq}, body.Instrs...)
}
