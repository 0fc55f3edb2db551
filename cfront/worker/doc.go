// Package worker runs jobs in child processes of the same program.
//
// Some sources crash libclang, and some take it more time or memory than they
// are worth. So every file is handled by a child: the program started again with
// Flag as its first argument. A child that dies, or is stopped for taking too
// long or too much, costs the one file it was working on; another takes its
// place and the run goes on.
//
// The parent and a child talk over two pipes of their own, so nothing that a
// library prints can disturb them. A message is a length and a gob value:
//
//	parent → child   hello{Setup, Memory, Writes}, then Jobs
//	child → parent   ready{Info, Err}, then one Reply for each Job
//
// The package knows nothing about C: what a job is done with, the caller's
// Handler decides.
package worker
