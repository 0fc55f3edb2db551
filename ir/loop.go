package ir

import "sort"

// Loop is a natural loop: the blocks that reach a jump back to Header without passing Header, which dominates them all.
type Loop struct {
	Header   *Block
	Blocks   []*Block // sorted by Index; the header comes first
	Latches  []*Block // the blocks that jump back to Header, sorted
	Parent   *Loop    // the loop right around this one, or nil
	Children []*Loop
	Depth    int // 1 = outermost
	Pos      Pos // of the loop statement; of the first instruction when it is not written as one
}

// Contains reports whether b is in l or in a loop within l.
func (l *Loop) Contains(b *Block) bool {
	i := sort.Search(len(l.Blocks), func(i int) bool { return l.Blocks[i].Index >= b.Index })
	return i < len(l.Blocks) && l.Blocks[i] == b
}

// Exits returns the blocks outside l that blocks of l go to, sorted by Index.
func (l *Loop) Exits() []*Block {
	var out []*Block
	for _, b := range l.Blocks {
		for _, s := range b.Term.Succs() {
			if !l.Contains(s) && !hasBlock(out, s) {
				out = append(out, s)
			}
		}
	}
	sortBlocks(out)
	return out
}

// LoopForest holds the loops of a function.
type LoopForest struct {
	Loops     []*Loop // each after the loops around it; siblings by header
	innermost []*Loop // by Block.Index
}

// Innermost returns the innermost loop around b, or nil.
func (lf *LoopForest) Innermost(b *Block) *Loop { return lf.innermost[b.Index] }

// Depth returns how many loops are around b.
func (lf *LoopForest) Depth(b *Block) int {
	if l := lf.innermost[b.Index]; l != nil {
		return l.Depth
	}
	return 0
}

// Loops returns the natural loops of f that can repeat. Back edges to the same header make one loop. Cycles entered at
// several blocks (irreducible ones) are no natural loops and do not appear; neither do loops whose body constants let run
// once at most: counted ones, and those whose condition the pass itself ends.
func (f *Func) Loops() *LoopForest {
	dom := f.Dominators()
	var loops []*Loop
	for _, h := range f.Blocks {
		if latches := backEdges(dom, h); len(latches) > 0 {
			loops = append(loops, naturalLoop(h, latches))
		}
	}
	lf := nest(f, loops)
	if kept := repeating(f, loops); len(kept) < len(loops) {
		for _, l := range kept {
			l.Children = nil
		}
		lf = nest(f, kept)
	}
	return lf
}

func repeating(f *Func, loops []*Loop) []*Loop {
	if len(loops) == 0 {
		return nil
	}
	defs := f.Defs()
	var kept []*Loop
	for _, l := range loops {
		if !defs.runsOnce(l) {
			kept = append(kept, l)
		}
	}
	return kept
}

func backEdges(dom *DomTree, h *Block) []*Block {
	var latches []*Block
	for _, p := range h.Preds {
		if dom.Dominates(h, p) {
			latches = append(latches, p)
		}
	}
	sortBlocks(latches)
	return latches
}

func naturalLoop(h *Block, latches []*Block) *Loop {
	l := &Loop{Header: h, Latches: latches, Blocks: []*Block{h}}
	in := map[*Block]bool{h: true}
	work := append([]*Block(nil), latches...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if in[b] {
			continue
		}
		in[b] = true
		l.Blocks = append(l.Blocks, b)
		work = append(work, b.Preds...)
	}
	sortBlocks(l.Blocks)
	l.Pos = loopPos(l)
	return l
}

// nest finds who is in whom. Natural loops with different headers are disjoint or nested, so the smallest loop that
// contains another's header is its parent.
func nest(f *Func, loops []*Loop) *LoopForest {
	sort.SliceStable(loops, func(i, j int) bool { return len(loops[i].Blocks) > len(loops[j].Blocks) })
	lf := &LoopForest{innermost: make([]*Loop, len(f.Blocks))}
	for _, l := range loops {
		l.Parent = lf.innermost[l.Header.Index]
		l.Depth = 1
		if l.Parent != nil {
			l.Depth = l.Parent.Depth + 1
		}
		for _, b := range l.Blocks {
			lf.innermost[b.Index] = l
		}
	}
	sort.SliceStable(loops, func(i, j int) bool { return loops[i].Header.Index < loops[j].Header.Index })
	for _, l := range loops {
		if l.Parent != nil {
			l.Parent.Children = append(l.Parent.Children, l)
		}
	}
	lf.Loops = loops
	return lf
}

func loopPos(l *Loop) Pos {
	if l.Header.Loop.IsValid() {
		return l.Header.Loop
	}
	for _, b := range append([]*Block{l.Header}, l.Blocks...) {
		for _, i := range b.Instrs {
			if p := i.Position(); p.IsValid() {
				return p
			}
		}
		if p := TermPos(b.Term); p.IsValid() {
			return p
		}
	}
	return Pos{}
}

// TermPos returns where a terminator stands; jumps have no position.
func TermPos(t Term) Pos {
	switch t := t.(type) {
	case *If:
		return t.Pos
	case *Switch:
		return t.Pos
	case *Return:
		return t.Pos
	case *Halt:
		return t.Pos
	}
	return Pos{}
}

func sortBlocks(list []*Block) {
	sort.Slice(list, func(i, j int) bool { return list[i].Index < list[j].Index })
}
