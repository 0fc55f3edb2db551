package peer

import "mpivet/ir"

// class returns the class of the communicator of c, or of its window's. Where the callers decide, it is the one that connects
// most: the world before an unknown one, and that before parts.
func (a *analysis) class(fr *frame, c *ir.Comm, at ir.Loc) Class {
	e := c.Comm
	if e == nil {
		e = c.Win
	}
	if e == nil {
		return Unknown
	}
	return a.widest(fr, e, nil, at)
}

var width = map[Class]int{Self: 0, Shared: 1, Sub: 2, Unknown: 3, WorldClass: 4}

func (a *analysis) widest(fr *frame, e ir.Expr, rest []ir.Sel, at ir.Loc) Class {
	vs := a.evalPart(fr, e, rest, at)
	comm := a.oneComm(vs, map[*phi]bool{})
	if comm.Class != Unknown || len(vs) != 1 || vs[0].kind != vLinear {
		return comm.Class
	}
	s, ok := vs[0].lin.single()
	from, isParam := a.params[s.id]
	if !ok || !isParam || len(from.fr.fn.callers) == 0 || from.fr.fn.f.AddrTaken {
		return comm.Class
	}
	if c, ok := a.classes[s.id]; ok {
		return c
	}
	a.classes[s.id] = Self // adds nothing while a recursion asks for itself
	out := Self
	for _, call := range from.fr.fn.callers {
		c := Unknown
		if k := from.fr.fn.params[from.path.Root]; k < len(call.call.Args) && a.steps > 0 {
			c = a.widest(call.in.root, call.call.Args[k], from.path.Sels, call.at)
		}
		if width[c] > width[out] {
			out = c
		}
	}
	if a.steps <= 0 {
		delete(a.classes, s.id) // known in part only
		return out
	}
	a.classes[s.id] = out
	return out
}

// block returns the size of a message, for collectives of the block of each rank: the largest among c's buffers, 0 when one is
// not constant.
func (a *analysis) block(fr *frame, c *ir.Comm, at ir.Loc) int64 {
	var most int64
	for _, b := range c.Bufs {
		if n, ok := b.Val.(ir.Named); ok && n.Name == "MPI_IN_PLACE" {
			continue
		}
		if b.Count == nil || b.Elem <= 0 {
			return 0
		}
		count, ok := a.eval(fr, b.Count, at).number()
		if !ok || count < 0 || count > 1<<40 {
			return 0
		}
		most = max(most, count*b.Elem)
	}
	return most
}

// deciders returns the calls of g's function where its communicator or count come from the callers.
func (a *analysis) deciders(g *fn, c *ir.Comm, at ir.Loc) []Site {
	fromCallers := false
	exprs := []ir.Expr{c.Comm}
	for _, b := range c.Bufs {
		exprs = append(exprs, b.Val)
	}
	for _, e := range exprs {
		for _, v := range ir.Vars(e) {
			_, isParam := g.params[v]
			fromCallers = fromCallers || isParam
		}
	}
	if !fromCallers {
		return nil
	}
	var out []Site
	for _, s := range g.callers {
		if len(out) < maxChains {
			out = append(out, Site{Fn: s.in.f, Call: s.call})
		}
	}
	return out
}
