// Package peer finds out how many ranks each communication call connects a process to.
//
// A call's peer is evaluated backwards through the flow of control: variables through the assignments that reach the call,
// fields and globals through the stores of the whole program when these agree, parameters through the callers, results
// through the returned values. What a loop counts becomes a symbol of its own, so that a peer is a linear form over
//
//	symbol       meaning
//	rank(c)      the own rank in communicator c
//	size(c)      the number of ranks in c, perhaps divided by a constant
//	iter(l)      the value of a variable at the start of a pass through loop l
//	param, cell  a value that nobody follows, but the same wherever it is read
//	rest         what a division leaves over
//	opaque       a value that nobody follows
//
// A peer ranges over all ranks when it moves with a loop's counter (as it is, modulo the size, through a permutation) and
// the distance between the counter's first and last value grows with the number of ranks. Conditions take ranks away again:
// an equality with the counter leaves one, a condition on data makes the exchange sparse, a condition on the own rank makes
// it a star. These conditions are edges of the graph: one holds at a place that cannot be reached without it.
//
// What cannot be proved is reported as unknown, never guessed.
package peer
