package ir

func (c *codec) unit(u *Unit) {
	lang := string(u.Lang)
	c.str(&u.Name)
	c.str(&lang)
	u.Lang = Lang(lang)
	c.int(&u.Errors)
	list(c, &u.Globals, c.newVar)
	c.globals = u.Globals
	list(c, &u.Funcs, c.fn)
}

// newVar handles the declaration of a variable.
func (c *codec) newVar(v **Var) {
	if !c.writing {
		*v = &Var{}
	}
	x := *v
	c.str(&x.Name)
	x.Kind = VarKind(c.byte(uint8(x.Kind), uint8(Global)))
	c.pos(&x.Pos)
	c.str(&x.Type)
	c.flags(&x.Array)
}

func (c *codec) fn(f **Func) {
	if !c.writing {
		*f = &Func{}
	}
	x := *f
	c.str(&x.Name)
	c.str(&x.Display)
	c.int(&x.NumRes)
	c.pos(&x.Pos)
	c.flags(&x.Exported, &x.AddrTaken, &x.Main, &x.InHeader, &x.External)
	list(c, &x.Overrides, c.str)
	list(c, &x.Params, c.newVar)
	list(c, &x.Locals, c.newVar)
	c.enter(x)
	c.body(x)
}

// enter numbers the variables of f and makes its blocks known.
func (c *codec) enter(f *Func) {
	c.vars = append(append(append([]*Var(nil), c.globals...), f.Params...), f.Locals...)
	if c.writing {
		c.number = make(map[*Var]uint64, len(c.vars))
		for i, v := range c.vars {
			c.number[v] = uint64(i) + 1
		}
	}
}

func (c *codec) body(f *Func) {
	n := uint64(len(f.Blocks))
	if c.writing {
		c.uint(&n)
	} else {
		f.Blocks = make([]*Block, c.readCount())
		for i := range f.Blocks {
			f.Blocks[i] = &Block{}
		}
	}
	c.blocks = f.Blocks
	for i, b := range f.Blocks {
		if b.Index = i; c.err != nil {
			return
		}
		c.pos(&b.Loop)
		list(c, &b.Instrs, c.instr)
		c.term(&b.Term)
	}
	if !c.writing && c.err == nil {
		linkPreds(f.Blocks)
	}
}

// variable handles a reference to a variable; nil is number 0.
func (c *codec) variable(v **Var) {
	var n uint64
	if c.writing && *v != nil {
		if n = c.number[*v]; n == 0 {
			c.fail("variable %s is not listed", *v)
			return
		}
	}
	c.uint(&n)
	switch {
	case c.writing || n == 0:
	case n > uint64(len(c.vars)):
		c.fail("variable %d of %d", n, len(c.vars))
	default:
		*v = c.vars[n-1]
	}
}

// block handles a reference to a block of the function at hand.
func (c *codec) block(b **Block) {
	var n uint64
	if c.writing {
		if *b == nil || (*b).Index >= len(c.blocks) || c.blocks[(*b).Index] != *b {
			c.fail("a branch leaves the function")
			return
		}
		n = uint64((*b).Index)
	}
	c.uint(&n)
	if n >= uint64(len(c.blocks)) {
		c.fail("block %d of %d", n, len(c.blocks))
		return
	}
	*b = c.blocks[n]
}

// Terminators by number.
const (
	termJump uint8 = iota
	termIf
	termSwitch
	termReturn
	termHalt
)

func (c *codec) term(t *Term) {
	switch c.byte(termTag(*t), termHalt) {
	case termJump:
		variant(c, t, func(x *Jump) { c.block(&x.To) })
	case termIf:
		variant(c, t, func(x *If) {
			c.expr(&x.Cond)
			c.block(&x.Then)
			c.block(&x.Else)
			c.pos(&x.Pos)
		})
	case termSwitch:
		variant(c, t, func(x *Switch) {
			c.expr(&x.Tag)
			list(c, &x.Cases, func(k *Case) { c.expr(&k.Val); c.block(&k.To) })
			c.block(&x.Default)
			c.pos(&x.Pos)
		})
	case termReturn:
		variant(c, t, func(x *Return) { list(c, &x.Vals, c.expr); c.pos(&x.Pos) })
	case termHalt:
		variant(c, t, func(x *Halt) { c.pos(&x.Pos) })
	}
}

func termTag(t Term) uint8 {
	switch t.(type) {
	case *If:
		return termIf
	case *Switch:
		return termSwitch
	case *Return:
		return termReturn
	case *Halt:
		return termHalt
	}
	return termJump
}

// variant handles one type of an interface: it writes the value in *p, or makes one and stores it there.
func variant[I any, T any](c *codec, p *I, fields func(*T)) {
	if c.writing {
		x, ok := any(*p).(*T)
		if !ok {
			c.fail("missing terminator or instruction")
			return
		}
		fields(x)
		return
	}
	x := new(T)
	fields(x)
	*p = any(x).(I)
}
