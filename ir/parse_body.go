package ir

// body reads declarations, blocks and the closing brace.
func (p *parser) body() {
	for !p.take("}") {
		t := p.peek()
		switch {
		case t.kind == tokEOF:
			p.fail(t, "function @%s has no closing brace", nameText(p.fn.Name))
		case t.kind == tokWord && p.toks[p.at+1].kind == tokPunct && p.toks[p.at+1].text == ":":
			p.label()
		case p.take("var"):
			p.varLine()
		default:
			if p.cur == nil && len(p.order) > 0 {
				p.fail(t, "nothing comes here: a label must follow a terminator")
			}
			p.statement()
		}
		p.endLine()
	}
}

func (p *parser) varLine() {
	kind := Local
	if p.take("temp") {
		kind = Temp
	}
	for {
		p.fn.Locals = append(p.fn.Locals, p.declareLocal(kind))
		if !p.take(",") {
			return
		}
	}
}

// label begins a block. The block before it goes on into it, unless it ended.
func (p *parser) label() {
	t := p.next()
	p.expect(":")
	b := p.blocks[t.text]
	if b == nil {
		b = &Block{}
		p.blocks[t.text] = b
	} else if _, wanted := p.wanted[t.text]; !wanted {
		p.fail(t, "label %s stands twice", t.text)
	}
	delete(p.wanted, t.text)
	if p.cur != nil {
		p.cur.Term = &Jump{To: b}
	}
	p.begin(b)
	if loop := p.peek(); p.take("loop") {
		b.Loop = p.pos(loop)
	}
}

func (p *parser) begin(b *Block) {
	p.order = append(p.order, b)
	p.cur = b
}

// target reads a label that is branched to.
func (p *parser) target() *Block {
	t := p.want(tokWord, "a label")
	b := p.blocks[t.text]
	if b == nil {
		b = &Block{}
		p.blocks[t.text] = b
		p.wanted[t.text] = t
	}
	return b
}

// finish closes the last block and links the function.
func (p *parser) finish(start token) {
	first := token{}
	for _, t := range p.wanted {
		if first.line == 0 || t.line < first.line || t.line == first.line && t.col < first.col {
			first = t
		}
	}
	if first.line > 0 {
		p.fail(first, "no label %s in function @%s", first.text, nameText(p.fn.Name))
	}
	if len(p.order) == 0 {
		p.begin(&Block{})
	}
	if p.cur != nil {
		p.cur.Term = &Return{Pos: p.fn.Pos}
	}
	for i, b := range p.order {
		b.Index = i
	}
	p.fn.Blocks = p.order
	p.fn.Link()
}

// statement reads an instruction or a terminator.
func (p *parser) statement() {
	if p.cur == nil {
		p.begin(&Block{})
	}
	t := p.peek()
	if t.kind == tokWord {
		if term := p.terminator(); term != nil {
			p.cur.Term = term
			p.cur = nil
			return
		}
	}
	p.cur.Instrs = append(p.cur.Instrs, p.instr())
}

// terminator reads a terminator; it returns nil when none begins here.
func (p *parser) terminator() Term {
	at := p.peek()
	switch {
	case p.take("jump"):
		return &Jump{To: p.target()}
	case p.take("if"):
		t := &If{Cond: p.expr()}
		p.expect("then")
		t.Then = p.target()
		p.expect("else")
		t.Else = p.target()
		t.Pos = p.pos(at)
		return t
	case p.take("switch"):
		return p.switchTerm(at)
	case p.take("return"):
		t := &Return{}
		if k := p.peek().kind; k != tokNewline && k != tokPos {
			t.Vals = p.exprs()
		}
		t.Pos = p.pos(at)
		return t
	case p.take("halt"):
		return &Halt{Pos: p.pos(at)}
	}
	return nil
}

func (p *parser) switchTerm(at token) Term {
	t := &Switch{Tag: p.expr()}
	p.expect("{")
	for !p.take("default") {
		val := p.expr()
		p.expect(":")
		t.Cases = append(t.Cases, Case{Val: val, To: p.target()})
		p.expect(",")
	}
	p.expect(":")
	t.Default = p.target()
	p.expect("}")
	t.Pos = p.pos(at)
	return t
}
