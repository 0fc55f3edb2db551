package ir

import "testing"

func TestInvariant(t *testing.T) {
	for _, c := range []struct {
		expr, body string // what stands in the loop
		want       bool
		why        string
	}{
		{"%n + 1", "call @work()", true, "a parameter that nobody assigns"},
		{"%n", "%n = %n - 1", false, "assigned in the loop"},
		{"%t", "%t = %n * 2", true, "assigned in the loop once, from what is invariant"},
		{"%t", "%t = %m\n%m = %m + 1", false, "assigned once, from what changes"},
		{"%n + ?", "call @work()", false, "a part is unknown"},
		{"rank(MPI_COMM_WORLD)", "call @work()", true, "the rank in a fixed communicator"},
		{"size(%p.*.comm)", "%p.*.comm = MPI_COMM_WORLD", false, "the communicator changes"},
		{"%p.*.n", "%q.*.n = 3", false, "a field of the same name, through another pointer"},
		{"%p.*.n", "%q.*.m = 3", true, "another field"},
		{"%p.*.n", "%q.*[3] = 3", true, "an element of some array is no field"},
		{"%p.*.n", "%p = %p.*.next", false, "the pointer moves on"},
		{"%p.*[0]", "%q.*[%m] = 3", false, "an element may be the same element"},
		{"%p.*[0]", "%p.*[1] = 3", false, "another element of it changes, but through a pointer it may be the same block"},
		{"%a[0]", "%a[1] = 3", true, "another element of an array of its own"},
		{"%a[0]", "%a[%m] = 3", false, "an element whose index is not known"},
		{"&%a[2]", "%a[2] = 3", true, "an address stays when what lies there changes"},
		{"%p.*.n", "call @work()", false, "a call may change what pointers reach"},
		{"%p.*.n", "call @MPI_Barrier(MPI_COMM_WORLD)", true, "an MPI procedure does not"},
		{"%p.*.n", "comm MPI_Send send(%p) peer 1", true, "nor does a send"},
		{"%p.*.n", "comm MPI_Recv recv(%p) peer 1", false, "a receive into the same memory does"},
		{"@size", "call @work()", false, "a call may change a global"},
		{"@size", "comm MPI_Send send(&@size) peer 1", true, "a send does not"},
		{"%k", "call @work()", true, "a local whose address only went to a call outside the loop"},
		{"%k", "call @work(&%k)", false, "a local whose address goes to a call in the loop"},
		{"%kept", "call @work()", false, "a local whose address is kept somewhere"},
		{"%kept", "%m = 3", true, "but an assignment to another variable does not change it"},
		{"%kept", "%p.* = 3", false, "while one through a pointer may"},
	} {
		f := function(t, `
			call @scan(&%k)
			@place = &%kept
			%q = call @q()
			%a[0] = 0
			head: loop
			if ? then body else done
			body:
			`+c.body+`
			jump head
			done:`)
		if got := f.Defs().Invariant(expr(t, f, c.expr), firstLoop(f)); got != c.want {
			t.Errorf("%s with %q in the loop: got %v, want %v: %s", c.expr, c.body, got, c.want, c.why)
		}
	}
}

func TestCallsAreJudgedByWhatTheyReach(t *testing.T) {
	u := unit(t, "t.c", `
		global @size
		global @steps
		func @f(%g) {
			head: loop
			if ? then body else done
			body:
			call @pack(%g)
			call @unseen(%g)
			jump head
			done:
		}
		func @pack(%g) {
			%g.*.used = 0
			call @count()
		}
		func @count() {
			@steps = @steps + 1
			call @pack(null)
		}`)
	p := NewProgram([]*Unit{u})
	f := p.Funcs["f"]
	for text, want := range map[string]bool{
		"@size":       true,  // nobody writes it
		"@steps":      false, // a callee's callee does
		"%g.*.used":   false, // a callee writes a field of this name
		"%g.*.nprocs": true,
		"%g.*":        false, // an unseen callee may write where its argument points
	} {
		e := func() Expr {
			for _, g := range u.Globals {
				if "@"+g.Name == text {
					return Value(g)
				}
			}
			return expr(t, f, text)
		}()
		if got := p.Defs(f).Invariant(e, firstLoop(f)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestSingleAssignments(t *testing.T) {
	f := function(t, `
		%once = %n + 1
		%twice = 1
		%twice = 2
		%taken = 3
		call @f(&%taken)
		%part = 4
		%part.x = 5
		%res = call @g()`)
	d := f.Defs()
	for _, v := range f.Locals {
		_, ok := d.SingleDef(v)
		if want := v.Name == "once"; ok != want {
			t.Errorf("%s: SingleDef says %v, want %v", v, ok, want)
		}
		if want := v.Name == "taken"; d.AddrTaken(v) != want {
			t.Errorf("%s: AddrTaken says %v, want %v", v, !want, want)
		}
	}
	if _, ok := d.SingleDef(f.Params[0]); ok {
		t.Error("a parameter has a value from the caller")
	}
}
