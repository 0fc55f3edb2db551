package ir

// runsOnce reports whether constants show that nothing in l is done twice.
func (d *Defs) runsOnce(l *Loop) bool { return d.countsToOne(l) || d.leftOnFirstPass(l) }

// countsToOne recognises a counted loop with one pass at most. Behind a test at the top, the condition itself is evaluated
// once more than the body, so it must do nothing.
func (d *Defs) countsToOne(l *Loop) bool {
	ind, ok := d.Induction(l)
	if !ok {
		return false
	}
	n, ok := TripCount(ind)
	return ok && (n == 0 || n == 1 && (ind.Bottom || d.onlyTests(l.Header, l)))
}

// leftOnFirstPass recognises a loop whose condition no longer holds at the end of the first pass: done = 0;
// while (!done) { …; done = 1; }.
func (d *Defs) leftOnFirstPass(l *Loop) bool {
	for _, test := range d.exitTests(l) {
		budget := maxChain
		cond := d.backTo(l.Header, test.cond, test.at, &budget)
		if test.bottom {
			if fails(cond) {
				return true
			}
			continue
		}
		if d.onlyTests(test.at.Block, l) && d.failsAfterPass(cond, l, &budget) {
			return true
		}
	}
	return false
}

// failsAfterPass reports whether cond, in terms of the values at the start of a pass, fails at the end of every pass.
func (d *Defs) failsAfterPass(cond Expr, l *Loop, budget *int) bool {
	for _, latch := range l.Latches {
		if !fails(d.backTo(l.Header, cond, Loc{latch, len(latch.Instrs)}, budget)) {
			return false
		}
	}
	return true
}

func fails(cond Expr) bool {
	holds, known := Truth(cond)
	return known && !holds
}

// backTo returns e, evaluated at a place, in terms of the values of variables at the start of block head. A variable whose
// last assignment is not certain makes the result unknown, and so do those that are read when budget is spent.
func (d *Defs) backTo(head *Block, e Expr, at Loc, budget *int) Expr {
	return Substitute(e, func(p Path) (Expr, bool) {
		if len(p.Sels) > 0 {
			return nil, false
		}
		if *budget--; *budget < 0 {
			return Unknown{}, true
		}
		src, from, found := d.lastAssign(head, p, at)
		if found && src != nil {
			src = d.backTo(head, src, from, budget)
		}
		return src, found
	})
}

// lastAssign finds what the last instruction that may change cell before a place assigned to it, following only predecessors
// up to head. It returns false when there is none, Unknown when it is not certain.
func (d *Defs) lastAssign(head *Block, cell Path, at Loc) (src Expr, from Loc, found bool) {
	b, i := at.Block, at.Index
	for {
		for i--; i >= 0; i-- {
			if !d.MayChange(b.Instrs[i], cell) {
				continue
			}
			if a, ok := b.Instrs[i].(*Assign); ok && a.Dst.Equal(cell) {
				return a.Src, Loc{b, i}, true
			}
			return Unknown{}, Loc{b, i}, true
		}
		switch {
		case b == head:
			return nil, Loc{}, false
		case len(b.Preds) != 1:
			return Unknown{}, Loc{b, 0}, true
		}
		b = b.Preds[0]
		i = len(b.Instrs)
	}
}
