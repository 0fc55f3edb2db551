package ir

import (
	"math/rand/v2"
	"testing"
)

func TestDominatorsOfADiamond(t *testing.T) {
	f := function(t, `
		if %n then left else right
		left:
		jump join
		right:
		if %m then join else dead
		dead:
		halt
		join:
		return`)
	dom, post := f.Dominators(), f.PostDominators()
	entry, left, join := f.Blocks[0], f.Blocks[1], blockOf(f, "return")
	right, dead := blockOf(f, "if %m"), blockOf(f, "halt")
	for _, c := range []struct {
		what string
		got  bool
		want bool
	}{
		{"the entry dominates the join", dom.Dominates(entry, join), true},
		{"one arm does not dominate the join", dom.Dominates(left, join), false},
		{"a block dominates itself", dom.Dominates(left, left), true},
		{"the right arm dominates the dead end", dom.Dominates(right, dead), true},
		{"the join does not dominate the entry", dom.Dominates(join, entry), false},
		{"the join post-dominates the left arm", post.Dominates(join, left), true},
		{"the join does not post-dominate the right arm", post.Dominates(join, right), false},
		{"no block but itself post-dominates the entry", post.Dominates(join, entry), false},
	} {
		if c.got != c.want {
			t.Error("not so: " + c.what)
		}
	}
	if dom.Idom(join) != entry || dom.Idom(entry) != nil || post.Idom(left) != join || post.Idom(right) != nil {
		t.Error("immediate dominators are wrong")
	}
}

func TestEndlessLoopsHaveNoPostDominators(t *testing.T) {
	f := function(t, `
		if %n then spin else done
		spin:
		call @serve()
		jump spin
		done:`)
	post := f.PostDominators()
	if spin := blockOf(f, "jump b1"); post.Dominates(spin, spin) {
		t.Error("a block that reaches no exit is in the tree of post-dominators")
	}
}

// blockOf returns the block whose terminator begins with text.
func blockOf(f *Func, text string) *Block {
	for _, b := range f.Blocks {
		if s := termText(b.Term); len(s) >= len(text) && s[:len(text)] == text {
			return b
		}
	}
	panic("no block ends in " + text)
}

// TestDominanceByDefinition compares the trees of random graphs with the definition: a dominates b if b cannot be reached
// once a is removed.
func TestDominanceByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f := randomGraph(rng, 2+rng.IntN(12))
		dom, post := f.Dominators(), f.PostDominators()
		for _, a := range f.Blocks {
			for _, b := range f.Blocks {
				if got, want := dom.Dominates(a, b), a == b || !reachesAny(f.Blocks[0], a, []*Block{b}); got != want {
					t.Fatalf("block %d dominates block %d: got %v, want %v in\n%s", a.Index, b.Index, got, want, f)
				}
				if !reachesAny(b, nil, exits(f)) {
					continue
				}
				if got, want := post.Dominates(a, b), a == b || !reachesAny(b, a, exits(f)); got != want {
					t.Fatalf("block %d post-dominates block %d: got %v, want %v in\n%s", a.Index, b.Index, got, want, f)
				}
			}
		}
		f.Loops() // any graph, irreducible ones too
	}
}

func randomGraph(rng *rand.Rand, n int) *Func {
	f := &Func{Name: "random"}
	for range n {
		f.Blocks = append(f.Blocks, &Block{})
	}
	for _, b := range f.Blocks {
		to, other := f.Blocks[rng.IntN(n)], f.Blocks[rng.IntN(n)]
		switch rng.IntN(5) {
		case 0:
			b.Term = &Return{}
		case 1:
			b.Term = &Jump{To: to}
		default:
			b.Term = &If{Cond: Unknown{}, Then: to, Else: other}
		}
	}
	f.Link()
	return f
}

func exits(f *Func) []*Block {
	var out []*Block
	for _, b := range f.Blocks {
		if len(b.Term.Succs()) == 0 {
			out = append(out, b)
		}
	}
	return out
}

// reachesAny reports whether one of targets is reached from start without passing without.
func reachesAny(start, without *Block, targets []*Block) bool {
	seen := map[*Block]bool{without: true}
	work := []*Block{start}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if hasBlock(targets, b) {
			return true
		}
		work = append(work, b.Term.Succs()...)
	}
	return false
}
