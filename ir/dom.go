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

// postorder lists the nodes that root reaches, each after those it reaches first.
func (g *graph) postorder(root int) []int {
	type frame struct{ node, next int }
	seen := make([]bool, len(g.succs))
	seen[root] = true
	stack := []frame{{node: root}}
	var order []int
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(g.succs[top.node]) {
			order = append(order, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		s := g.succs[top.node][top.next]
		top.next++
		if !seen[s] {
			seen[s] = true
			stack = append(stack, frame{node: s})
		}
	}
	return order
}

// domTree computes immediate dominators by the iteration of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
// Algorithm", 2001), then numbers the tree.
func (g *graph) domTree(root int, blocks []*Block) *DomTree {
	post := g.postorder(root)
	rank := make([]int, len(g.succs)) // position in postorder
	idom := make([]int, len(g.succs))
	for i := range idom {
		idom[i] = -1
	}
	for i, n := range post {
		rank[n] = i
	}
	idom[root] = root
	for changed := true; changed; {
		changed = false
		for i := len(post) - 2; i >= 0; i-- { // reverse postorder without the root, which is last in post
			n := post[i]
			best := -1
			for _, p := range g.preds[n] {
				switch {
				case idom[p] < 0: // not reached yet
				case best < 0:
					best = p
				default:
					best = meet(p, best, idom, rank)
				}
			}
			if idom[n] != best {
				idom[n] = best
				changed = true
			}
		}
	}
	idom[root] = -1
	t := &DomTree{idom: idom, blocks: blocks}
	t.number(root, post)
	return t
}

// meet returns the closest common ancestor of a and b in the tree built so far.
func meet(a, b int, idom, rank []int) int {
	for a != b {
		for rank[a] < rank[b] {
			a = idom[a]
		}
		for rank[b] < rank[a] {
			b = idom[b]
		}
	}
	return a
}

func (t *DomTree) number(root int, post []int) {
	kids := newGraph(len(t.idom))
	for i := len(post) - 1; i >= 0; i-- {
		if p := t.idom[post[i]]; p >= 0 {
			kids.succs[p] = append(kids.succs[p], post[i])
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
