package ir

import "mpivet/mpi"

func (s *sanity) pos(p Pos, what string, of any) {
	if p == (Pos{}) {
		return
	}
	s.check(p.File != "" && p.Line > 0, "%s %v: position %+v names no line of a file", what, of, p)
	s.check(p.Col > 0, "%s %v: column %d", what, of, p.Col)
	if p.EndLine != 0 || p.EndCol != 0 {
		s.check(p.EndCol > 0 && (p.EndLine > p.Line || p.EndLine == p.Line && p.EndCol >= p.Col),
			"%s %v: position %+v ends before it begins", what, of, p)
	}
}

func (s *sanity) path(p Path, in any) {
	s.check(p.Root != nil, "%v: a path has no variable", in)
	if p.Root != nil {
		s.check(s.vars[p.Root] || s.globals[p.Root], "%v: variable %s belongs neither to the function nor to the unit", in, p.Root)
	}
	for _, sel := range p.Sels {
		switch sel.Kind {
		case Field:
			s.check(sel.Name != "" && sel.Index == nil, "%v: a field needs a name and no index", in)
		case Deref:
			s.check(sel.Name == "" && sel.Index == nil, "%v: a dereference has neither name nor index", in)
		case Elem:
			s.check(sel.Name == "", "%v: an element has no name", in)
			if sel.Index != nil {
				s.expr(sel.Index)
			}
		default:
			s.check(false, "%v: unknown step %d of a path", in, sel.Kind)
		}
	}
}

// expr checks e and what is in it.
func (s *sanity) expr(e Expr) {
	if e == nil {
		s.check(false, "an operand is missing")
		return
	}
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case Load:
			s.pathOnly(x.Path, x)
		case Addr:
			s.pathOnly(x.Path, x)
		case Bin:
			s.check(precedence[x.Op] > 0, "unknown operator %q", x.Op)
			s.check(x.X != nil && x.Y != nil, "%v: an operand is missing", x)
		case Un:
			s.check(x.Op == "-" || x.Op == "!" || x.Op == "~", "unknown operator %q", x.Op)
			s.check(x.X != nil, "%v: an operand is missing", x)
		case Offset:
			s.check(x.X != nil && x.N != nil, "%v: an operand is missing", x)
		case CommRank:
			s.check(x.Comm != nil, "%v: the communicator is missing", x)
		case CommSize:
			s.check(x.Comm != nil, "%v: the communicator is missing", x)
		}
		return true
	})
}

// pathOnly checks a path whose indices are visited elsewhere.
func (s *sanity) pathOnly(p Path, in any) {
	bare := Path{Root: p.Root, Sels: append([]Sel(nil), p.Sels...)}
	for i, sel := range bare.Sels {
		if sel.Kind == Elem {
			bare.Sels[i].Index = nil
		}
	}
	s.path(bare, in)
}

func (s *sanity) instr(i Instr) {
	s.pos(i.Position(), "instruction", i)
	for _, d := range Dests(i) {
		s.path(d, i)
	}
	for _, e := range Operands(i) {
		s.expr(e)
	}
	switch i := i.(type) {
	case *Acquire:
		s.check(i.Kind <= Object, "%v: unknown kind of acquisition", i)
		s.check(i.How != "", "%v: How is empty", i)
		s.check(len(i.Args) == 0 || i.Kind == Object, "%v: only an object is described by arguments", i)
		for _, a := range i.Args {
			s.check(a != nil, "%v: an argument is missing", i)
		}
	case *Ensure:
		s.check(i.How != "", "%v: How is empty", i)
	case *Release:
		s.check(i.Val != nil, "%v: no value", i)
	case *Assign:
		s.check(i.Src != nil, "%v: no source", i)
	case *Escape:
		s.check(i.Val != nil, "%v: no value", i)
	case *Call:
		for _, a := range i.Args {
			s.check(a != nil, "%v: an argument is missing", i)
		}
		s.check(i.Through == nil || len(i.Callees) > 1, "%v: a pointer that means one function or none", i)
	case *Comm:
		s.comm(i)
	}
}

func (s *sanity) comm(c *Comm) {
	s.check(c.Name != "", "%v: no name", c)
	for _, b := range c.Bufs {
		s.check(b.Val != nil, "%v: a buffer without a value", c)
		s.check(b.Role == mpi.Send || b.Role == mpi.Recv || b.Role == mpi.Both, "%v: unknown role of a buffer", c)
	}
	s.check(c.Proc != nil, "%v: no procedure", c)
	if c.Proc != nil {
		s.check(c.Proc.Communicates(), "%v: %s communicates no buffer, so it is a Call", c, c.Proc.Name)
		s.check(len(c.Bufs) > 0 && len(c.Bufs) <= len(c.Proc.Buffers), "%v: %d buffers where %s has %d",
			c, len(c.Bufs), c.Proc.Name, len(c.Proc.Buffers))
		s.check(len(c.Peers) <= len(c.Proc.Peers), "%v: %d peers where %s has %d",
			c, len(c.Peers), c.Proc.Name, len(c.Proc.Peers))
	}
}
