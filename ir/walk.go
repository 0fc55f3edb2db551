package ir

// Walk calls visit for e and, where visit returns true, for the expressions in it, indices of paths included, in the
// order they are written. It does nothing for nil.
func Walk(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	switch e := e.(type) {
	case Load:
		walkPath(e.Path, visit)
	case Addr:
		walkPath(e.Path, visit)
	case Offset:
		Walk(e.X, visit)
		Walk(e.N, visit)
	case Bin:
		Walk(e.X, visit)
		Walk(e.Y, visit)
	case Un:
		Walk(e.X, visit)
	case CommRank:
		Walk(e.Comm, visit)
	case CommSize:
		Walk(e.Comm, visit)
	}
}

func walkPath(p Path, visit func(Expr) bool) {
	for _, s := range p.Sels {
		Walk(s.Index, visit)
	}
}

// Vars returns the variables that occur in e, each once, in order of first occurrence.
func Vars(e Expr) []*Var {
	var out []*Var
	add := func(v *Var) {
		for _, x := range out {
			if x == v {
				return
			}
		}
		if v != nil {
			out = append(out, v)
		}
	}
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case Load:
			add(x.Path.Root)
		case Addr:
			add(x.Path.Root)
		}
		return true
	})
	return out
}

// Loads returns the cells that e reads, in order, those in indices included. Taking an address reads the pointers on
// the way, not the cell.
func Loads(e Expr) []Path {
	var out []Path
	Walk(e, func(x Expr) bool {
		if l, ok := x.(Load); ok {
			out = append(out, l.Path)
		}
		return true
	})
	return out
}

// Operands returns the expressions that i evaluates, in a fixed order. Indices in the paths of its destinations are
// not among them; see Dests.
func Operands(i Instr) []Expr {
	var out []Expr
	add := func(list ...Expr) {
		for _, e := range list {
			if e != nil {
				out = append(out, e)
			}
		}
	}
	switch i := i.(type) {
	case *Acquire:
		add(i.Size, i.Of)
		add(i.Args...)
	case *Ensure:
		add(i.Base)
	case *Release:
		add(i.Val)
	case *Assign:
		add(i.Src)
	case *Escape:
		add(i.Val)
	case *Call:
		add(i.Args...)
		add(i.Through)
	case *Comm:
		for _, b := range i.Bufs {
			add(b.Val, b.Count)
		}
		add(i.Peers...)
		add(i.Root, i.Comm, i.Win)
		add(i.Uses...)
	}
	return out
}

// Dests returns the cells that i itself writes, dropped results left out. What a callee or a receive writes through its
// arguments is not among them.
func Dests(i Instr) []Path {
	switch i := i.(type) {
	case *Acquire:
		return []Path{i.Dst}
	case *Ensure:
		return []Path{i.Dst}
	case *Assign:
		return []Path{i.Dst}
	case *Call:
		var out []Path
		for _, d := range i.Dsts {
			if !d.IsZero() {
				out = append(out, d)
			}
		}
		return out
	case *Comm:
		var out []Path
		if i.Req != nil {
			out = append(out, *i.Req)
		}
		if i.Dst != nil {
			out = append(out, *i.Dst)
		}
		return out
	}
	return nil
}

// TermOperands returns the expressions that t evaluates.
func TermOperands(t Term) []Expr {
	var out []Expr
	switch t := t.(type) {
	case *If:
		out = append(out, t.Cond)
	case *Switch:
		out = append(out, t.Tag)
		for _, c := range t.Cases {
			out = append(out, c.Val)
		}
	case *Return:
		out = append(out, t.Vals...)
	}
	return out
}
