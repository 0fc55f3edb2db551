package main

import (
	"fmt"
	"strings"

	"mpivet/ir"
)

// encode generates the units of a program of n units in their binary form.
func encode(n int) ([][]byte, error) {
	out := make([][]byte, n)
	for i := range out {
		u, err := ir.ParseUnit(name(i), source(i, n))
		if err != nil {
			return nil, err
		}
		if out[i], err = ir.Encode(u); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// name puts fifty units into a folder.
func name(i int) string { return fmt.Sprintf("part%03d/unit%05d.c", i/50, i) }

// reported is how many of the units hold a loop that is reported: every tenth allocates in each pass what the others keep.
func reported(n int) int { return (n + 9) / 10 }

// source is unit i of n: an allocator and a packing loop, an exchange that uses those of a lower unit, a solver with a loop around the
// exchange, which goes on to two higher units as a tree, and some arithmetic that communicates nothing.
func source(i, n int) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("unit %q lang c", name(i))
	p("func @grab%d(%%n) exported results 1 {\n acquire %%p malloc size %%n * 8 name \"p\"\n return %%p\n}", i)
	p("func @pack%d(%%buf, %%s, %%n) exported {\n %%i = 0\nhead: loop\n if %%i < %%n then body else done\nbody:", i)
	p(" %%buf.*[%%i] = %%s.*.field.*[%%i]\n %%i = %%i + 1\n jump head\ndone:\n return\n}")
	p("func @trade%d(%%s, %%buf, %%n) exported {\n call @pack%d(%%buf, %%s, %%n)", i, i/2)
	p(" comm MPI_Send send(%%buf count %%n elem 8) peer %%s.*.right comm MPI_COMM_WORLD\n return\n}")
	p("func @solve%d(%%s, %%n) exported {", i)
	get, put := fmt.Sprintf(" %%buf = call @grab%d(%%n)\n", i/3), " release %buf free\n"
	inside := fmt.Sprintf(" call @trade%d(%%s, %%buf, %%n)\n", i)
	if i%10 == 0 {
		inside, get, put = get+inside+put, "", ""
	}
	b.WriteString(get + " %k = 0\nhead: loop\n if %k < %s.*.steps then body else done\nbody:\n" + inside + " %k = %k + 1\n jump head\ndone:\n" + put)
	for _, next := range []int{2*i + 1, 2*i + 2} {
		if next < n {
			p(" call @solve%d(%%s, %%n)", next)
		}
	}
	p(" return\n}")
	for k := range 8 {
		p("func @sum%d_%d(%%a, %%n) exported results 1 {\n %%t = 0\n %%i = 0\nhead: loop\n if %%i < %%n then body else done\nbody:", i, k)
		p(" %%t = %%t + %%a.*[%%i] * %d\n %%i = %%i + 1\n jump head\ndone:\n return %%t\n}", k)
	}
	if i == 0 {
		p("func @main(%%argc, %%argv) main results 1 {\n acquire %%s malloc size 64 name \"s\"\n call @solve0(%%s, %%argc)\n release %%s free\n return 0\n}")
	}
	return b.String()
}
