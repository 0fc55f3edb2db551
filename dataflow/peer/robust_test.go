package peer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mpivet/ir"
)

// TestProgramsOfTheFrontends runs the analysis over the printed programs of the frontends' tests: it must come to an end.
func TestProgramsOfTheFrontends(t *testing.T) {
	var units []*ir.Unit
	for _, pattern := range []string{"../../gofront/testdata/golden/*.ir", "../../cfront/lower/testdata/*.ir", "../../rules/*/testdata/*/*.ir"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range unitsIn(string(data)) {
				if parsed, err := ir.ParseUnit(path, u); err == nil {
					units = append(units, parsed)
				}
			}
		}
	}
	if len(units) == 0 {
		t.Skip("no programs")
	}
	Analyse(ir.NewProgram(units))
	for _, u := range units {
		Analyse(ir.NewProgram([]*ir.Unit{u}))
	}
}

// unitsIn splits a file that holds several units.
func unitsIn(text string) []string {
	var out []string
	for i, part := range strings.Split("\n"+text, "\nunit ") {
		if i > 0 {
			out = append(out, "unit "+part)
		}
	}
	return out
}

// TestLargePrograms must end within seconds: long chains of branches, of assignments, and functions that all call each other.
func TestLargePrograms(t *testing.T) {
	for name, text := range map[string]string{
		"branches":    branches(8000),
		"diamonds":    diamonds(400),
		"calls":       calls(60),
		"assignments": assignments(5000),
		"lists":       lists(12),
	} {
		start := time.Now()
		u, err := ir.ParseUnit(name, text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		Analyse(ir.NewProgram([]*ir.Unit{u}))
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

// branches is an else-if chain of n arms with a send in each.
func branches(n int) string {
	var b strings.Builder
	b.WriteString("func @f(%x, %b) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  if %%x == %d then a%d else b%d\na%d:\n  comm MPI_Send send(%%b) peer %%x + %d comm MPI_COMM_WORLD\n  jump end\nb%d:\n", i, i, i, i, i, i)
	}
	b.WriteString("  jump end\nend:\n  return\n}\n")
	return b.String()
}

// diamonds doubles a value's alternatives n times.
func diamonds(n int) string {
	var b strings.Builder
	b.WriteString("func @f(%x, %b) {\n  %p = rank(MPI_COMM_WORLD)\n  %q = 1\n")
	for i := range n {
		fmt.Fprintf(&b, "  if %%x == %d then a%d else b%d\na%d:\n  %%p = %%p * %%q + %%x\n  %%q = %%p ^ %%q\n  jump b%d\nb%d:\n", i, i, i, i, i, i)
	}
	b.WriteString("  comm MPI_Send send(%b) peer %p comm MPI_COMM_WORLD\n  return\n}\n")
	return b.String()
}

// calls is n functions each of which calls all others in a loop and sends to its parameter.
func calls(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func @f%d(%%p, %%s, %%b) results 1 exported {\n  jump head\nhead:\n  if %%p < %%s.*.n then body else done\nbody:\n", i)
		fmt.Fprintf(&b, "  comm MPI_Send send(%%b) peer %%p comm %%s.*.comm\n")
		for j := range n {
			fmt.Fprintf(&b, "  %%p = call @f%d(%%p, %%s, %%b)\n  %%s.*.n = %%p\n", j)
		}
		b.WriteString("  %p = %p + 1\n  jump head\ndone:\n  return %p\n}\n")
	}
	return b.String()
}

func assignments(n int) string {
	var b strings.Builder
	b.WriteString("func @f(%b) {\n  %x = size(MPI_COMM_WORLD)\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%x = %%x / 3 * %%x + %d\n", i)
	}
	b.WriteString("  comm MPI_Send send(%b) peer %x comm MPI_COMM_WORLD\n  return\n}\n")
	return b.String()
}

// lists is n functions that walk down a list in parallel, each calling all of them with the rest of it.
func lists(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func @f%d(%%l, %%b) exported {\n  %%n = size(%%l.*.comm)\n", i)
		b.WriteString("  comm MPI_Send send(%b) peer %l.*.rank comm %l.*.comm\n")
		for j := range n {
			fmt.Fprintf(&b, "  call @f%d(%%l.*.next%d, %%b)\n", j, i%3)
		}
		b.WriteString("  return\n}\n")
	}
	return b.String()
}
