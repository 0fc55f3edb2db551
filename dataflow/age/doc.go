// Package age answers the one question behind freshbuf and heapchurn: can a block that an acquisition site yields be
// communicated by the same call in two passes through the same region?
//
// A fact follows one block: where it was acquired, at which loop level, which places hold it, and at which level one
// chosen communication call last communicated it. A level is the depth of the innermost loop whose current pass did it;
// the back edge of a loop at depth d lowers levels to at most d−1. A call reuses the block in the loops deeper than the
// level that reaches it. Every fact flows on its own (the analysis is distributive), so guards of all kinds need no list:
// a guard is a path on which the old block arrives.
//
// Functions are tabulated: a context is a function with one fact at its entry (a block held by given places in terms of
// its parameters and of globals, the null pointer, or nothing at all), its result the facts at the exit and the calls that
// communicated the block on the way. Contexts are made on demand and shared by all callers. The components of the call graph
// are solved one after the other, bottom up, each to a fixed point, so recursion needs no special case; behind a component
// only the summaries of its contexts stay. Budgets count facts, never seconds; a function that exceeds its budget is
// silent.
package age
