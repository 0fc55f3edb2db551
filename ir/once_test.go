package ir

import "testing"

func TestInOnePass(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"a rank's turn", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			if %i == %p then turn else next
			turn:
			call @work()
			jump next
			next:
			%i = %i + 1
			jump head
			done:`, true},
		{"the others go on", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			if %i != %p then next else turn
			turn:
			call @work()
			jump next
			next:
			%i = %i + 1
			jump head
			done:`, true},
		{"a neighbour's turn, deeper", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			if %p == (%i + 1) then some else next
			some:
			if %n > 3 then turn else next
			turn:
			call @work()
			jump next
			next:
			%i = %i + 1
			jump head
			done:`, true},
		{"all but one", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			if %i != %p then turn else next
			turn:
			call @work()
			jump next
			next:
			%i = %i + 1
			jump head
			done:`, false},
		{"the next of a list", `
			%i = 0
			%k = 0
			head: loop
			if %i < %n then body else done
			body:
			if %i == %k then turn else next
			turn:
			call @work()
			%k = %k + 2
			jump next
			next:
			%i = %i + 1
			jump head
			done:`, false},
		{"a flag for the first pass", `
			%first = 1
			head: loop
			if %first then turn else next
			turn:
			call @work()
			jump next
			next:
			if %n > 3 then back else done
			back:
			%first = 0
			jump head
			done:`, true},
		{"a flag that some passes leave", `
			%first = 1
			head: loop
			if %first then turn else next
			turn:
			call @work()
			jump next
			next:
			if %n > 3 then back else head
			back:
			%first = 0
			jump head
			done:`, false},
		{"a flag that is set again", `
			%first = 1
			head: loop
			if %first then turn else next
			turn:
			call @work()
			%first = 0
			if %n > 3 then next else done
			next:
			%first = %m
			jump head
			done:`, false},
		{"also reached without the question", `
			%i = 0
			head: loop
			if %i < %n then body else done
			body:
			if %i == %p then turn else other
			other:
			if %n > 3 then turn else next
			turn:
			call @work()
			jump next
			next:
			%i = %i + 1
			jump head
			done:`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := function(t, c.body)
			var turn *Block
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if _, ok := in.(*Call); ok {
						turn = b
					}
				}
			}
			if got := f.Defs().InOnePass(turn, firstLoop(f)); got != c.want {
				t.Errorf("InOnePass = %v, want %v", got, c.want)
			}
		})
	}
}
