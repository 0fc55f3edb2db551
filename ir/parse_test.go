package ir

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// printed is a unit that uses every part of the grammar, in the form in which Print writes it.
const printed = `unit "exchange.c" lang c errors 2

global @grid "struct grid" @3:1
global @"exchange.c:cache" array

func @exchange(%s "struct s *" @10:14, %n) display "exchange(s, n)" results 1 exported addrtaken @10:1-30:2 {
  var %buf "double *" array @11:3
  var temp %t1, %t2
  var %"a.b", %i#2
b0:
  acquire %buf malloc size (%n * 8) elem 8 name "buf" zero @12:10-25
  acquire %s.*.win MPI_Win_create object of MPI_COMM_WORLD with %n, &%s.*.win @-
  acquire %"a.b" "std::vector" container @"v.h":3:1
  ensure %"a.b".#data resize base offset(%buf, 1) elem 4 name "v" @13:3
  %s.*.tab[%n] = &@grid.cells[?] @14:3
  %i#2 = (-5 + -(5)) @14:9
  @"exchange.c:cache"[0] = ?"f(x)" @15
  %t1, _ = call @f(%s, func @g, "x\ny", named("size")) name "F" @16:3
  go {@g, @h}(?) @17:3
  call virtual {@g, @h}(%n) name "s->ops[n]" through %s.*.ops[%n] @17:9
  call {}() @18:3
  escape %buf @19:3
  %t2 = comm MPI_Isend as "PMPI_Isend" send(%buf count %n elem 8 block text "buf") peer ((rank(MPI_COMM_WORLD) + 1) % size(MPI_COMM_WORLD)) comm MPI_COMM_WORLD use MPI_DOUBLE req %s.*.req[1] @20:3
  comm MPI_Sendrecv send(%buf) recv(%buf) peer %n, MPI_ANY_SOURCE root 0 win %"a.b" @21:3
  jump b1
b1: loop @22:3
  switch %n {1: b2, MPI_PROC_NULL: b3, default: b4} @23:3
b2:
  if (!%i#2 && (~%n != null)) then b1 else b4 @24:3
b3:
  release %buf free @25:3
  release ? "scope exit" @26:3
  return %t1, null @27:3
b4:
  halt @28:3
}

func @"static helper.c:h"() main header external @- {
b0:
  return @-
}
`

func TestPrintedFormIsReadBack(t *testing.T) {
	u, err := ParseUnit("text", printed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(printed, u.String()); diff != "" {
		t.Errorf("printing what was parsed (-want +got):\n%s", diff)
	}
	data, err := Encode(u)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := DecodeUnit(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(printed, decoded.String()); diff != "" {
		t.Errorf("printing what was decoded (-want +got):\n%s", diff)
	}
	again, err := Encode(decoded)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("encoding what was decoded gives other bytes (%v)", err)
	}
}

func TestTextIsEasyToWriteByHand(t *testing.T) {
	u, err := ParseUnit("hand.c", `
func @f(%n) { // a comment
  %i = 0
again:
  %i = %i + 1 * 2
  if %i < %n then again else done
done:
}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `unit "hand.c" lang c

func @f(%n) @2:1 {
  var %i
b0:
  %i = 0 @3:3
  jump b1
b1:
  %i = (%i + (1 * 2)) @5:3
  if (%i < %n) then b1 else b2 @6:3
b2:
  return @2:1
}
`
	if diff := cmp.Diff(want, u.String()); diff != "" {
		t.Error(diff)
	}
}

func TestFaultsInTextAreNamedWithTheirPlace(t *testing.T) {
	in := func(line string) string { return "func @f(%p) {\n  " + line + "\n}\n" }
	for _, c := range []struct{ text, want string }{
		{"hello", `t:1:1: expected "global" or "func", found "hello"`},
		{"unit \"x\" lang java", `t:1:15: unknown language "java"`},
		{"func @f(", `t:1:9: expected % and the name of a variable, found the end of the line`},
		{"func @f() {\n", `t:2:1: function @f has no closing brace`},
		{"func @f() fast {\n}", `t:1:11: unknown property "fast" of a function`},
		{"func @f() {\n}\nfunc @f() {\n}", `t:3:1: function @f is defined twice`},
		{"func @f(%a, %a) {\n}", `t:1:13: %a is declared twice, or after its first use`},
		{"global @g\nglobal @g", `t:2:8: global @g is declared twice, or after its first use`},
		{in("jump away"), `t:2:8: no label away in function @f`},
		{in("jump x\n  %p = 1"), `t:3:3: nothing comes here: a label must follow a terminator`},
		{in("x:\nx:"), `t:3:1: label x stands twice`},
		{in("%p ="), `t:2:7: expected an expression, found the end of the line`},
		{in("%p = 1 2"), `t:2:10: expected the end of the line, found "2"`},
		{in("%p = 99999999999999999999"), `t:2:8: number 99999999999999999999 does not fit in 64 bits`},
		{in("%p = call"), `t:2:12: expected @ and the name of a function, found the end of the line`},
		{in("%p, %p = 3"), `t:2:12: only a call has several results`},
		{in("_ = 3"), `t:2:7: only the result of a call can be dropped`},
		{in("grab %p"), `t:2:3: expected an instruction, found "grab"`},
		{in("acquire %p malloc bytes 3"), `t:2:21: unknown property "bytes" of an acquisition`},
		{in("comm MPI_Telepathy"), `t:2:8: unknown MPI procedure "MPI_Telepathy"`},
		{in("comm MPI_Send send(%p size 3)"), `t:2:25: unknown property "size" of a buffer`},
		{in(`release "open`), `t:2:11: string without an end, or with a malformed escape`},
		{in("halt @0:3"), `t:2:8: lines count from 1`},
		{in("halt @99999999999"), `t:2:8: malformed position`},
		{in("halt @"), `t:2:8: a name or a position must follow @`},
		{in("halt ;"), `t:2:8: unexpected character ';'`},
		{in("%p = " + strings.Repeat("(", 5000)), `t:2:2008: expression nested too deeply`},
		{in("%p = 1" + strings.Repeat(" + 1", 5000)), `t:2:8: expression nested deeper than 1000`},
	} {
		_, err := ParseUnit("t", c.text)
		if err == nil {
			t.Errorf("%.60q parses", c.text)
		} else if err.Error() != c.want {
			t.Errorf("%.60q:\n got %s\nwant %s", c.text, err, c.want)
		}
	}
}
