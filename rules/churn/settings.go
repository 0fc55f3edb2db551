package churn

import (
	"mpivet/dataflow/age"
	"mpivet/fabric"
	"mpivet/ir"
	"mpivet/rules"
)

// settings says what to set until the code is changed, where that helps: pages that go back to the system at every free can be
// kept, and the number of regions that many blocks leave registered can be bounded.
func settings(p *rules.Pass, ch *age.Churn) string {
	m, err := p.Machine.Fabric()
	if err != nil || ch.Kind == ir.Object || small(p, ch) || severity(p, ch) == rules.Note {
		return ""
	}
	purpose := fabric.Registration
	switch {
	case fabric.MallocFateOf(knownBytes(ch)) == fabric.Unmapped && allocatorOf(p, ch) == fabric.Glibc:
		purpose = fabric.Heap
	case !ch.Piled && ch.GivenUp == "":
		return ""
	}
	if text := fabric.KnobText(purpose, m.Transport); text != "" {
		return "; what to set until then: " + text
	}
	return ""
}

// allocatorOf says who manages the memory of what ch acquires.
func allocatorOf(p *rules.Pass, ch *age.Churn) fabric.Allocator {
	switch {
	case deviceOrMPI(ch.How):
		return fabric.Registered
	case p.Program != nil && langOf(p.Program, ch.Fn) == ir.Go && !fromC(ch.How):
		return fabric.GoHeap
	}
	return fabric.Glibc
}
