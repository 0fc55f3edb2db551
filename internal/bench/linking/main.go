// Command linking measures what the process that links a program and analyses it needs: time and live memory for generated
// programs of several sizes, without the parsing.
//
//	go run ./internal/bench/linking                      200, 2,000 and 20,000 units
//	go run ./internal/bench/linking -units 500,5000
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"mpivet/dataflow/age"
	"mpivet/ir"
	"mpivet/rules"
	"mpivet/rules/all"
)

func main() {
	sizes := flag.String("units", "200,2000,20000", "sizes of the programs, `numbers` separated by commas")
	flag.Parse()
	fmt.Println("  units   functions   encoded    decode      link   analyse     rules   findings   highest live   a unit")
	for _, text := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			fmt.Fprintf(os.Stderr, "linking: -units %q: want numbers from 1 on\n", *sizes)
			os.Exit(2)
		}
		m, err := run(n)
		if err != nil {
			fmt.Fprintln(os.Stderr, "linking:", err)
			os.Exit(1)
		}
		fmt.Printf("%7d  %10d  %5d MB  %6.2f s  %6.2f s  %6.2f s  %6.2f s  %9d  %9d MB  %5d kB\n", n, m.funcs, m.encoded>>20, m.decode.Seconds(),
			m.link.Seconds(), m.analyse.Seconds(), m.rules.Seconds(), m.findings, m.peak>>20, int(m.peak>>10)/n)
	}
}

// measured is what one program took. Sizes are in bytes.
type measured struct {
	funcs, findings, encoded     int
	decode, link, analyse, rules time.Duration
	peak                         uint64 // the most live memory that was seen
}

// run generates a program of n units and takes it through the steps.
func run(n int) (m measured, err error) {
	encoded, err := encode(n)
	if err != nil {
		return m, err
	}
	for _, data := range encoded {
		m.encoded += len(data)
	}
	peak := watch()
	start := time.Now()
	lap := func(d *time.Duration) {
		*d = time.Since(start)
		start = time.Now()
	}
	units := make([]*ir.Unit, 0, n)
	for i, data := range encoded {
		u, err := ir.DecodeUnit(data)
		if err != nil {
			return m, err
		}
		units, encoded[i] = append(units, u), nil
	}
	lap(&m.decode)
	prog := ir.NewProgram(units)
	prog.Trim()
	lap(&m.link)
	pass := &rules.Pass{Program: prog, Ages: age.Analyse(prog), Machine: rules.DefaultMachine, Eager: rules.DefaultEager}
	lap(&m.analyse)
	for _, r := range all.Rules() {
		m.findings += len(r.Run(pass))
	}
	lap(&m.rules)
	m.funcs, m.peak = len(prog.All), peak()
	return m, nil
}

// watch notes the live memory after each collection; peak ends that and returns the highest value.
func watch() (peak func() uint64) {
	runtime.GC()
	stop, done := make(chan struct{}), make(chan uint64)
	go func() {
		var highest uint64
		var stats runtime.MemStats
		for tick := time.NewTicker(50 * time.Millisecond); ; {
			select {
			case <-stop:
				tick.Stop()
				done <- highest
				return
			case <-tick.C:
				runtime.ReadMemStats(&stats)
				// The collector starts the next time when the heap is twice what was live the last time.
				highest = max(highest, stats.NextGC/2)
			}
		}
	}()
	return func() uint64 {
		runtime.GC()
		close(stop)
		return <-done
	}
}
