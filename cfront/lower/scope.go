//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// scope is an open block of the source. Its exits run, last one first, wherever control leaves it: at its end, at break,
// continue, goto and return.
type scope struct {
	n     *node
	exits []func()
}

// target is a statement that break or continue can name.
type target struct {
	brk, cont *ir.Block // cont is nil for a switch
	depth     int       // scopes open around the statement
	sw        *switchStmt
}

// label is a label of goto.
type label struct {
	n     *node
	block *ir.Block
}

// enter opens a scope; the function it returns closes it.
func (f *fn) enter(n *node) (leave func()) {
	f.scopes = append(f.scopes, &scope{n: n})
	depth := len(f.scopes)
	return func() {
		f.unwind(depth - 1)
		f.scopes = f.scopes[:depth-1]
	}
}

// atExit adds an action to the innermost scope.
func (f *fn) atExit(do func()) {
	if len(f.scopes) == 0 {
		return
	}
	s := f.scopes[len(f.scopes)-1]
	s.exits = append(s.exits, do)
}

// unwind emits the exits of the scopes above depth, which stay open: control leaves them here and may stay in them
// elsewhere.
func (f *fn) unwind(depth int) {
	if f.b.Cur == nil {
		return
	}
	open := f.scopes
	for i := len(open) - 1; i >= depth; i-- {
		f.scopes = open[:i] // what an exit emits runs outside of its scope
		for j := len(open[i].exits) - 1; j >= 0; j-- {
			open[i].exits[j]()
		}
	}
	f.scopes = open
}

// exitsAbove reports whether leaving the scopes above depth does anything.
func (f *fn) exitsAbove(depth int) bool {
	for _, s := range f.scopes[depth:] {
		if len(s.exits) > 0 {
			return true
		}
	}
	return false
}

// breakTo leaves the innermost statement that break (or with cont, continue) can name.
func (f *fn) breakTo(cont bool) {
	for i := len(f.targets) - 1; i >= 0; i-- {
		t := f.targets[i]
		to := t.brk
		if cont {
			to = t.cont
		}
		if to != nil {
			f.unwind(t.depth)
			f.b.Jump(to)
			return
		}
	}
	f.b.End(&ir.Halt{}) // a damaged tree
}

func (f *fn) push(t target) (pop func()) {
	t.depth = len(f.scopes)
	f.targets = append(f.targets, t)
	n := len(f.targets)
	return func() { f.targets = f.targets[:n-1] }
}

// findLabels notes where the labels below n are, so that a goto knows the scopes it leaves.
func (f *fn) findLabels(n *node) {
	for _, k := range n.kids {
		if k.kind == gc.Cursor_LabelStmt {
			f.labels[k.c.Spelling()] = &label{n: k}
		}
		f.findLabels(k)
	}
}

func (f *fn) labelBlock(name string) *ir.Block {
	l := f.labels[name]
	if l == nil {
		return nil
	}
	if l.block == nil {
		l.block = f.b.NewBlock()
	}
	return l.block
}

func (f *fn) gotoStmt(n *node) {
	for _, k := range n.kids {
		if k.kind != gc.Cursor_LabelRef {
			continue
		}
		name := k.c.Spelling()
		if to := f.labelBlock(name); to != nil {
			f.unwind(f.depthAround(f.labels[name].n))
			f.b.Jump(to)
			return
		}
	}
	f.indirectGoto(n)
}

// depthAround returns how many of the open scopes hold n.
func (f *fn) depthAround(n *node) int {
	for i, s := range f.scopes {
		if !n.within(s.n) {
			return i
		}
	}
	return len(f.scopes)
}

// indirectGoto may go to any label of the function.
func (f *fn) indirectGoto(n *node) {
	f.effects(n)
	sw := &ir.Switch{Tag: ir.Unknown{}, Pos: f.u.pos(n)}
	for i, name := range f.labelNames() {
		to := f.labelBlock(name)
		if i == 0 {
			sw.Default = to
		} else {
			sw.Cases = append(sw.Cases, ir.Case{Val: ir.Const{V: int64(i)}, To: to})
		}
	}
	if sw.Default == nil {
		f.b.End(&ir.Halt{Pos: sw.Pos})
		return
	}
	f.b.End(sw)
}
