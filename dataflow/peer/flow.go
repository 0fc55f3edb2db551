package peer

import (
	"fmt"

	"mpivet/ir"
)

// maxPath bounds the steps of the paths that are followed: recursion makes them longer and longer.
const maxPath = 12

// load returns what cell p of fr's function may hold at a place.
func (a *analysis) load(fr *frame, p ir.Path, at ir.Loc) values {
	if !a.step() {
		return a.opaque(fr, at, "budget", nil)
	}
	n := len(p.Sels)
	if n > maxPath {
		return a.fieldOr(fr, p, at)
	}
	if n > 0 && p.Sels[n-1].Kind == ir.Elem {
		if _, fixed := p.Sels[n-1].Index.(ir.Const); !fixed {
			return a.element(fr, p, at)
		}
	}
	for _, s := range p.Sels {
		if s.Kind != ir.Elem {
			continue
		}
		if _, fixed := s.Index.(ir.Const); !fixed {
			return a.fieldOr(fr, p, at)
		}
	}
	return a.before(fr, p, at)
}

func (a *analysis) step() bool {
	a.steps--
	a.all--
	return a.steps > 0
}

// element returns the value of an array's element: the array and the index, for others to look into.
func (a *analysis) element(fr *frame, p ir.Path, at ir.Loc) values {
	var out values
	for _, i := range a.eval(fr, p.Sels[len(p.Sels)-1].Index, at) {
		out = out.add(value{kind: vElem, cell: cell{fr, p.Parent(), at}, y: &i})
	}
	if len(out) == 0 || len(out) > maxValues {
		return a.opaque(fr, at, "element "+p.String(), nil)
	}
	return out
}

// before returns what p holds before the instruction at a place: what the last instruction in the block wrote, else what it
// holds at the block's start.
func (a *analysis) before(fr *frame, p ir.Path, at ir.Loc) values {
	for i := at.Index - 1; i >= 0; i-- {
		if vs, hit := a.written(fr, p, ir.Loc{Block: at.Block, Index: i}); hit {
			return vs
		}
	}
	return a.atEntry(fr, p, at.Block)
}

// atEntry returns what p holds at the start of b.
func (a *analysis) atEntry(fr *frame, p ir.Path, b *ir.Block) values {
	key := entryKey{b, p.Key()}
	if vs, ok := fr.entry[key]; ok {
		return vs
	}
	if fr.busy[key] || !a.step() {
		return a.opaque(fr, ir.Loc{Block: b}, "cycle "+key.path, nil)
	}
	fr.busy[key] = true
	defer delete(fr.busy, key)
	var vs values
	loop := fr.fn.headed(b)
	switch {
	case len(b.Preds) == 0:
		vs = a.initial(fr, p)
	case loop != nil && a.changes(p, loop):
		vs = a.join(fr, b, p, func(pred *ir.Block) bool { return !loop.Contains(pred) })
		vs = a.counter(fr, p, loop, key, vs)
	default:
		vs = a.join(fr, b, p, func(pred *ir.Block) bool { return loop == nil || !loop.Contains(pred) })
	}
	if a.steps > 0 {
		fr.entry[key] = vs
	}
	return vs
}

// headed returns the loop whose header b is, or nil.
func (g *fn) headed(b *ir.Block) *ir.Loop {
	if l := g.loops().Innermost(b); l != nil && l.Header == b {
		return l
	}
	return nil
}

// join unites what p holds at the ends of the predecessors of b that are asked for.
func (a *analysis) join(fr *frame, b *ir.Block, p ir.Path, from func(*ir.Block) bool) values {
	var out values
	for _, pred := range b.Preds {
		if from(pred) {
			out = out.add(a.before(fr, p, endOf(pred))...)
		}
	}
	if len(out) == 0 || len(out) > maxValues {
		return a.opaque(fr, ir.Loc{Block: b}, "join "+p.Key(), nil)
	}
	return out
}

// changes reports whether an instruction in l writes p.
func (a *analysis) changes(p ir.Path, l *ir.Loop) bool {
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			if a.touches(p, instr) {
				return true
			}
		}
	}
	return false
}

// touches reports whether instr may write p, without asking what.
func (a *analysis) touches(p ir.Path, instr ir.Instr) bool {
	for _, d := range ir.Dests(instr) {
		if p.HasPrefix(d) || a.aliases(d, p) {
			return true
		}
	}
	switch i := instr.(type) {
	case *ir.Comm:
		return receivesInto(i, p)
	case *ir.Call:
		return a.callWrites(i, p)
	}
	return false
}

// written returns what the instruction at a place leaves in p, and whether it writes p at all.
func (a *analysis) written(fr *frame, p ir.Path, at ir.Loc) (values, bool) {
	if !a.touches(p, at.Block.Instrs[at.Index]) {
		return nil, false
	}
	key := leftKey{at, p.Key()}
	if vs, ok := fr.left[key]; ok {
		return vs, true
	}
	vs, hit := a.leaves(fr, p, at)
	if hit && a.steps > 0 {
		fr.left[key] = vs
	}
	return vs, hit
}

// leaves is written without its memory.
func (a *analysis) leaves(fr *frame, p ir.Path, at ir.Loc) (values, bool) {
	instr := at.Block.Instrs[at.Index]
	for k, d := range ir.Dests(instr) {
		if p.HasPrefix(d) {
			return a.stored(fr, instr, k, p.Sels[len(d.Sels):], at), true
		}
		if a.aliases(d, p) {
			return a.fieldOr(fr, p, at), true
		}
	}
	switch i := instr.(type) {
	case *ir.Comm:
		if receivesInto(i, p) {
			return a.opaque(fr, at, "received", nil), true
		}
	case *ir.Call:
		if a.callWrites(i, p) {
			return a.callLeaves(fr, i, p, at), true
		}
	}
	return nil, false
}

// stored returns what destination k of an instruction holds afterwards, rest steps further inside.
func (a *analysis) stored(fr *frame, instr ir.Instr, k int, rest []ir.Sel, at ir.Loc) values {
	switch i := instr.(type) {
	case *ir.Assign:
		return a.evalPart(fr, i.Src, rest, at)
	case *ir.Acquire:
		if i.Kind == ir.Object && len(rest) == 0 {
			return one(a.made(fr, i, at))
		}
		if f := lastField(ir.Path{Sels: rest}); f != "" {
			return a.fieldOr(fr, i.Dst.With(rest...), at)
		}
		return a.opaqueStatus(fr, at)
	case *ir.Call:
		return a.result(fr, i, resultIndex(i, k), rest, at)
	case *ir.Comm:
		return a.opaqueStatus(fr, at)
	}
	return a.opaque(fr, at, fmt.Sprintf("store %d %v", k, ir.Path{Sels: rest}.Key()), nil)
}

// evalPart evaluates e and takes the steps of rest in it.
func (a *analysis) evalPart(fr *frame, e ir.Expr, rest []ir.Sel, at ir.Loc) values {
	if len(rest) == 0 {
		return a.eval(fr, e, at)
	}
	switch x := e.(type) {
	case ir.Load:
		return a.load(fr, x.Path.With(rest...), at)
	case ir.Addr:
		if rest[0].Kind == ir.Deref {
			return a.load(fr, x.Path.With(rest[1:]...), at)
		}
	case ir.Const:
		return one(number(x.V)) // a structure set to zero
	}
	if lastField(ir.Path{Sels: rest}) != "" {
		return a.fieldOr(fr, ir.Path{Root: &ir.Var{}, Sels: rest}, at)
	}
	return a.opaque(fr, at, "part", nil)
}

// resultIndex is the result that goes to the k-th destination of c, those that drop one not counted.
func resultIndex(c *ir.Call, k int) int {
	for i, d := range c.Dsts {
		if d.IsZero() {
			continue
		}
		if k == 0 {
			return i
		}
		k--
	}
	return len(c.Dsts)
}
