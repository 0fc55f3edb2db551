package ir

import "testing"

// generated makes a function as code generators do: an else-if chain with arms arms, a sum of terms terms, depth nested
// loops.
func generated(arms, terms, depth int) *Func {
	f := &Func{Name: "generated"}
	b := NewBuilder(f)
	n := b.AddParam("n", Pos{})
	end := b.NewBlock()
	for i := range arms {
		then, next := b.NewBlock(), b.NewBlock()
		b.End(&If{Cond: Bin{"==", Value(n), Const{int64(i)}}, Then: then, Else: next})
		b.SetBlock(then)
		b.Emit(&Assign{Dst: VarPath(n), Src: Const{1}})
		b.Jump(end)
		b.SetBlock(next)
	}
	b.Jump(end)
	b.SetBlock(end)
	sum := Value(n)
	for range terms {
		sum = Bin{"+", sum, Value(n)}
	}
	b.Emit(&Assign{Dst: VarPath(n), Src: sum})
	var heads, exits []*Block
	for i := range depth {
		head, body, exit := b.NewBlock(), b.NewBlock(), b.NewBlock()
		b.Jump(head)
		b.SetBlock(head)
		b.End(&If{Cond: Bin{"<", Value(n), Const{int64(i)}}, Then: body, Else: exit})
		b.SetBlock(body)
		heads, exits = append(heads, head), append(exits, exit)
	}
	for i := depth - 1; i >= 0; i-- {
		b.Jump(heads[i])
		b.SetBlock(exits[i])
	}
	return b.Finish()
}

func TestGeneratedCodeIsHandled(t *testing.T) {
	f := generated(8000, 200_000, 100)
	u := &Unit{Name: "generated.c", Lang: C, Funcs: []*Func{f}}
	for _, err := range Sanity(u) {
		t.Error(err)
	}
	f.PostDominators()
	if got := len(f.Loops().Loops); got != 100 {
		t.Errorf("%d loops, want 100", got)
	}
	data, err := Encode(u)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeUnit(data); err != nil {
		t.Error(err)
	}
}

func BenchmarkDominators(b *testing.B) {
	f := generated(8000, 1, 100)
	for b.Loop() {
		f.Dominators()
	}
}

func BenchmarkLoops(b *testing.B) {
	f := generated(1000, 1, 100)
	for b.Loop() {
		f.Loops()
	}
}

func BenchmarkEncode(b *testing.B) {
	u := &Unit{Name: "generated.c", Lang: C, Funcs: []*Func{generated(8000, 1, 100)}}
	for b.Loop() {
		data, err := Encode(u)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := DecodeUnit(data); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(data)))
	}
}
