package age

import "mpivet/ir"

// guarded reports whether a block is skipped on paths that go on to communicate: what it acquires is made on first use or
// when something is too small, not each time.
func (c *cfunc) guarded(b *ir.Block) bool {
	for d := c.dom.Idom(b); d != nil; d = c.dom.Idom(d) {
		t, ok := d.Term.(*ir.If)
		if !ok {
			continue
		}
		for _, arm := range []*ir.Block{t.Then, t.Else} {
			if !c.dom.Dominates(arm, b) && c.communicatesWithout(arm, b) && c.dom.Dominates(otherArm(t, arm), b) {
				return true
			}
		}
	}
	return false
}

func otherArm(t *ir.If, arm *ir.Block) *ir.Block {
	if t.Then == arm {
		return t.Else
	}
	return t.Then
}

// communicatesWithout reports whether a communication call is reached from a block without passing another.
func (c *cfunc) communicatesWithout(from, without *ir.Block) bool {
	seen := map[*ir.Block]bool{without: true}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, in := range b.Instrs {
			if _, ok := in.(*ir.Comm); ok {
				return true
			}
		}
		work = append(work, b.Term.Succs()...)
	}
	return false
}
