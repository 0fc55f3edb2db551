// Package heapchurn finds heap traffic around communication where no loop around both is visible or a kept buffer keeps
// changing its size, and MPI objects that are made and freed again and again.
package heapchurn

import (
	"mpivet/rules"
	"mpivet/rules/churn"
)

// Rule is the rule heapchurn.
var Rule = rules.Rule{Name: churn.Heapchurn, Doc: doc, Run: func(p *rules.Pass) []rules.Finding {
	return churn.Findings(p, churn.Heapchurn)
}}

var doc = rules.Doc{
	Title:    "memory or MPI object acquired and given up per message",
	Severity: `A warning, except a note where every message is provably small, where an inner loop communicates the same memory again and again, where the function's callers are visible and none repeats it, and where it is not clear whether a datatype or request is described alike in every pass.`,
	Why:      `A function that acquires a buffer, communicates it and releases it pays for memory and registration in every call, whoever calls it. A buffer that is cut to the exact size each time moves, and its pages go back to the system and come again. Windows register their memory when they are created, which was measured at 2.6 to 15 ms each in Open MPI (issue 5915); communicators take a context id each, of which MPICH has about 2048; attached buffers and persistent requests are meant to be set up once.`,
	Fix:      `Keep the buffer from call to call, with the object that it serves, and let it only grow. Do not shrink. Create windows, communicators, datatypes and requests once and keep the handles.`,
	Before: `int sync_gradients(struct model *m)
{
	float *flat = malloc(m->n * sizeof *flat);
	flatten(m, flat);
	MPI_Allreduce(MPI_IN_PLACE, flat, m->n, MPI_FLOAT, MPI_SUM, m->comm);
	unflatten(m, flat);
	free(flat);
}`,
	After: `int sync_gradients(struct model *m)
{
	if (m->n > m->cap) {
		free(m->flat);
		m->flat = malloc(m->n * sizeof *m->flat);
		m->cap = m->n;
	}
	flatten(m, m->flat);
	MPI_Allreduce(MPI_IN_PLACE, m->flat, m->n, MPI_FLOAT, MPI_SUM, m->comm);
	unflatten(m, m->flat);
}`,
	Lang:     "c",
	Quiet:    `Functions that run once: main and what is reached from it outside loops. Buffers that stay with their owner, and those that only grow. Objects created once and kept. Datatypes and requests that describe other data in every pass or for every caller.`,
	Measured: measured,
	Since:    "0.1",
}
