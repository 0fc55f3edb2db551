package ir

import (
	"bytes"
	"testing"
)

// exercise runs what analyses run on any unit; none of it may crash.
func exercise(u *Unit) {
	Sanity(u)
	p := NewProgram([]*Unit{u})
	for _, f := range u.Funcs {
		f.PostDominators()
		d := p.Defs(f)
		for _, l := range f.Loops().Loops {
			if ind, ok := d.Induction(l); ok {
				TripCount(ind)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(printed)
	f.Add("func @f(%n) {\nx: loop\n  if %n - 1 then x else x\n}")
	f.Add("func @f() {\na:\n switch -1 {0: a, default: b}\nb:\n %x[?\"?\"] = ?\n jump a\n}")
	f.Add("func @f() {\n %i = 0\nh:\n if %i < 1 then b else d\nb:\n %i = %i + 1\n jump h\nd:\n}")
	f.Fuzz(func(t *testing.T, text string) {
		u, err := ParseUnit("fuzz", text)
		if err != nil {
			return
		}
		out := u.String()
		v, err := ParseUnit("fuzz", out)
		if err != nil {
			t.Fatalf("what was printed does not parse: %v\n%s", err, out)
		}
		if again := v.String(); again != out {
			t.Fatalf("printed again it differs:\n%s\n%s", out, again)
		}
		data, err := Encode(u)
		if err != nil {
			t.Fatal(err)
		}
		if w, err := DecodeUnit(data); err != nil || w.String() != out {
			t.Fatalf("decoding what was encoded: %v\n%s", err, out)
		}
		exercise(u)
	})
}

func FuzzDecode(f *testing.F) {
	u, err := ParseUnit("seed", printed)
	if err != nil {
		f.Fatal(err)
	}
	data, err := Encode(u)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(magic))
	f.Add([]byte(magic + "\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := DecodeUnit(data)
		if err != nil {
			return
		}
		exercise(u)
		_ = u.String()
		again, err := Encode(u)
		if err != nil {
			t.Fatalf("encoding what was decoded: %v", err)
		}
		v, err := DecodeUnit(again)
		if err != nil {
			t.Fatalf("decoding it again: %v", err)
		}
		if third, err := Encode(v); err != nil || !bytes.Equal(again, third) {
			t.Fatalf("the bytes are not stable (%v)", err)
		}
	})
}
