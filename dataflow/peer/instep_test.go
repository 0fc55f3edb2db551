package peer

import "testing"

func TestCounterInStepWithTheLoops(t *testing.T) {
	const send = "  comm MPI_Send send(%b) peer %p comm MPI_COMM_WORLD // = "
	for name, text := range map[string]string{
		"beside":      inStep("1", send+"all pairs world\n  %p = %p + 1"),
		"every other": inStep("2", send+"all pairs world share 2\n  %p = %p + 1"),
		"faster":      inStep("1", send+"bounded unclear\n  %p = %p + 2"),
		"sometimes":   inStep("1", send+"bounded unclear\n  if %i == %q then up else next\nup:\n  %p = %p + 1"),
		"one only":    inStep("1", "  if %i == %q then one else on\none:\n"+send+"bounded unclear\non:\n  %p = %p + 1"),
	} {
		t.Run(name, func(t *testing.T) { check(t, text) })
	}
}

// inStep is a function with a loop over all ranks that moves %p beside its counter.
func inStep(by, body string) string {
	return "func @f(%b, %q) exported {\n  %size = size(MPI_COMM_WORLD)\n  %p = 1\n" + loop("0", "%i < %size", by, body) + "}\n"
}
