package gofront

import "golang.org/x/tools/go/ssa"

// onlyCalled reports whether f does nothing with an argument but call it.
func onlyCalled(f *ssa.Function, s *site, a arg) bool {
	for i := range s.args {
		if s.args[i].v != a.v || len(f.Params) != len(s.args) {
			continue
		}
		if !justCalled(f.Params[i], 0) {
			return false
		}
	}
	return len(f.Params) == len(s.args) && len(f.Blocks) > 0
}

func justCalled(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	for _, u := range uses(v) {
		switch u := u.(type) {
		case *ssa.Store:
			cell, ok := u.Addr.(*ssa.Alloc)
			if u.Val != v || !ok || !cellJustCalled(cell, depth+1) {
				return false
			}
		case *ssa.Call:
			if u.Call.Value != v && !passedOn(u, v, depth+1) {
				return false
			}
		case *ssa.Defer:
			if u.Call.Value != v {
				return false
			}
		case *ssa.BinOp, *ssa.DebugRef: // compared with nil
		case *ssa.ChangeType:
			if !justCalled(u, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func cellJustCalled(cell ssa.Value, depth int) bool {
	for _, u := range uses(cell) {
		switch u := u.(type) {
		case *ssa.Store:
			if u.Addr != cell {
				return false
			}
		case *ssa.UnOp:
			if !justCalled(u, depth) {
				return false
			}
		case *ssa.MakeClosure:
			fn := u.Fn.(*ssa.Function)
			for i, b := range u.Bindings {
				if b == cell && i < len(fn.FreeVars) && (depth > 6 || !cellJustCalled(fn.FreeVars[i], depth+1)) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// passedOn reports whether the callee of c, in turn, only calls what it is given.
func passedOn(c *ssa.Call, v ssa.Value, depth int) bool {
	f := c.Call.StaticCallee()
	if f == nil {
		return false
	}
	f = origin(f)
	for i, a := range c.Call.Args {
		if a == v && (i >= len(f.Params) || len(f.Blocks) == 0 || !justCalled(f.Params[i], depth)) {
			return false
		}
	}
	return true
}
