package ir

import "mpivet/mpi"

// instr reads an instruction with its position.
func (p *parser) instr() Instr {
	at := p.peek()
	switch {
	case p.take("acquire"):
		return p.acquire(at)
	case p.take("ensure"):
		return p.ensure(at)
	case p.take("release"):
		i := &Release{Val: p.expr()}
		if k := p.peek().kind; k == tokWord || k == tokString {
			i.How = p.next().text
		}
		i.Pos = p.pos(at)
		return i
	case p.take("escape"):
		return &Escape{Val: p.expr(), Pos: p.pos(at)}
	case p.is("call"), p.is("go"):
		return p.call(at, nil)
	case p.take("comm"):
		return p.comm(at, nil)
	}
	return p.assignment(at)
}

// assignment reads what begins with the cells that are assigned.
func (p *parser) assignment(at token) Instr {
	dsts := []Path{p.dst()}
	for p.take(",") {
		dsts = append(dsts, p.dst())
	}
	p.expect("=")
	after := p.peek()
	switch {
	case p.is("call"), p.is("go"):
		return p.call(at, dsts)
	case len(dsts) > 1:
		p.fail(after, "only a call has several results")
	case dsts[0].IsZero():
		p.fail(after, "only the result of a call can be dropped")
	case p.take("comm"):
		return p.comm(at, &dsts[0])
	}
	return &Assign{Dst: dsts[0], Src: p.expr(), Pos: p.pos(at)}
}

// dst reads a cell, or _ for a result that is dropped.
func (p *parser) dst() Path {
	if t := p.peek(); t.kind == tokWord && t.text == "_" {
		p.at++
		return Path{}
	}
	if k := p.peek().kind; k != tokLocal && k != tokGlobal {
		p.fail(p.peek(), "expected an instruction, found %s", p.peek().describe())
	}
	return p.path()
}

func (p *parser) acquire(at token) Instr {
	i := &Acquire{Dst: p.path(), How: p.wordOrString("the name of an allocator")}
	for p.peek().kind == tokWord {
		switch t := p.next(); t.text {
		case "container":
			i.Kind = Container
		case "object":
			i.Kind = Object
		case "size":
			i.Size = p.expr()
		case "elem":
			i.Elem = p.int()
		case "of":
			i.Of = p.expr()
		case "with":
			i.Args = p.exprs()
		case "name":
			i.Name = p.string()
		case "zero":
			i.Zero = true
		default:
			p.fail(t, "unknown property %q of an acquisition", t.text)
		}
	}
	i.Pos = p.pos(at)
	return i
}

func (p *parser) ensure(at token) Instr {
	i := &Ensure{Dst: p.path(), How: p.wordOrString("the name of an operation")}
	for p.peek().kind == tokWord {
		switch t := p.next(); t.text {
		case "base":
			i.Base = p.expr()
		case "elem":
			i.Elem = p.int()
		case "name":
			i.Name = p.string()
		default:
			p.fail(t, "unknown property %q of ensure", t.text)
		}
	}
	i.Pos = p.pos(at)
	return i
}

func (p *parser) call(at token, dsts []Path) Instr {
	c := &Call{Dsts: dsts, Async: p.next().text == "go"}
	c.Virtual = p.take("virtual")
	if p.take("{") {
		for !p.take("}") {
			if len(c.Callees) > 0 {
				p.expect(",")
			}
			c.Callees = append(c.Callees, p.want(tokGlobal, "@ and the name of a function").text)
		}
	} else {
		c.Callees = []string{p.want(tokGlobal, "@ and the name of a function").text}
	}
	p.expect("(")
	if !p.is(")") {
		c.Args = p.exprs()
	}
	p.expect(")")
	c.Name = defaultName(c.Callees)
	if p.take("name") {
		c.Name = p.string()
	}
	if p.take("through") {
		c.Through = p.expr()
	}
	c.Pos = p.pos(at)
	return c
}

func (p *parser) comm(at token, dst *Path) Instr {
	c := &Comm{Dst: dst}
	t := p.next()
	switch t.kind {
	case tokWord:
		if c.Proc = mpi.Lookup(t.text); c.Proc == nil {
			p.fail(t, "unknown MPI procedure %q", t.text)
		}
		c.Name = t.text
	case tokUnknown: // a procedure is missing; Sanity reports it
		c.Name = "?"
	default:
		p.fail(t, "expected an MPI procedure, found %s", t.describe())
	}
	if p.take("as") {
		c.Name = p.string()
	}
	for p.peek().kind == tokWord {
		p.commClause(c)
	}
	c.Pos = p.pos(at)
	return c
}

func (p *parser) commClause(c *Comm) {
	switch t := p.next(); t.text {
	case "send", "recv", "both":
		c.Bufs = append(c.Bufs, p.buf(t.text))
	case "peer":
		c.Peers = p.exprs()
	case "root":
		c.Root = p.expr()
	case "comm":
		c.Comm = p.expr()
	case "win":
		c.Win = p.expr()
	case "use":
		c.Uses = p.exprs()
	case "req":
		req := p.path()
		c.Req = &req
	default:
		p.fail(t, "unknown property %q of a communication", t.text)
	}
}

func (p *parser) buf(role string) Buf {
	var b Buf
	for r, w := range roleWords {
		if w == role {
			b.Role = r
		}
	}
	p.expect("(")
	b.Val = p.expr()
	for !p.take(")") {
		switch t := p.next(); t.text {
		case "count":
			b.Count = p.expr()
		case "elem":
			b.Elem = p.int()
		case "block":
			b.Block = true
		case "text":
			b.Text = p.string()
		default:
			p.fail(t, "unknown property %s of a buffer", t.describe())
		}
	}
	return b
}
