// Irdump prints the ir of Go packages, for looking at what the frontend makes of them.
//
//	irdump [-tags LIST] [-test] [-C DIR] [PATTERN…]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"mpivet/gofront"
	"mpivet/ir"
)

func main() {
	tags := flag.String("tags", "", "build tags")
	tests := flag.Bool("test", false, "take in test files")
	dir := flag.String("C", "", "working directory")
	quiet := flag.Bool("q", false, "print no ir, only what went wrong")
	all := flag.Bool("all", false, "lower packages that cannot matter, too")
	flag.Parse()
	start := time.Now()
	units, stats, err := gofront.Load(context.Background(), gofront.Options{
		Dir: *dir, Patterns: flag.Args(), Tags: *tags, Tests: *tests, All: *all,
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "irdump:", err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "%d packages, %d skipped, %v\n", stats.Analysed, stats.Skipped, time.Since(start).Round(time.Millisecond))
	for _, n := range stats.Notes {
		fmt.Fprintln(os.Stderr, "note:", n)
	}
	for _, i := range stats.Incomplete {
		fmt.Fprintf(os.Stderr, "incomplete: %s: %d errors: %s\n", i.File, i.Errors, i.First)
	}
	for _, u := range units {
		if !*quiet {
			if err := ir.Print(os.Stdout, u); err != nil {
				fmt.Fprintln(os.Stderr, "irdump:", err)
				os.Exit(1)
			}
		}
		for _, e := range ir.Sanity(u) {
			fmt.Fprintln(os.Stderr, "insane:", u.Name, e)
		}
	}
}
