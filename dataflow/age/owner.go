package age

import (
	"strings"

	"mpivet/ir"
)

// A block that is stored behind a pointer is lost with the pointer only where the pointer's target belongs to the function: memory
// that it acquired, or a variable of its own. Whatever else the pointer leads to (an argument's target, what an unseen function
// returned, an element of a table) is still there for others, and the block in it.

// store is an assignment of a pointer cell.
type store struct {
	val value
	src ir.Expr // of an Assign
	at  where
	own bool // the pointer leads to new memory, or to none
}

// noteStores lists what the function stores in which cell.
func (a *analysis) noteStores(c *cfunc) {
	c.stores, c.foreignAt = map[place][]store{}, map[place]bool{}
	add := func(p place, s store) {
		if p.root == nil {
			return
		}
		keys := []place{anyElems(p)}
		if f := lastField(p.sels); f != "" {
			keys = append(keys, place{sels: f})
		}
		for _, k := range keys {
			c.stores[k] = append(c.stores[k], s)
		}
	}
	for _, cb := range c.blocks {
		for i := range cb.in {
			ci, at := &cb.in[i], where{cb.b, i}
			switch in := ci.in.(type) {
			case *ir.Assign:
				add(ci.dst, store{val: ci.val, src: in.Src, at: at, own: ci.val.kind == isNull || ci.val.kind == isConst})
			case *ir.Acquire, *ir.Ensure:
				add(ci.dst, store{at: at, own: true})
			case *ir.Call:
				for _, d := range ci.dsts {
					add(d, store{at: at, own: ci.known})
				}
			case *ir.Comm:
				for _, d := range ci.dsts {
					add(d, store{at: at, own: true})
				}
			}
		}
	}
}

// anyElems returns p with all elements made one.
func anyElems(p place) place {
	if !containsElem(p.sels) {
		return p
	}
	var b strings.Builder
	for _, st := range steps(p.sels) {
		if st[0] == markElem {
			st = elemStep(keyAny)
		}
		b.WriteString(st)
	}
	return place{p.root, b.String()}
}

// lastField returns the last step of sels when it is a field.
func lastField(sels string) string {
	if st := lastStep(sels); st != "" && st[0] == markField {
		return st
	}
	return ""
}

// leadsAway reports whether the way from the first n bytes of p's steps to what p names passes a pointer to memory that is not the
// function's own.
func (c *cfunc) leadsAway(p place, n int) bool {
	for i := n; i < len(p.sels); i++ {
		if p.sels[i] == markDeref && c.foreign(anyElems(place{p.root, p.sels[:i]})) {
			return true
		}
	}
	return false
}

// foreign reports whether the pointer in a cell may lead to memory that is not the function's own.
func (c *cfunc) foreign(cell place) bool {
	if known, ok := c.foreignAt[cell]; ok {
		return known
	}
	c.foreignAt[cell] = false // while its sources are looked at
	is := c.foreignSource(cell)
	c.foreignAt[cell] = is
	return is
}

func (c *cfunc) foreignSource(cell place) bool {
	outside := cell.root.Kind == ir.Param || cell.root.Kind == ir.Global
	if outside && cell.sels == "" {
		return true
	}
	list := c.stores[cell]
	if len(list) == 0 && outside {
		return true
	}
	if f := lastField(cell.sels); len(list) == 0 && f != "" {
		list = c.stores[place{sels: f}] // through another pointer
	}
	for _, s := range list {
		if s.own {
			continue
		}
		h := anyElems(s.val.p)
		switch s.val.kind {
		case isLoad:
			if c.foreign(h) {
				return true
			}
		case isAddr:
			if h.root.Kind == ir.Global || c.leadsAway(h, 0) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// targets returns what a variable that is assigned in several places may point to; ok is false when that is not known for all of
// them.
func (a *analysis) targets(c *cfunc, v *ir.Var) (list []place, ok bool) {
	for _, s := range c.stores[place{root: v}] {
		switch {
		case s.own && s.src != nil:
			continue // points to nothing
		case s.val.kind == isAddr && !s.val.shift:
			list = append(list, s.val.p)
		case s.val.kind == isLoad && !s.val.shift && c.steady(s):
			list = append(list, s.val.p.join(derefStep))
		default:
			return nil, false
		}
	}
	return list, len(list) > 0 && len(list) <= maxTargets && !c.defs[v].addrTaken
}

const maxTargets = 4

// steady reports whether the cell that a store copies keeps its value.
func (c *cfunc) steady(s store) bool {
	l, ok := s.src.(ir.Load)
	if !ok {
		return false
	}
	if d := c.defs[l.Path.Root]; len(l.Path.Sels) == 0 {
		return d != nil && d.n == 1 && !d.addrTaken
	}
	return c.stable(l.Path, s.at)
}

// abroad returns the facts that f becomes where the function's own variables end: one for each memory that a pointer may lead to,
// or a block that is stored where nobody follows.
func (a *analysis) abroad(c *cfunc, f *fact) []*fact {
	var through *ir.Var
	away := false
	for _, p := range f.places {
		if p.root.Kind == ir.Param || p.root.Kind == ir.Global || !c.leadsAway(p, 0) {
			continue
		}
		if away && through != p.root || !strings.HasPrefix(p.sels, derefStep) {
			return []*fact{f.withEscape(escStored)}
		}
		away, through = true, p.root
	}
	if !away {
		return []*fact{f}
	}
	list, ok := a.targets(c, through)
	if !ok {
		return []*fact{f.withEscape(escStored)}
	}
	var out []*fact
	for _, t := range list {
		places := append([]place(nil), f.places...)
		for _, p := range f.places {
			if rest, under := strings.CutPrefix(p.sels, derefStep); under && p.root == through {
				places = append(places, t.join(rest))
			}
		}
		out = append(out, f.withPlaces(places))
	}
	return out
}
