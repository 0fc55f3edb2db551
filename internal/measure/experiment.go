package main

import (
	"context"
	"fmt"
	"strings"

	"mpivet/fabric"
)

// experiment is what is measured for a rule.
type experiment struct {
	rule  string
	mpi   string // "mpich" or "openmpi"
	ranks int
	mpiexec,
	args []string // of mpiexec; of the program, one run each
	row     func(arg string) string // what a run is called
	head    string                  // of the first column
	columns []string                // figures of the count line to show
	text    string                  // what was measured, in words
}

func sizeOf(arg string) string {
	var n int64
	fmt.Sscan(arg, &n)
	return fabric.Bytes(n)
}

const buffers = "A registration is a message of 2 KiB or more whose pages are not registered; pages stop being registered when the " +
	"allocator gives them back to the system. Figures are those of the rank that has most."

var experiments = []experiment{
	{
		rule: "freshbuf", mpi: "mpich", ranks: 2, args: []string{"65536 100", "1048576 100", "67108864 20"}, row: passes,
		head: "size of a message", columns: []string{"registrations", "faults"}, text: "Two ranks exchange edges in a loop. " + buffers,
	},
	{
		rule: "heapchurn", mpi: "mpich", ranks: 2, args: []string{"65536 100", "1048576 100", "67108864 20"}, row: passes,
		head: "largest message", columns: []string{"registrations", "faults"},
		text: "One rank broadcasts messages of varying sizes out of a buffer that is cut to each size, and of one that only grows. " + buffers,
	},
	{
		rule: "alltoall", mpi: "openmpi", ranks: 16, mpiexec: []string{"--oversubscribe", "--mca", "pml", "ob1", "--mca", "btl", "tcp,self"},
		args: []string{""}, row: func(string) string { return "16 ranks" }, head: "ten integers for each of", columns: []string{"connections"},
		text: "Rank 0 hands ten integers to each of the other ranks, by a loop of MPI_Send and by MPI_Bcast. The connections are the sockets that the " +
			"rank with most has open at the end, over TCP, where each peer is one as it is a queue pair over InfiniBand.",
	},
}

// passes is how often a message of how many bytes is sent: "1 MiB, 100 times".
func passes(arg string) string {
	size, times, _ := strings.Cut(arg, " ")
	return sizeOf(size) + ", " + times + " times"
}

// names of the figures in the table.
var figureNames = map[string]string{"registrations": "registrations", "faults": "page faults", "connections": "connections"}

// table runs an experiment and renders it as Markdown.
func (l *lab) table(ctx context.Context, e experiment) (string, error) {
	version, err := l.prepare(ctx, e)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n| %s |", e.text, e.head)
	for _, c := range e.columns {
		fmt.Fprintf(&b, " %s before | after |", figureNames[c])
	}
	b.WriteString("\n|---|" + strings.Repeat("---|---|", len(e.columns)) + "\n")
	for _, arg := range e.args {
		before, err := l.run(ctx, e, "before", arg)
		if err != nil {
			return "", err
		}
		after, err := l.run(ctx, e, "after", arg)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s |", e.row(arg))
		for _, c := range e.columns {
			fmt.Fprintf(&b, " %s | %s |", fabric.Count(before[c]), fabric.Count(after[c]))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nMeasured with %s on %d ranks of one machine; `go run ./internal/measure %s` repeats it with the programs in `testdata/measure/%s`.\n",
		version, e.ranks, e.rule, e.rule)
	return b.String(), nil
}
