// Package freshbuf finds buffers that are acquired anew in every pass through a loop that communicates them.
package freshbuf

import (
	"mpivet/rules"
	"mpivet/rules/churn"
)

// Rule is the rule freshbuf.
var Rule = rules.Rule{Name: churn.Freshbuf, Doc: doc, Run: func(p *rules.Pass) []rules.Finding {
	return churn.Findings(p, churn.Freshbuf)
}}

var doc = rules.Doc{
	Title:    "communication buffer acquired anew in every pass of a loop",
	Severity: `A warning, except where reuse would buy little, then a note: every message is provably at or under the eager threshold (2048 bytes unless configured); an inner loop of sixteen passes or more communicates the same memory again and again; the loop builds something that stays; the buffers of all passes live together and no loop around that one is visible.`,
	Why: `Over InfiniBand and similar networks a buffer must be registered before the adapter can use it: pinned, and its pages entered into the adapter's tables. That takes about 16 µs and 0.08 ns per byte, more than the transfer of a small message. Libraries therefore keep registrations and look them up by address. A buffer that is new in every pass defeats that: its address may be new, its pages may be new and must be touched first, and what was registered for the last one stays in the cache or has to be thrown out.

UCX counts with 16 µs and 0.06 ns per byte for a registration and about 50 ns for a buffer that is in its cache; 4 MiB were measured at 114.5 µs, registered and given up again. docs/COST.md has the sources. Libraries drop what they have registered when its pages go back to the system. With blocks above 32 MiB that is certain: glibc maps and unmaps them in every pass (mallopt(3)). Smaller ones come from the heap, where the same address often comes back while the sizes do not vary; but the end of the heap goes back to the system too when enough of it is free. In the measurement below, that happens with two blocks of 1 MiB in every pass, and not with blocks of 64 KiB.`,
	Fix: `Acquire the buffer once, before the loop, with the largest size that a pass needs. Where the size is not known, keep the buffer with its capacity and replace it only when a longer message comes. Where the buffers of several messages must live at the same time, acquire one slab and give each message an offset. A helper that returns a new buffer should fill one that its caller keeps.`,
	Before: `for (int step = 0; step < nsteps; step++) {
	double *edge = malloc(n * sizeof *edge);
	pack(edge, field, n);
	MPI_Send(edge, n, MPI_DOUBLE, right, 0, comm);
	free(edge);
}`,
	After: `double *edge = malloc(n * sizeof *edge);
for (int step = 0; step < nsteps; step++) {
	pack(edge, field, n);
	MPI_Send(edge, n, MPI_DOUBLE, right, 0, comm);
}
free(edge);`,
	Lang:     "c",
	Quiet:    `Buffers that a later pass may find again: hoisted, grown only when too small, created on first use, cached in a field or a static, swapped, taken from a pool. Stack arrays. Request, status, count and displacement arrays. Memory handed to functions that are not seen, unless it is released in the same pass. Loops that run once. Buffers bound to persistent requests.`,
	Measured: measured,
	Since:    "0.1",
}
