package ir

import (
	"fmt"
	"testing"
)

// counting describes how a loop counts.
func counting(ind Ind) string {
	s := fmt.Sprintf("%s = %s; %s %s %s; += %s", ind.Var, Key(ind.Init), ind.Var, ind.Op, ind.Bound, ind.Step)
	if ind.Bottom {
		s = "do " + s
	}
	if !ind.Up {
		s += " down"
	}
	if n, ok := TripCount(ind); ok {
		s += fmt.Sprintf(" (%d)", n)
	}
	return s
}

// firstLoop is the outermost first loop of f, one that runs only once included.
func firstLoop(f *Func) *Loop {
	dom := f.Dominators()
	for _, h := range f.Blocks {
		if latches := backEdges(dom, h); len(latches) > 0 {
			return nest(f, []*Loop{naturalLoop(h, latches)}).Loops[0]
		}
	}
	return nil
}

func TestInduction(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"for (i = 0; i < n; i++)", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			call @work()
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i < %n; += 1"},
		{"constant bounds", `
			%i = 3
			head: loop
			if %i <= 21 then body else done
			body:
			%i = %i + 4
			jump head
			done:`, "%i = 3; %i <= 21; += 4 (5)"},
		{"counting down to zero", `
			%i = %n - 1
			head: loop
			if %i >= 0 then body else done
			body:
			%i = %i - 1
			jump head
			done:`, "%i = (%n - 1); %i >= 0; += -1 down"},
		{"the bound on the left", `
			%i = 0
			head: loop
			if 10 > %i then body else done
			body:
			%i = 2 + %i
			jump head
			done:`, "%i = 0; %i < 10; += 2 (5)"},
		{"leaving when it reaches the bound", `
			%i = 0
			head: loop
			if %i == 8 then done else body
			body:
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i != 8; += 1 (8)"},
		{"do … while", `
			%i = 0
			body: loop
			call @work()
			%i = %i + 1
			if %i < 4 then body else done
			done:`, "do %i = 0; %i < 4; += 1 (4)"},
		{"do … while that runs once", `
			%i = 0
			body: loop
			%i = %i + 1
			if %i < 1 then body else done
			done:`, "do %i = 0; %i < 1; += 1 (1)"},
		{"while (n-- > 0) tests the value before", `
			head: loop
			%t1 = %n
			%n = %n - 1
			if %t1 > 0 then body else done
			body:
			call @work()
			jump head
			done:`, "%n = %n; %n > 0; += -1 down"},
		{"while (--n) tests the value after", `
			%n = 5
			head: loop
			%n = %n - 1
			if %n then body else done
			body:
			call @work()
			jump head
			done:`, "%n = 5; %n != 1; += -1 down (4)"},
		{"go/ssa: phis lowered to assignments, values assigned once", `
			%t1 = 0
			jump head
			head: loop
			%t2 = %t1 < %n
			if %t2 then body else done
			body:
			call @work()
			%t3 = %t1 + 1
			%t1 = %t3
			jump head
			done:`, "%t1 = 0; %t1 < %n; += 1"},
		{"go/ssa: range over a slice counts from -1", `
			%t0 = call @len(%p)
			%t1 = -1
			jump head
			head: loop
			%t2 = %t1 + 1
			%t3 = %t2 < %t0
			if %t3 then body else done
			body:
			call @work()
			%t1 = %t2
			jump head
			done:`, "%t1 = -1; %t1 < (%t0 - 1); += 1"},
		{"go/ssa: a phi assigned in every latch", `
			%t1 = 0
			jump head
			head: loop
			%t2 = %t1 + 1
			if %t1 < 16 then body else done
			body:
			if %m then one else other
			one:
			%t1 = %t2
			jump head
			other:
			%t1 = %t2
			jump head
			done:`, "%t1 = 0; %t1 < 16; += 1 (16)"},
		{"a pointer walks over a block", `
			%q = %p
			%end = offset(%p, %n)
			head: loop
			if %q != %end then body else done
			body:
			%q = offset(%q, 1)
			jump head
			done:`, "%q = %p; %q != %end; += 1"},
		{"a stride that does not change", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			%i = %i + %m
			jump head
			done:`, "%i = 0; %i < %n; += %m"},
		{"the condition has a second part", `
			%i = 0
			head: loop
			if %i < 9 then second else done
			second:
			if %m then body else done
			body:
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i < 9; += 1 (9)"},
		{"the count is the second part", `
			%i = 0
			head: loop
			if %m then second else done
			second:
			if %i < 9 then body else done
			body:
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i < 9; += 1 (9)"},
		{"the start is set before a branch", `
			%i = 0
			if %m then a else b
			a:
			call @work()
			b:
			jump head
			head: loop
			if %i < %n then body else done
			body:
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i < %n; += 1"},
		{"two different starts are not known", `
			if %m then a else b
			a:
			%i = 0
			jump head
			b:
			%i = 1
			jump head
			head: loop
			if %i < %n then body else done
			body:
			%i = %i + 1
			jump head
			done:`, "%i = ?; %i < %n; += 1"},
		{"constants through variables assigned once", `
			%passes = 2
			%i = 0
			head: loop
			if %i < %passes then body else done
			body:
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i < 2; += 1 (2)"},
		{"the address of the counter is sent", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			comm MPI_Send send(&%i count 1) peer %i comm MPI_COMM_WORLD
			%i = %i + 1
			jump head
			done:`, "%i = 0; %i < %n; += 1"},
		{"a loop that never moves away from its bound's side", `
			%i = 0
			head: loop
			if %i < 5 then body else done
			body:
			%i = %i - 1
			jump head
			done:`, "%i = 0; %i < 5; += -1 down"},
	} {
		f := function(t, c.body)
		ind, ok := Induction(f, firstLoop(f))
		if !ok {
			t.Errorf("%s: not recognised in\n%s", c.name, f)
		} else if got := counting(ind); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s\n%s", c.name, got, c.want, f)
		}
	}
}

func TestNoInduction(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"the counter moves on some paths only", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			if %m then step else head
			step:
			%i = %i + 1
			jump head
			done:`},
		{"it moves twice", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			%i = %i + 1
			%i = %i + 1
			jump head
			done:`},
		{"it moves in an inner loop", `
			%i = 0
			head: loop
			if %i < %n then inner else done
			inner: loop
			%i = %i + 1
			if %m then inner else head
			done:`},
		{"it is received into", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			comm MPI_Recv recv(&%i count 1) peer 0 comm MPI_COMM_WORLD
			%i = %i + 1
			jump head
			done:`},
		{"the bound changes", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			%n = call @shrink(%n)
			%i = %i + 1
			jump head
			done:`},
		{"it is doubled", `
			%i = 1
			head: loop
			if %i < %n then body else done
			body:
			%i = %i * 2
			jump head
			done:`},
		{"a list", `
			head: loop
			if %p != null then body else done
			body:
			%p = %p.*.next
			jump head
			done:`},
		{"an unknown condition", `
			head: loop
			if ?"ready()" then body else done
			body:
			jump head
			done:`},
	} {
		f := function(t, c.body)
		if ind, ok := Induction(f, firstLoop(f)); ok {
			t.Errorf("%s: taken for %s in\n%s", c.name, counting(ind), f)
		}
	}
}

func TestValuesThatFollowTheCounter(t *testing.T) {
	f := function(t, `
		%i = 0
		head: loop
		if %i < %n then body else done
		body:
		%r = %n - %i
		%i = %i + 1
		call @work(%r, %i)
		jump head
		done:`)
	ind, ok := Induction(f, firstLoop(f))
	if !ok {
		t.Fatal("not recognised")
	}
	body := f.Blocks[2]
	for _, c := range []struct {
		expr string
		at   int
		want string
	}{
		{"%i", 0, "%i = 0; %i < %n; += 1"},
		{"%i", 2, "%i = 1; %i < (%n + 1); += 1"},
		{"%i * 2", 0, "none"},
		{"%r", 1, "%i = %n; %i > 0; += -1 down"},
		{"%r - 1", 2, "%i = (%n - 1); %i > -1; += -1 down"},
		{"offset(%p, %i)", 0, "%i = %p; %i < (%n + %p); += 1"},
		{"%n", 0, "none"},
	} {
		got := "none"
		if of, ok := ind.Of(expr(t, f, c.expr), Loc{body, c.at}); ok {
			got = counting(of)
		}
		if got != c.want {
			t.Errorf("%s before instruction %d: got %s, want %s", c.expr, c.at, got, c.want)
		}
	}
}

func TestValuesThatDoubleAndDoubleEndTheSearch(t *testing.T) {
	body := "\n%i = 0\nhead: loop\n%t0 = %i\n"
	for k := range 64 {
		body += fmt.Sprintf("%%t%d = %%t%d + %%t%d\n", k+1, k, k)
	}
	f := function(t, body+`
		if %t64 < %n then body else done
		body:
		%i = %i + 1
		jump head
		done:`)
	if ind, ok := Induction(f, firstLoop(f)); ok {
		t.Errorf("taken for %s", counting(ind))
	}
	if f.Defs().Invariant(expr(t, f, "%t64"), firstLoop(f)) {
		t.Error("a multiple of the counter does not change")
	}
}
