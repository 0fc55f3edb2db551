package ir

import "fmt"

// Builder adds instructions to the function under construction, one block at a time.
type Builder struct {
	Fn  *Func
	Cur *Block // where Emit appends; nil after a terminator: what follows is unreachable until SetBlock
	tmp int
	use map[string]int
}

// NewBuilder starts fn with an entry block.
func NewBuilder(fn *Func) *Builder {
	b := &Builder{Fn: fn, use: map[string]int{}}
	b.Cur = b.NewBlock()
	return b
}

// NewBlock adds an empty block.
func (b *Builder) NewBlock() *Block {
	blk := &Block{Index: len(b.Fn.Blocks)}
	b.Fn.Blocks = append(b.Fn.Blocks, blk)
	return blk
}

// SetBlock makes blk the block that Emit appends to.
func (b *Builder) SetBlock(blk *Block) { b.Cur = blk }

// Emit appends an instruction. Unreachable code goes into a block of its own, which Finish removes.
func (b *Builder) Emit(i Instr) {
	if b.Cur == nil {
		b.Cur = b.NewBlock()
	}
	b.Cur.Instrs = append(b.Cur.Instrs, i)
}

// End closes the current block with t; without a current block it does nothing.
func (b *Builder) End(t Term) {
	if b.Cur != nil {
		b.Cur.Term = t
		b.Cur = nil
	}
}

// Jump closes the current block with a jump to blk.
func (b *Builder) Jump(blk *Block) { b.End(&Jump{To: blk}) }

// AddParam adds a parameter; the name is made unique.
func (b *Builder) AddParam(name string, pos Pos) *Var {
	v := &Var{Name: b.unique(name), Kind: Param, Pos: pos}
	b.Fn.Params = append(b.Fn.Params, v)
	return v
}

// AddLocal adds a local variable; the name is made unique.
func (b *Builder) AddLocal(name string, pos Pos) *Var {
	v := &Var{Name: b.unique(name), Kind: Local, Pos: pos}
	b.Fn.Locals = append(b.Fn.Locals, v)
	return v
}

// AddTemp adds a temporary.
func (b *Builder) AddTemp() *Var {
	b.tmp++
	v := &Var{Name: b.unique(fmt.Sprintf("t%d", b.tmp)), Kind: Temp}
	b.Fn.Locals = append(b.Fn.Locals, v)
	return v
}

func (b *Builder) unique(name string) string {
	if name == "" {
		name = "_"
	}
	b.use[name]++
	if n := b.use[name]; n > 1 {
		return b.unique(fmt.Sprintf("%s#%d", name, n))
	}
	return name
}

// Finish closes open blocks with a return, drops unreachable blocks, numbers the rest and links predecessors.
func (b *Builder) Finish() *Func {
	for _, blk := range b.Fn.Blocks {
		if blk.Term == nil {
			blk.Term = &Return{}
		}
	}
	b.Cur = nil
	b.Fn.Link()
	return b.Fn
}

// Link makes jumps of branches on constants, drops unreachable blocks, numbers the others in reverse postorder and fills
// Preds. An entry that has predecessors gets an empty block put in front.
func (f *Func) Link() {
	if len(f.Blocks) == 0 {
		return
	}
	foldBranches(f.Blocks)
	order := reversePostorder(f.Blocks[0])
	entry := f.Blocks[0]
	for _, blk := range order {
		for _, s := range blk.Term.Succs() {
			if s == entry {
				front := &Block{Term: &Jump{To: entry}}
				order = append([]*Block{front}, order...)
				entry = nil
			}
		}
		if entry == nil {
			break
		}
	}
	for i, blk := range order {
		blk.Index = i
	}
	linkPreds(order)
	f.Blocks = order
}

// linkPreds fills Preds, each predecessor once.
func linkPreds(blocks []*Block) {
	for _, blk := range blocks {
		blk.Preds = nil
	}
	for _, blk := range blocks {
		for _, s := range blk.Term.Succs() {
			if n := len(s.Preds); n == 0 || s.Preds[n-1] != blk {
				s.Preds = append(s.Preds, blk)
			}
		}
	}
}

func hasBlock(list []*Block, b *Block) bool {
	for _, x := range list {
		if x == b {
			return true
		}
	}
	return false
}

func reversePostorder(entry *Block) []*Block {
	type frame struct {
		b    *Block
		next int
	}
	seen := map[*Block]bool{entry: true}
	stack := []frame{{b: entry}}
	var post []*Block
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := top.b.Term.Succs()
		if top.next < len(succs) {
			// Later successors are visited first, so that the first one comes first in the reversed order.
			s := succs[len(succs)-1-top.next]
			top.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{b: s})
			}
			continue
		}
		post = append(post, top.b)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}
