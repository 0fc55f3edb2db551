// Package mpi is the table of MPI: one row for every C procedure of MPI-4.1,
// and for the names that MPI-3.0 removed and old code still calls. A row says
// what a procedure does with each of its arguments: which is a buffer and in
// which direction its bytes travel, which count, datatype, peer, root and
// communicator belong to it, and which object the procedure makes or frees.
//
// The package knows nothing of any language frontend and imports the standard
// library alone. A name that looks like MPI and has no row is unknown, not
// merely uninteresting: [Lookup] answers nil for it.
//
// # Reading a row
//
// A row is written as a name, a kind and one word per argument:
//
//	send("Send", "send n type peer - comm")
//
//	word              the argument is
//	send recv both    a data buffer that is read, written, or either
//	send* recv*       the same, holding one block for every peer
//	n  n[]            the element count of the buffers before it that have none; n[] is one count per peer
//	type  types[]     the datatype, or the array of them, likewise
//	parts             the number of partitions of a partitioned buffer
//	peer              the rank of a destination, source or target
//	root  comm  win   the root rank, the communicator, the window
//	req  reqs[]       a request, or an array of them
//	nreq              how many requests the array holds
//	status statuses[] a status, or an array of them
//	obj               the handle that is made or freed (a pointer to it in C)
//	old               the datatype that a new one derives from
//	[]                an array that describes an object that is made
//	mem  bytes        memory handed over or handed out, and its size in bytes
//	-                 anything else
//
// Helpers add the nonblocking and persistent forms where the standard derives
// them by rule. The tests compare every row with the prototypes of the built-in
// mpi.h and of the MPI implementations that are installed.
package mpi
