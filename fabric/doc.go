// Package fabric is the cost model of the network: what a connection, a queue pair and the registration of a buffer cost.
//
// Every constant carries its source in a comment. The sources are abbreviated:
//
//	U  openucx/ucx at 9466d10        u#N  its issue N
//	O  open-mpi/ompi at 8efebee      o#N  its issue N (the openib component is that of v4.1.6)
//	M  pmodels/mpich at 6a79bf6      m#N  its issue N
//	L  ofiwg/libfabric at af8ddbe    l#N  its issue N
//	V  kumattau/mvapich2 at 7b3539c
//	F  the OpenFabrics questions and answers of open-mpi.org
//
// [?] marks a figure that no source states outright. Sizes are bytes, times are time.Duration. The model is good to about
// a factor of 2.5: it tells kilobytes from gigabytes, not one megabyte from two.
//
// The two formulas of the model, with P the remote peers of a rank and ppn the ranks on a node:
//
//	memory per rank      = F + P · C
//	queue pairs per node = ppn · P · q
//
// F, C and q are those of the transport. Ranks on one node talk through shared memory, so a full mesh of n ranks has
// P = n − ppn.
package fabric
