package ir

// DomTree answers dominance questions about the blocks of one function in constant time. It holds for the graph it was
// made of: after a change of the graph, make another.
type DomTree struct {
	idom      []int // by Block.Index; -1 for the root and for blocks outside the tree
	pre, post []int // numbers of a depth-first walk over the tree; pre is 0 for blocks outside the tree
	blocks    []*Block
}

// Dominates reports whether every path from the root to b passes a (in a tree of post-dominators: every path from b to
// an exit passes a). A block dominates itself.
func (t *DomTree) Dominates(a, b *Block) bool {
	return t.pre[b.Index] > 0 && t.pre[a.Index] > 0 &&
		t.pre[a.Index] <= t.pre[b.Index] && t.post[b.Index] <= t.post[a.Index]
}

// Idom returns the closest block other than b that dominates b, nil for the root and for blocks outside the tree. In a
// tree of post-dominators it is nil as well for blocks from which different exits are reached.
func (t *DomTree) Idom(b *Block) *Block {
	if i := t.idom[b.Index]; i >= 0 && i < len(t.blocks) {
		return t.blocks[i]
	}
	return nil
}

// Dominators returns the dominator tree of f, rooted at the entry. Blocks that the entry does not reach are outside.
func (f *Func) Dominators() *DomTree {
	g := newGraph(len(f.Blocks))
	for _, b := range f.Blocks {
		for _, s := range b.Term.Succs() {
			g.edge(b.Index, s.Index)
		}
	}
	return g.domTree(0, f.Blocks)
}

// PostDominators returns the tree of post-dominators: its root is an exit behind every Return and Halt. Blocks from
// which no exit is reached (endless loops) are outside.
func (f *Func) PostDominators() *DomTree {
	exit := len(f.Blocks)
	g := newGraph(exit + 1)
	for _, b := range f.Blocks {
		succs := b.Term.Succs()
		for _, s := range succs {
			g.edge(s.Index, b.Index)
		}
		if len(succs) == 0 {
			g.edge(exit, b.Index)
		}
	}
	return g.domTree(exit, f.Blocks)
}

// graph is a directed graph over the numbers from 0.
type graph struct{ succs, preds [][]int }

func newGraph(n int) *graph { return &graph{succs: make([][]int, n), preds: make([][]int, n)} }

func (g *graph) edge(from, to int) {
	g.succs[from] = append(g.succs[from], to)
	g.preds[to] = append(g.preds[to], from)
}

// domTree computes immediate dominators by the semi-NCA method (Georgiadis, "Linear-Time Algorithms for Dominators and
// Related Problems", 2005): it stays fast where thousands of blocks join in one, as behind a long else-if chain.
func (g *graph) domTree(root int, blocks []*Block) *DomTree {
	order, parent := g.preorder(root) // nodes by number; parents by number
	number := make([]int, len(g.succs))
	for i := range number {
		number[i] = -1
	}
	for i, n := range order {
		number[n] = i
	}
	s := semi{idom: append([]int(nil), parent...), anc: append([]int(nil), parent...)}
	for i := range order {
		s.semi = append(s.semi, i)
		s.label = append(s.label, i)
	}
	for i := len(order) - 1; i > 0; i-- {
		for _, p := range g.preds[order[i]] {
			if v := number[p]; v >= 0 {
				s.semi[i] = min(s.semi[i], s.semi[s.eval(v, i)])
			}
		}
	}
	idom := make([]int, len(g.succs))
	for i := range idom {
		idom[i] = -1
	}
	for i := 1; i < len(order); i++ {
		for s.idom[i] > s.semi[i] {
			s.idom[i] = s.idom[s.idom[i]]
		}
		idom[order[i]] = order[s.idom[i]]
	}
	t := &DomTree{idom: idom, blocks: blocks}
	t.number(root, order)
	return t
}

// preorder numbers the nodes that root reaches in the order of a depth-first walk and gives the number of each one's
// parent in it.
func (g *graph) preorder(root int) (order, parent []int) {
	type frame struct{ number, next int }
	seen := make([]bool, len(g.succs))
	visit := func(n, from int) frame {
		seen[n] = true
		order, parent = append(order, n), append(parent, from)
		return frame{number: len(order) - 1}
	}
	stack := []frame{visit(root, 0)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := g.succs[order[top.number]]
		if top.next == len(succs) {
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[top.next]
		top.next++
		if !seen[s] {
			stack = append(stack, visit(s, top.number))
		}
	}
	return order, parent
}

// semi holds, by number in preorder, semidominators, the tree as it becomes that of dominators, and the forest of nodes
// done so far with its paths compressed: label is the node with the least semidominator on the way to anc.
type semi struct{ semi, idom, anc, label []int }

// eval returns the node with the least semidominator on the way up from v, as far as nodes are done: those after last.
func (s *semi) eval(v, last int) int {
	if v <= last {
		return v
	}
	var path []int
	for s.anc[v] > last {
		path = append(path, v)
		v = s.anc[v]
	}
	for i := len(path) - 1; i >= 0; i-- {
		n, up := path[i], s.anc[path[i]]
		if s.semi[s.label[up]] < s.semi[s.label[n]] {
			s.label[n] = s.label[up]
		}
		s.anc[n] = s.anc[up]
		v = n
	}
	return s.label[v]
}

// number numbers the tree; parents come before their children in order.
func (t *DomTree) number(root int, order []int) {
	kids := newGraph(len(t.idom))
	for _, n := range order {
		if p := t.idom[n]; p >= 0 {
			kids.succs[p] = append(kids.succs[p], n)
		}
	}
	t.pre = make([]int, len(t.idom))
	t.post = make([]int, len(t.idom))
	type frame struct{ node, next int }
	clock := 1
	t.pre[root] = clock
	stack := []frame{{node: root}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		clock++
		if top.next == len(kids.succs[top.node]) {
			t.post[top.node] = clock
			stack = stack[:len(stack)-1]
			continue
		}
		k := kids.succs[top.node][top.next]
		top.next++
		t.pre[k] = clock
		stack = append(stack, frame{node: k})
	}
}
