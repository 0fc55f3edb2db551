package main

import (
	"testing"

	"mpivet/ir"
)

func TestTheGeneratedProgramIsSound(t *testing.T) {
	encoded, err := encode(30)
	if err != nil {
		t.Fatal(err)
	}
	for i, data := range encoded {
		u, err := ir.DecodeUnit(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range ir.Sanity(u) {
			t.Errorf("%s: %v", name(i), err)
		}
	}
}

func TestWhatIsFoundGrowsWithTheProgram(t *testing.T) {
	for _, n := range []int{1, 25, 120} {
		m, err := run(n)
		if err != nil {
			t.Fatal(err)
		}
		if m.findings != reported(n) {
			t.Errorf("%d units: %d findings, want %d", n, m.findings, reported(n))
		}
	}
}
