package churn_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"mpivet/ir"
)

// A change of a program that must not change what is reported.
type change struct {
	name string
	// apply changes the units in place, or returns others, and reports whether there was something to change.
	apply func([]*ir.Unit) ([]*ir.Unit, bool)
	least int // programs that it must apply to, so that the test says something
}

var changes = []change{
	{"rename", renameAll, 150},
	{"split", splitBlocks, 150},
	{"wrap", wrapCalls, 40},
	{"move", scatterFuncs, 40},
	{"copy", copyBuffers, 150},
	{"detour", detourLoops, 150},
}

// knownChanged lists programs that a change turns into others for the analysis, though not for the rules. A program that
// is no longer wrong leaves the list.
var knownChanged = map[string]bool{}

// TestMeaningIsKept applies the changes to every program of testdata/spec.
func TestMeaningIsKept(t *testing.T) {
	for _, ch := range changes {
		t.Run(ch.name, func(t *testing.T) {
			applied := 0
			for _, c := range readCases(t, "spec") {
				before := outline(c.parse(t))
				units, ok := ch.apply(c.parse(t))
				if !ok {
					continue
				}
				applied++
				for _, u := range units {
					for _, err := range ir.Sanity(u) {
						t.Fatalf("%s: the change is at fault: %v\n%s", c.name, err, u)
					}
				}
				after := outline(units)
				switch known := knownChanged[ch.name+" "+c.name]; {
				case before == after && known:
					t.Errorf("%s: is no longer wrong: take it from the list", c.name)
				case before != after && !known:
					t.Errorf("%s:\nbefore:\n%safter:\n%s", c.name, before, after)
				}
			}
			if applied < ch.least {
				t.Errorf("applied to %d programs only", applied)
			}
		})
	}
}

// outline writes what must not change: rule, severity, place and loop of every finding.
func outline(units []*ir.Unit) string {
	var lines []string
	for _, f := range findings(units) {
		lines = append(lines, fmt.Sprintf("  %s %s:%s loop %q\n", place(f.Pos), f.Rule, f.Severity, loopOf(f)))
	}
	sort.Strings(lines)
	return strings.Join(lines, "")
}

// eachFunc calls f for every function of every unit.
func eachFunc(units []*ir.Unit, f func(*ir.Unit, *ir.Func)) {
	for _, u := range units {
		for _, fn := range u.Funcs {
			f(u, fn)
		}
	}
}

// sortFuncs restores the order that units keep.
func sortFuncs(u *ir.Unit) {
	sort.Slice(u.Funcs, func(i, j int) bool { return u.Funcs[i].Name < u.Funcs[j].Name })
}

// defined returns the names of the functions that only one unit defines.
func defined(units []*ir.Unit) map[string]int {
	n := map[string]int{}
	eachFunc(units, func(_ *ir.Unit, fn *ir.Func) { n[fn.Name]++ })
	return n
}
