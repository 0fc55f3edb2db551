// Package report turns what the rules found into what the user reads.
//
// Findings go through one ordered list of steps (see Run), and a writer per output form prints what is left.
package report
