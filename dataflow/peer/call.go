package peer

import (
	"strings"

	"mpivet/ir"
)

// callWrites reports whether c may write p: through an argument that points to it or, for fields behind pointers and globals,
// because a callee writes them.
func (a *analysis) callWrites(c *ir.Call, p ir.Path) bool {
	for k, arg := range c.Args {
		rest, ok := behind(arg, p)
		if !ok {
			continue
		}
		if len(a.targets[c]) == 0 {
			// An unseen callee fills what it is given the address of, but no structure that it is only handed.
			if _, isAddr := arg.(ir.Addr); isAddr && len(rest) == 0 {
				return true
			}
			continue
		}
		for _, g := range a.targets[c] {
			if g.writesParam(k, rest) {
				return true
			}
		}
	}
	return a.calleesWrite(c, p)
}

func (g *fn) writesParam(k int, rest []ir.Sel) bool {
	if len(rest) == 0 {
		return g.writes.params[k]
	}
	f := lastField(ir.Path{Sels: rest})
	return f != "" && g.writes.fields.has(f)
}

// calleesWrite reports whether a callee writes p under another name.
func (a *analysis) calleesWrite(c *ir.Call, p ir.Path) bool {
	global := p.Root.Kind == ir.Global
	if !global && !indirect(p) {
		return false
	}
	f := lastField(p)
	for _, g := range a.targets[c] {
		if f != "" && g.writes.fields.has(f) || global && len(p.Sels) == 0 && g.writes.globals.has(p.Root.Name) {
			return true
		}
	}
	return false
}

// callLeaves returns what p holds after c, which may write it.
func (a *analysis) callLeaves(fr *frame, c *ir.Call, p ir.Path, at ir.Loc) values {
	callees := a.targets[c]
	for k, arg := range c.Args {
		rest, ok := behind(arg, p)
		if !ok || len(callees) != 1 || k >= len(callees[0].f.Params) {
			continue
		}
		if inner, ok := a.enter(fr, callees[0], c, at); ok {
			return a.atReturns(inner, ir.VarPath(callees[0].f.Params[k]).Deref().With(rest...), at, fr)
		}
	}
	if f := lastField(p); f != "" || p.Root.Kind == ir.Global {
		return a.fieldOr(fr, p, at)
	}
	vs := a.opaque(fr, at, "written by "+c.Name, nil)
	vs[0].lin.terms[0].sym.birth.beside = strings.TrimPrefix(c.Name, "P") == "MPI_Cart_shift"
	return vs
}

// enter returns the frame of g called from fr, unless the chain of calls is too long or comes back to g.
func (a *analysis) enter(fr *frame, g *fn, c *ir.Call, at ir.Loc) (*frame, bool) {
	if fr.depth >= maxDepth {
		return nil, false
	}
	for up := fr; up != nil; up = up.parent {
		if up.fn == g {
			return nil, false
		}
	}
	return fr.into(g, site{in: fr.fn, call: c, at: at}), true
}

// atReturns unites what p holds where the callee of inner returns.
func (a *analysis) atReturns(inner *frame, p ir.Path, at ir.Loc, fr *frame) values {
	var out values
	for _, r := range inner.fn.returns() {
		out = out.add(a.load(inner, p, r)...)
	}
	if len(out) == 0 || len(out) > maxValues {
		return a.opaque(fr, at, "after call "+p.Key(), nil)
	}
	return out
}

// result returns what result k of c is, rest steps further inside.
func (a *analysis) result(fr *frame, c *ir.Call, k int, rest []ir.Sel, at ir.Loc) values {
	var out values
	for _, g := range a.targets[c] {
		inner, ok := a.enter(fr, g, c, at)
		if !ok {
			return a.opaque(fr, at, "result", a.args(fr, c, at))
		}
		for _, r := range g.returns() {
			ret := r.Block.Term.(*ir.Return)
			if k < len(ret.Vals) {
				out = out.add(a.evalPart(inner, ret.Vals[k], rest, r)...)
			}
		}
	}
	if len(out) > 0 && len(out) <= maxValues {
		return out
	}
	if strings.HasPrefix(c.Name, "MPI_") {
		return a.opaqueStatus(fr, at)
	}
	return a.opaque(fr, at, "result", a.args(fr, c, at))
}

// args evaluates the arguments of an unseen call, for conditions that ask whether its result depends on a counter.
func (a *analysis) args(fr *frame, c *ir.Call, at ir.Loc) values {
	var out values
	for _, arg := range c.Args {
		out = append(out, a.eval(fr, arg, at)...)
	}
	return out
}
