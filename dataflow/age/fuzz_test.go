package age_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"mpivet/ir"
)

// FuzzAnalyse gives the analysis every sane unit that the fuzzer can think of: it must end without a panic.
func FuzzAnalyse(f *testing.F) {
	for _, text := range specTexts(f) {
		f.Add(text)
	}
	for seed := int64(0); seed < 20; seed++ {
		f.Add(program(seed, 3, 1)["u0.c"])
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := ir.ParseUnit("fuzz.c", text)
		if err != nil || len(ir.Sanity(u)) > 0 {
			return
		}
		analyse(t, []*ir.Unit{u})
	})
}

// specTexts returns the units of the rules' specification.
func specTexts(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../rules/churn/testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var out []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range txtar.Parse(data).Files {
			out = append(out, string(part.Data))
		}
	}
	return out
}
