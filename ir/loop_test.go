package ir

import (
	"fmt"
	"strings"
	"testing"
)

// forest describes the loops of f: depth, position, where the header starts.
func forest(f *Func) string {
	var out []string
	for _, l := range f.Loops().Loops {
		parent := "-"
		if l.Parent != nil {
			parent = fmt.Sprint(l.Parent.Pos.Line)
		}
		out = append(out, fmt.Sprintf("line %d depth %d in %s: %d blocks, %d latches, %d exits",
			l.Pos.Line, l.Depth, parent, len(l.Blocks), len(l.Latches), len(l.Exits())))
	}
	return strings.Join(out, "\n")
}

func TestLoops(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"straight code has none", `
			%x = 1
			return`, ``},
		{"a for loop", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			%i = %i + 1
			jump head
			done:`, `line 3 depth 1 in -: 2 blocks, 1 latches, 1 exits`},
		{"a loop made of goto stands at its first instruction", `
			again:
			%x = call @work()
			if %x then again else done
			done:`, `line 3 depth 1 in -: 1 blocks, 1 latches, 1 exits`},
		{"two ways to continue make one loop with two latches", `
			head: loop
			if %n then a else done
			a:
			%x = call @work()
			if %x then head else b
			b:
			call @rest()
			jump head
			done:`, `line 2 depth 1 in -: 3 blocks, 2 latches, 1 exits`},
		{"nested loops, outer first", `
			outer: loop
			if %n then inner else done
			inner: loop
			if %m then body else next
			body:
			call @work()
			jump inner
			next:
			jump outer
			done:`, `line 2 depth 1 in -: 4 blocks, 1 latches, 1 exits
			         line 4 depth 2 in 2: 2 blocks, 1 latches, 1 exits`},
		{"two loops in a row, a break out of the second", `
			one: loop
			if %n then one else next
			next:
			jump two
			two: loop
			if %n then body else done
			body:
			if %m then done else two
			done:`, `line 2 depth 1 in -: 1 blocks, 1 latches, 1 exits
			         line 6 depth 1 in -: 2 blocks, 1 latches, 1 exits`},
		{"do … while (0) is no loop", `
			body: loop
			if %m then done else test
			test:
			if 0 then body else done
			done:`, ``},
		{"an endless loop that every path leaves is no loop", `
			body: loop
			if %m then done else rest
			rest:
			call @work()
			jump done
			done:`, ``},
		{"an endless loop without exit is one", `
			body: loop
			call @serve()
			if 1 then body else done
			done:`, `line 2 depth 1 in -: 1 blocks, 1 latches, 0 exits`},
		{"while (0) never runs", `
			head: loop
			if 1 == 2 then body else done
			body:
			jump head
			done:`, ``},
		{"a counted loop over one value is no loop", `
			%i = 0
			head: loop
			if %i < 1 then body else done
			body:
			call @work()
			%i = %i + 1
			jump head
			done:`, ``},
		{"its inner loop moves one level out", `
			%i = 0
			head: loop
			if %i < 1 then inner else done
			inner: loop
			if %m then body else next
			body:
			call @work()
			jump inner
			next:
			%i = %i + 1
			jump head
			done:`, `line 5 depth 1 in -: 2 blocks, 1 latches, 1 exits`},
		{"a condition that does something is evaluated twice even so", `
			%i = 0
			head: loop
			call @work()
			if %i < 1 then body else done
			body:
			%i = %i + 1
			jump head
			done:`, `line 3 depth 1 in -: 2 blocks, 1 latches, 1 exits`},
		{"a flag that the pass itself sets ends the loop", `
			%done = 0
			head: loop
			%t = !%done
			if %t then body else out
			body:
			call @work()
			%done = 1
			jump head
			out:`, ``},
		{"a flag that only some passes set does not", `
			%done = 0
			head: loop
			if !%done then body else out
			body:
			%done = call @work()
			if %m then set else head
			set:
			%done = 1
			jump head
			out:`, `line 3 depth 1 in -: 3 blocks, 2 latches, 1 exits`},
		{"do … while on a flag that is cleared last", `
			body: loop
			call @work()
			%more = 0
			if %more then body else out
			out:`, ``},
		{"a flag that is set and taken back", `
			%done = 0
			head: loop
			if !%done then body else out
			body:
			%done = 1
			call @retry(&%done)
			jump head
			out:`, `line 3 depth 1 in -: 2 blocks, 1 latches, 1 exits`},
		{"a jump to the entry", `
			entry:
			call @work()
			if %n then entry else done
			done:`, `line 3 depth 1 in -: 1 blocks, 1 latches, 1 exits`},
		{"a jump into a loop keeps it natural when it joins at the header", `
			if %n then test else test
			top:
			call @work()
			jump test
			test:
			if %m then top else done
			done:`, `line 7 depth 1 in -: 2 blocks, 1 latches, 1 exits`},
		{"a cycle with two entries is no natural loop", `
			if %n then a else b
			a:
			call @a()
			if %m then b else done
			b:
			call @b()
			jump a
			done:`, ``},
		{"but a natural loop around it is found", `
			head: loop
			if %n then a else b
			a:
			if %m then b else tail
			b:
			if %p then a else tail
			tail:
			if %m then head else done
			done:`, `line 2 depth 1 in -: 4 blocks, 1 latches, 1 exits`},
	} {
		f := function(t, c.body)
		if got, want := forest(f), strings.Join(lines(c.want), "\n"); got != want {
			t.Errorf("%s:\n got %s\nwant %s\n%s", c.name, got, want, f)
		}
	}
}

func TestInnermostLoopOfABlock(t *testing.T) {
	f := function(t, `
		outer: loop
		if %n then inner else done
		inner: loop
		if %m then inner else next
		next:
		jump outer
		done:`)
	lf := f.Loops()
	for i, want := range []int{0, 1, 2, 1, 0} {
		b := f.Blocks[i]
		if got := lf.Depth(b); got != want {
			t.Errorf("block %d is at depth %d, want %d", i, got, want)
		}
		if l := lf.Innermost(b); (l == nil) != (want == 0) || l != nil && !l.Contains(b) {
			t.Errorf("block %d: innermost loop is %v", i, l)
		}
	}
	if outer := lf.Loops[0]; len(outer.Children) != 1 || outer.Children[0] != lf.Loops[1] {
		t.Errorf("children of the outer loop: %v", outer.Children)
	}
}
