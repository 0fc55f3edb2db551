package age

import (
	"slices"
	"strings"

	"mpivet/ir"
)

// bind relates the parameters of fn to the arguments of a call.
func (a *analysis) bind(c *cfunc, fn *ir.Func, args []value) []mapping {
	var out []mapping
	for i, formal := range fn.Params {
		if i >= len(args) {
			break
		}
		switch v := args[i]; v.kind {
		case isLoad:
			out = append(out, mapping{formal: formal, actual: v.p, shift: v.shift, pointee: a.behind(c, v.p)})
		case isAddr:
			out = append(out, mapping{formal: formal, actual: v.p, addr: true, shift: v.shift})
			if h, ok := v.holder(); ok {
				// The address of a cell inside a block: the block itself is handed over too.
				out = append(out, mapping{formal: formal, actual: h, inside: true})
			}
		}
	}
	return out
}

// behind returns the place that is known for what the pointer variable p points to, when accesses through p are resolved to
// another one.
func (a *analysis) behind(c *cfunc, p place) place {
	if p.sels != "" {
		return place{}
	}
	if q := a.place(c, ir.Path{Root: p.root, Sels: []ir.Sel{{Kind: ir.Deref}}}); q != p.join(derefStep) {
		return q
	}
	return place{}
}

// enter translates a fact's places into the callee's terms. frame holds the places that the callee cannot change.
func (a *analysis) enter(c *cfunc, f *fact, fn *ir.Func, maps []mapping, not map[place]bool) (entry []place, k cont) {
	k = cont{maps: maps}
	add := func(q, p place) {
		if !slices.Contains(entry, q) {
			entry = append(entry, q)
		}
		k.orig = append(k.orig, renamed{q, p})
	}
	for _, p := range f.places {
		owned := false
		if p.root.Kind == ir.Global {
			if a.touches(fn)[p.root] {
				add(place{p.root, general(p.sels)}, p)
				owned = true
			}
		}
		for _, m := range maps {
			if not[p] {
				break
			}
			if m.pointee.root != nil {
				if ok, rest, _ := prefixed(p, m.pointee, c.elemMatch); ok != no {
					add(place{m.formal, derefStep + shifted(general(rest), m.shift)}, p)
					owned = true
					continue
				}
			}
			ok, rest, _ := prefixed(p, m.actual, c.elemMatch)
			switch {
			case ok == no, m.inside && rest != "":
			case m.addr:
				add(place{m.formal, derefStep + shifted(general(rest), m.shift)}, p)
				owned = true
			case rest == "":
				add(place{m.formal, ""}, p)
			default:
				add(place{m.formal, shifted(general(rest), m.shift)}, p)
				owned = true
			}
		}
		if !owned {
			k.frame = append(k.frame, p)
		}
	}
	return entry, k
}

// ignored reports whether a function leaves a block alone that is held by the given places.
func (a *analysis) ignored(fn *ir.Func, entry []place) bool {
	for _, p := range entry {
		if !a.rel.ignores(fn, p) {
			return false
		}
	}
	return true
}

// shifted forgets the index of the first element when the pointer points at an unknown offset.
func shifted(rest string, shift bool) string {
	if !shift || !containsElem(rest) {
		return rest
	}
	out, done := "", false
	for _, st := range steps(rest) {
		if st[0] == markElem && !done {
			st, done = elemStep(keyAny), true
		}
		out += st
	}
	return out
}

// back translates an exit's places into the caller's terms. away reports that the block was stored behind an argument of which
// the caller does not know what it points to.
func (a *analysis) back(f *fact, k cont, ci *cinstr) (out []place, away bool) {
	for _, q := range f.places {
		if list := k.origins(q); f.org != block && list != nil && (q.root.Kind == ir.Global || q.sels != "") {
			// Where the callee left the block, the caller knows it by its own, more exact names.
			out = append(out, list...)
			continue
		}
		if q.root.Kind == ir.Global {
			if i := a.resultIndex(q.root); i >= 0 {
				if i < len(ci.dsts) && ci.dsts[i].root != nil {
					out = append(out, ci.dsts[i].join(q.sels))
				}
			} else {
				out = append(out, q)
			}
			continue
		}
		known := false
		for _, m := range k.maps {
			if m.formal == q.root && !m.inside {
				out = append(out, m.toActual(q.sels))
				known = true
			}
		}
		away = away || !known
	}
	return out, away
}

// behindNull reports whether a callee left the block behind a parameter for which the call passes a null pointer.
func behindNull(fn *ir.Func, f *fact, ci *cinstr) bool {
	for i, formal := range fn.Params {
		if i >= len(ci.args) || ci.args[i].kind != isNull {
			continue
		}
		for _, p := range f.places {
			if p.root == formal {
				return true
			}
		}
	}
	return false
}

// toActual returns the caller's place for what lies below a formal parameter; sels begins with a dereference.
func (m mapping) toActual(sels string) place {
	sels = shifted(sels, m.shift)
	if !m.addr && m.pointee.root != nil && strings.HasPrefix(sels, derefStep) {
		return m.pointee.join(sels[len(derefStep):])
	}
	if !m.addr {
		return m.actual.join(sels)
	}
	rest := strings.TrimPrefix(sels, derefStep)
	// (&x)[0] is x itself.
	if st, tail := firstStep(rest); st == elemStep(constKey(0)) && !m.shift {
		if last := lastStep(m.actual.sels); last == "" || last[0] != markElem {
			rest = tail
		}
	}
	return m.actual.join(rest)
}

func lastStep(s string) string {
	st := steps(s)
	if len(st) == 0 {
		return ""
	}
	return st[len(st)-1]
}

func (a *analysis) resultIndex(v *ir.Var) int {
	for i, r := range a.rets {
		if r == v {
			return i
		}
	}
	return -1
}

// mapCond translates the container that must be empty at a callee's entry. It reports false when it is one of the
// caller's own variables: whether that is empty is followed there.
func (a *analysis) mapCond(cond place, maps []mapping) (place, bool) {
	if cond.root.Kind == ir.Global {
		return cond, true
	}
	for _, m := range maps {
		if m.formal != cond.root || m.inside {
			continue
		}
		p := m.toActual(cond.sels)
		if p.root.Kind == ir.Global || p.root.Kind == ir.Param && strings.HasPrefix(p.sels, derefStep) {
			return p, true
		}
		return place{}, false
	}
	return place{}, false
}
