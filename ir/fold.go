package ir

// foldBranches replaces branches whose outcome is a constant by jumps, so that `if (0)`, `while (1)` and
// `do … while (0)` leave no edge that cannot be taken.
func foldBranches(blocks []*Block) {
	for _, b := range blocks {
		switch t := b.Term.(type) {
		case *If:
			if to := liveArm(t); to != nil {
				b.Term = &Jump{To: to}
			}
		case *Switch:
			if to := liveCase(t); to != nil {
				b.Term = &Jump{To: to}
			}
		}
	}
}

func liveArm(t *If) *Block {
	if t.Then == t.Else {
		return t.Then
	}
	holds, known := Truth(t.Cond)
	switch {
	case !known:
		return nil
	case holds:
		return t.Then
	default:
		return t.Else
	}
}

// liveCase returns the only block that t can go to, nil when there are several.
func liveCase(t *Switch) *Block {
	tag, ok := Simplify(t.Tag).(Const)
	if !ok {
		return nil
	}
	for _, c := range t.Cases {
		val, ok := Simplify(c.Val).(Const)
		if !ok {
			return nil
		}
		if val == tag {
			return c.To
		}
	}
	return t.Default
}

// Truth reports whether e is not zero, and whether that is known.
func Truth(e Expr) (holds, known bool) {
	switch e := Simplify(e).(type) {
	case Const:
		return e.V != 0, true
	case Null:
		return false, true
	case Str, FuncRef:
		return true, true
	case Addr:
		return true, neverNull(e.Path)
	}
	return false, false
}

// neverNull reports whether p names storage of its own, reached through no pointer.
func neverNull(p Path) bool {
	for _, s := range p.Sels {
		if s.Kind == Deref {
			return false
		}
	}
	return true
}
