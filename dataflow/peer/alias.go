package peer

import (
	"mpivet/ir"
	"mpivet/mpi"
)

// aliases reports whether a store to d may change p through another name: both lie behind pointers or elements, start at
// different variables and end in a field of the same name.
func (a *analysis) aliases(d, p ir.Path) bool {
	f := lastField(p)
	return f != "" && f == lastField(d) && d.Root != p.Root && indirect(d) && indirect(p) && mayBeSame(a.holder(d), a.holder(p))
}

func mayBeSame(t, u string) bool { return t == "" || u == "" || t == u }

// indirect reports whether p leads through a pointer.
func indirect(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Deref {
			return true
		}
	}
	return false
}

// receivesInto reports whether c receives into the variable p.
func receivesInto(c *ir.Comm, p ir.Path) bool {
	for _, b := range c.Bufs {
		if b.Role == mpi.Send {
			continue
		}
		if _, ok := behind(b.Val, p); ok {
			return true
		}
	}
	return false
}

// behind returns the steps from what pointer e points to, to p; ok is false when p does not lie there.
func behind(e ir.Expr, p ir.Path) (rest []ir.Sel, ok bool) {
	switch x := e.(type) {
	case ir.Addr:
		if p.HasPrefix(x.Path) {
			return p.Sels[len(x.Path.Sels):], true
		}
	case ir.Load:
		n := len(x.Path.Sels)
		if len(p.Sels) > n && p.Sels[n].Kind == ir.Deref && p.HasPrefix(x.Path) {
			return p.Sels[n+1:], true
		}
	case ir.Offset:
		return behind(x.X, p)
	}
	return nil, false
}
