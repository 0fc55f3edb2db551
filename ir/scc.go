package ir

// components finds the strongly connected components of the call graph by Tarjan's algorithm, which emits them bottom up.
func (p *Program) components() [][]*Func {
	number := make(map[*Func]int, len(p.All))
	succs := make([][]int, len(p.All))
	for i, f := range p.All {
		number[f] = i
	}
	for i, f := range p.All {
		for _, site := range p.calls[f] {
			for _, g := range p.Targets(f, site.Call) {
				if n, ok := number[g]; ok {
					succs[i] = append(succs[i], n)
				}
			}
		}
	}
	t := tarjan{succs: succs, index: make([]int, len(succs)), low: make([]int, len(succs)), on: make([]bool, len(succs))}
	for n := range succs {
		if t.index[n] == 0 {
			t.visit(n)
		}
	}
	out := make([][]*Func, len(t.comps))
	for i, c := range t.comps {
		for _, n := range c {
			out[i] = append(out[i], p.All[n])
		}
	}
	return out
}

type tarjan struct {
	succs      [][]int
	index, low []int // index is 0 for nodes not visited yet
	on         []bool
	stack      []int
	clock      int
	comps      [][]int
}

// visit walks depth first from root. It keeps its own stack: call chains of generated code are longer than Go's stack
// should grow.
func (t *tarjan) visit(root int) {
	type frame struct{ node, next int }
	t.enter(root)
	work := []frame{{node: root}}
	for len(work) > 0 {
		top := &work[len(work)-1]
		n := top.node
		if top.next < len(t.succs[n]) {
			s := t.succs[n][top.next]
			top.next++
			switch {
			case t.index[s] == 0:
				t.enter(s)
				work = append(work, frame{node: s})
			case t.on[s]:
				t.low[n] = min(t.low[n], t.index[s])
			}
			continue
		}
		work = work[:len(work)-1]
		if len(work) > 0 {
			parent := work[len(work)-1].node
			t.low[parent] = min(t.low[parent], t.low[n])
		}
		if t.low[n] == t.index[n] {
			t.leave(n)
		}
	}
}

func (t *tarjan) enter(n int) {
	t.clock++
	t.index[n], t.low[n] = t.clock, t.clock
	t.on[n] = true
	t.stack = append(t.stack, n)
}

// leave pops the component whose first visited node is n.
func (t *tarjan) leave(n int) {
	var comp []int
	for {
		last := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.on[last] = false
		comp = append(comp, last)
		if last == n {
			break
		}
	}
	for i, j := 0, len(comp)-1; i < j; i, j = i+1, j-1 {
		comp[i], comp[j] = comp[j], comp[i]
	}
	t.comps = append(t.comps, comp)
}
