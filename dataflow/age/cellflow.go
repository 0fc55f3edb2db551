package age

import (
	"strings"

	"mpivet/ir"
)

// A cell stands for all storage cells of one name and one number of dereferences behind it: %p, %p.* and %p.*[%i] are cells
// 0, 1 and 1 of p, %s.*.bufs and %s.*.bufs.*[%i] cells 0 and 1 of every field called bufs. Numbers written into an array are
// thus kept apart from the pointer to the array.
type cell int32

// maxDerefs is where dereferences are no longer counted.
const maxDerefs = 2

const (
	perNode = maxDerefs + 1
	noCell  = cell(-1)
)

// cellFlow says, without regard to the order of instructions, from which cells the values of a cell come.
type cellFlow struct {
	r    *relevance
	ids  map[node]int32
	from [][]cell
}

// id returns the number of a node.
func (g *cellFlow) id(n node) int32 {
	id, ok := g.ids[n]
	if !ok {
		id = int32(len(g.ids))
		g.ids[n] = id
		g.from = append(g.from, make([][]cell, perNode)...)
	}
	return id
}

func (g *cellFlow) cell(n node, derefs int) cell {
	return cell(int(g.id(n))*perNode + min(derefs, maxDerefs))
}

// at returns the cell that lies a number of dereferences behind c.
func (c cell) at(derefs int) cell {
	return c - c%perNode + min(c%perNode+cell(derefs), maxDerefs)
}

// of returns the cell of a path.
func (g *cellFlow) of(p ir.Path) cell {
	n, derefs := g.r.nodeOf(p), 0
	for _, s := range p.Sels {
		switch {
		case s.Kind == ir.Deref:
			derefs++
		case s.Kind == ir.Field && !strings.HasPrefix(s.Name, "#"):
			derefs = 0
		}
	}
	return g.cell(n, derefs)
}

// ofPlace returns the cell of a place, noCell for one that nothing flows into.
func (g *cellFlow) ofPlace(p place) cell {
	var n node = p.root
	derefs := 0
	for s := p.sels; s != ""; {
		var st string
		st, s = firstStep(s)
		switch {
		case st[0] == markDeref:
			derefs++
		case st[0] == markField && st[1] != '#':
			n, derefs = fieldNode(st[1:]), 0
		}
	}
	id, ok := g.ids[n]
	if !ok {
		return noCell
	}
	return cell(int(id)*perNode + min(derefs, maxDerefs))
}

// holder returns the cell that holds the block which a value points into.
func (g *cellFlow) holder(e ir.Expr) (cell, bool) {
	switch e := base(e).(type) {
	case ir.Load:
		return g.of(e.Path), true
	case ir.Addr:
		for i := len(e.Path.Sels) - 1; i >= 0; i-- {
			if e.Path.Sels[i].Kind == ir.Deref {
				return g.of(ir.Path{Root: e.Path.Root, Sels: e.Path.Sels[:i]}), true
			}
		}
	}
	return 0, false
}

func (g *cellFlow) add(dst, src cell) {
	if dst != src {
		g.from[dst] = append(g.from[dst], src)
	}
}

// assign lets a value flow into a cell. What both point to is one memory: with shared, what is stored there through the
// destination is seen through the source as well.
func (g *cellFlow) assign(dst cell, e ir.Expr, shared bool) {
	both := func(d, s cell, back bool) {
		g.add(d, s)
		if back {
			g.add(s, d)
		}
	}
	switch e := base(e).(type) {
	case ir.Load:
		src := g.of(e.Path)
		for k := range perNode {
			both(dst.at(k), src.at(k), shared && k > 0)
		}
	case ir.Addr:
		src := g.of(e.Path)
		for k := range perNode {
			both(dst.at(k+1), src.at(k), shared)
		}
		if h, ok := g.holder(e); ok {
			g.add(dst, h)
		}
	}
}

// ret lets result i of fn flow into a cell.
func (g *cellFlow) ret(dst cell, fn *ir.Func, i int) {
	src := g.cell(resultNode{fn, i}, 0)
	for k := range perNode {
		g.add(dst.at(k), src.at(k))
	}
}

// body adds what a function's instructions move.
func (g *cellFlow) body(fn *ir.Func) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				g.assign(g.of(in.Dst), in.Src, false)
			case *ir.Ensure:
				g.assign(g.of(in.Dst), in.Base, false)
			case *ir.Call:
				g.call(fn, in)
			}
		}
		if t, ok := b.Term.(*ir.Return); ok {
			for i, e := range t.Vals {
				g.assign(g.cell(resultNode{fn, i}, 0), e, false)
			}
		}
	}
}

func (g *cellFlow) call(fn *ir.Func, in *ir.Call) {
	for _, callee := range g.r.a.prog.Targets(fn, in) {
		for i, p := range callee.Params {
			if i < len(in.Args) {
				g.assign(g.cell(p, 0), in.Args[i], g.r.out[p])
			}
		}
		for i, d := range in.Dsts {
			if d.Root != nil {
				g.ret(g.of(d), callee, i)
			}
		}
	}
}

// backward marks every cell whose values may get into one of the given cells.
func (g *cellFlow) backward(start []cell) []bool { return reach(g.from, start) }

// forward marks every cell into which values of the given cells may get.
func (g *cellFlow) forward(start []cell) []bool {
	to := make([][]cell, len(g.from))
	for d, list := range g.from {
		for _, s := range list {
			to[s] = append(to[s], cell(d))
		}
	}
	return reach(to, start)
}

func reach(edges [][]cell, work []cell) []bool {
	seen := make([]bool, len(edges))
	for _, c := range work {
		seen[c] = true
	}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range edges[c] {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}
