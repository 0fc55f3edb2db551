package ir

import (
	"bytes"
	"testing"
)

func TestDamagedBytesGiveAnError(t *testing.T) {
	f := &Func{Name: "f"}
	b := NewBuilder(f)
	p := b.AddParam("p", Pos{File: "a.c", Line: 3, Col: 1})
	b.Emit(&Acquire{Dst: VarPath(p), How: "malloc", Size: Bin{"*", Value(p), Const{8}}, Pos: Pos{File: "a.c", Line: 4, Col: 2}})
	b.Emit(&Release{Val: Value(p), How: "free"})
	b.Finish()
	data, err := Encode(&Unit{Name: "a.c", Lang: C, Funcs: []*Func{f}})
	if err != nil {
		t.Fatal(err)
	}
	u, err := DecodeUnit(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Encode(u)
	if err != nil || !bytes.Equal(data, again) {
		t.Fatalf("encoding what was decoded gives other bytes (%v)", err)
	}
	for n := range data {
		if _, err := DecodeUnit(data[:n]); err == nil {
			t.Errorf("the first %d of %d bytes decode", n, len(data))
		}
	}
}
