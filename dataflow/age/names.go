package age

import (
	"strings"

	"mpivet/ir"
)

// nameOf returns what the source calls the block of s where the function of s obtains it. Of several pointers into one block,
// it is the one that is communicated.
func (d *decider) nameOf(s *site) string {
	homes := d.homes(s)
	if len(homes) == 0 {
		return ""
	}
	i := d.communicatedHome(s, homes)
	if acq, ok := s.in.(*ir.Acquire); ok && i == 0 {
		return acq.Name
	}
	return pathText(homes[i])
}

// homes lists the cells of the function of s that hold pointers into the block when it is obtained, the first pointer first.
func (d *decider) homes(s *site) []ir.Path {
	switch in := s.in.(type) {
	case *ir.Acquire:
		return append([]ir.Path{in.Dst}, sharers(s.block, in)...)
	case *ir.Ensure:
		return []ir.Path{in.Dst}
	case *ir.Call:
		var out []ir.Path
		for _, p := range d.homes(s.inner) {
			if q, ok := d.inCaller(s, in, p, 0); ok && !hasPath(out, q) {
				out = append(out, q)
			}
		}
		return out
	}
	return nil
}

// sharers lists the other pointers that an allocator of several fills: parts of one block.
func sharers(b *ir.Block, acq *ir.Acquire) []ir.Path {
	var out []ir.Path
	for _, in := range b.Instrs {
		as, ok := in.(*ir.Assign)
		if !ok || as.Pos != acq.Pos {
			continue
		}
		if o, ok := as.Src.(ir.Offset); ok {
			if l, ok := o.X.(ir.Load); ok && l.Path.Equal(acq.Dst) {
				out = append(out, as.Dst)
			}
		}
	}
	return out
}

func hasPath(list []ir.Path, p ir.Path) bool {
	for _, q := range list {
		if q.Equal(p) {
			return true
		}
	}
	return false
}

// maxMoves bounds the assignments by which a pointer is followed within a function.
const maxMoves = 4

// inCaller returns the cell of the caller that is cell p of the callee, or that p's value goes to by return or by an argument.
func (d *decider) inCaller(s *site, call *ir.Call, p ir.Path, moves int) (ir.Path, bool) {
	g := s.inner.fn.fn
	if p.Root.Kind == ir.Global {
		return p, true
	}
	for i, v := range g.Params {
		if v != p.Root || i >= len(call.Args) || len(p.Sels) == 0 || p.Sels[0].Kind != ir.Deref {
			continue
		}
		if q, ok := pointed(call.Args[i]); ok {
			return q.With(p.Sels[1:]...), true
		}
		return ir.Path{}, false
	}
	if moves > maxMoves {
		return ir.Path{}, false
	}
	for _, b := range g.Blocks {
		if r, ok := b.Term.(*ir.Return); ok {
			for i, e := range r.Vals {
				if holdsCell(e, p) && i < len(call.Dsts) && call.Dsts[i].Root != nil {
					return settled(s.block, call.Dsts[i]), true
				}
			}
		}
		for _, in := range b.Instrs {
			if as, ok := in.(*ir.Assign); ok && holdsCell(as.Src, p) && !as.Dst.Equal(p) {
				if q, ok := d.inCaller(s, call, as.Dst, moves+1); ok {
					return q, true
				}
			}
		}
	}
	return ir.Path{}, false
}

// holdsCell reports whether e is the value in p, or a pointer into the same block.
func holdsCell(e ir.Expr, p ir.Path) bool {
	l, ok := base(e).(ir.Load)
	return ok && l.Path.Equal(p)
}

// pointed returns the cell that a pointer points to.
func pointed(e ir.Expr) (ir.Path, bool) {
	switch e := e.(type) {
	case ir.Addr:
		return e.Path, true
	case ir.Load:
		return e.Path.Deref(), true
	case ir.Offset:
		p, ok := pointed(e.X)
		return p.Elem(e.N), ok
	}
	return ir.Path{}, false
}

// settled returns the cell that a temporary's value goes on to in the same block.
func settled(b *ir.Block, p ir.Path) ir.Path {
	if p.Root.Kind != ir.Temp {
		return p
	}
	for _, in := range b.Instrs {
		if as, ok := in.(*ir.Assign); ok && isVar(as.Src, p.Root) && as.Dst.Root.Kind != ir.Temp {
			return as.Dst
		}
	}
	return p
}

// communicatedHome returns the number of the cell whose pointer is communicated: as an operand in the function of s, else
// under the same name elsewhere.
func (d *decider) communicatedHome(s *site, homes []ir.Path) int {
	if len(homes) < 2 {
		return 0
	}
	for _, e := range s.events {
		for _, x := range ir.Operands(e.in) {
			for i, h := range homes {
				if holdsCell(x, h) {
					return i
				}
			}
		}
	}
	for _, e := range s.events {
		cc := d.a.calls[e.call]
		comm, ok := cc.in.(*ir.Comm)
		if !ok || cc.arg >= len(comm.Bufs) {
			continue
		}
		l, ok := base(comm.Bufs[cc.arg].Val).(ir.Load)
		for i, h := range homes {
			if ok && lastName(l.Path) == lastName(h) {
				return i
			}
		}
	}
	return 0
}

// lastName is the last field of a path, or its variable.
func lastName(p ir.Path) string {
	for i := len(p.Sels) - 1; i >= 0; i-- {
		if s := p.Sels[i]; s.Kind == ir.Field && !hidden(s) {
			return s.Name
		}
	}
	return p.Root.Name
}

// pathText writes a path as the source does; there is no text for what lies in a temporary.
func pathText(p ir.Path) string {
	if p.Root.Kind == ir.Temp {
		return ""
	}
	out := sourceName(p.Root)
	for i, st := range p.Sels {
		switch {
		case st.Kind == ir.Field && hidden(st):
		case st.Kind == ir.Field && i > 0 && p.Sels[i-1].Kind == ir.Deref:
			out += "->" + st.Name
		case st.Kind == ir.Field:
			out += "." + st.Name
		case st.Kind == ir.Elem:
			out += "[" + indexText(st.Index) + "]"
		}
	}
	return strings.TrimPrefix(out, "this->")
}

// sourceName is a variable's name without the number that tells it from others of that name.
func sourceName(v *ir.Var) string {
	name, _, _ := strings.Cut(v.Name, "#")
	if v.Kind != ir.Global {
		return name
	}
	if strings.HasPrefix(name, "_Z") {
		return "" // mangled
	}
	return name[strings.LastIndexByte(name, ':')+1:]
}

func indexText(e ir.Expr) string {
	switch e := e.(type) {
	case ir.Const:
		return itoa(int(e.V))
	case ir.Load:
		return pathText(e.Path)
	}
	return ""
}

func startsAt(a, b ir.Pos) bool {
	return a.IsValid() && a.File == b.File && a.Line == b.Line && a.Col == b.Col
}

// atDeclaration moves the position of a churn whose memory belongs to an object that is declared in the region: the object is
// the acquisition, not the call that makes it grow.
func (d *decider) atDeclaration(s *site, ch *Churn) {
	if _, grows := s.root().in.(*ir.Ensure); !grows {
		return
	}
	top := s
	for top.inner != nil && d.usedIn(top.inner) {
		top = top.inner
	}
	homes := d.homes(top)
	if len(homes) == 0 || homes[0].Root.Kind != ir.Local || hasDeref(homes[0]) {
		return
	}
	for _, b := range top.fn.fn.Blocks {
		if top == s && ch.Loop != nil && ch.LoopFn == s.fn.fn && !ch.Loop.Contains(b) {
			continue
		}
		for _, in := range b.Instrs {
			as, ok := in.(*ir.Assign)
			if ok && as.Src == (ir.Null{}) && as.Dst.Equal(homes[0]) && startsAt(as.Pos, homes[0].Root.Pos) {
				ch.Pos, ch.Name, ch.Declared = as.Pos, sourceName(homes[0].Root), true
				return
			}
		}
	}
}
