package peer

import (
	"fmt"

	"mpivet/ir"
)

// phi is the value of a cell at the start of a pass through a loop that changes it.
type phi struct {
	fr    *frame
	loop  *ir.Loop
	path  ir.Path
	init  values // before the first pass
	step  int64  // added by every pass, the smallest amount where passes differ; 0 when it is not constant
	every bool   // every pass adds step, none more or nothing
	wide  bool   // it adds a multiple of step that nobody knows
	next  values // at the end of a pass
	asked bool   // next and step are known
	open  bool   // how far it counts depends on the callers
	id    string
	// beside is the counter of the same loop that f keeps step with, when no test bounds f itself.
	beside *phi
}

func (p *phi) String() string { return p.id }

// counter returns the symbol of p at the header of loop.
func (a *analysis) counter(fr *frame, p ir.Path, loop *ir.Loop, key entryKey, init values) values {
	f := fr.phis[key]
	if f == nil {
		f = &phi{fr: fr, loop: loop, path: p, id: fmt.Sprintf("iter(%s b%d %s)", fr.id, loop.Header.Index, p.Key())}
		fr.phis[key] = f
	}
	f.init = init
	return one(symValue(sym{kind: symIter, phi: f}))
}

// advance finds out how a pass changes f.
func (a *analysis) advance(f *phi) {
	if f.asked {
		return
	}
	f.asked = true
	f.next = a.join(f.fr, f.loop.Header, f.path, f.loop.Contains)
	self := symbol(sym{kind: symIter, phi: f})
	f.every = true
	for i, v := range f.next {
		d := v.lin.plus(self, -1)
		if v.kind == vLinear && len(f.next) == 1 && a.stride(f, d) {
			return
		}
		if v.kind != vLinear || !d.isConst() {
			f.step, f.every = 0, false
			return
		}
		switch {
		case i == 0:
			f.step = d.c
		case d.c == f.step:
		case d.c*f.step > 0:
			f.every = false
			if abs(d.c) < abs(f.step) {
				f.step = d.c
			}
		default: // stands still or turns round
			f.step, f.every = 0, false
			return
		}
	}
}

// stride takes d as the step of f when it is one unknown that stays the same in the loop and no counter's value.
func (a *analysis) stride(f *phi, d linear) bool {
	if len(d.terms) != 1 || d.c != 0 || abs(d.terms[0].coef) != 1 {
		return false
	}
	s := d.terms[0].sym
	if s.kind != symCell && s.kind != symOpaque || symbol(s).any(func(x sym) bool { return x.kind == symIter || inLoop(f.loop)(x) }) {
		return false
	}
	f.step, f.every, f.wide = d.terms[0].coef, false, true
	f.open = s.kind == symCell && s.param
	return true
}

func abs(c int64) int64 {
	if c < 0 {
		return -c
	}
	return c
}
