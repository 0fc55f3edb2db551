package age_test

import (
	"fmt"
	"testing"

	"mpivet/dataflow/age"
	"mpivet/ir"
)

// BenchmarkAnalyse reports the time per function, which should not grow with the program: of the programs of the
// specification, over and over, and of random ones, whose aliases are far worse than what people write.
func BenchmarkAnalyse(b *testing.B) {
	spec := specTexts(b)
	kinds := []struct {
		name string
		text func(i int) string
	}{
		{"spec", func(i int) string { return spec[i%len(spec)] }},
		{"random", func(i int) string { return program(int64(i%50), 4, 1)["u0.c"] }},
	}
	for _, kind := range kinds {
		for _, n := range []int{200, 2000} {
			b.Run(fmt.Sprintf("%s/funcs=%d", kind.name, n), func(b *testing.B) {
				prog := ir.NewProgram(manyFuncs(b, n, kind.text))
				b.ResetTimer()
				for i := 0; i < b.N; i++ {
					age.Analyse(prog)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(prog.All)), "µs/func")
			})
		}
	}
}

// manyFuncs makes a program of n functions out of small ones.
func manyFuncs(tb testing.TB, n int, text func(i int) string) []*ir.Unit {
	tb.Helper()
	var units []*ir.Unit
	for i := 0; n > 0; i++ {
		u, err := ir.ParseUnit(fmt.Sprintf("c%04d.c", i), text(i))
		if err != nil {
			tb.Fatal(err)
		}
		keepApart(u, fmt.Sprintf("c%04d_", i))
		units = append(units, u)
		n -= len(u.Funcs)
	}
	return units
}

// keepApart puts a prefix before the names that a unit defines.
func keepApart(u *ir.Unit, prefix string) {
	own := map[string]bool{}
	for _, fn := range u.Funcs {
		own[fn.Name] = true
	}
	for _, g := range u.Globals {
		g.Name = prefix + g.Name
	}
	for _, fn := range u.Funcs {
		fn.Name = prefix + fn.Name
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ir.Call); ok {
					for i, name := range c.Callees {
						if own[name] {
							c.Callees[i] = prefix + name
						}
					}
				}
			}
		}
	}
}
