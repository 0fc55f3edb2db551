package alltoall

import "mpivet/rules"

var doc = rules.Doc{
	Title:    "a rank talks to a number of others that grows with n",
	Severity: `Loops over all ranks with point-to-point or one-sided calls are warnings from 64 ranks on. Collectives are warnings when the queue pairs of a node pass a tenth of what its adapter has (262,144 unless configured) or the queue memory of a rank passes 1 GiB on the configured machine. Notes: sub-communicators and communicators that are not known, a condition on data that decides for each rank whether there is a message, a collective with every rank as its root, Gatherv and Scatterv, receives from MPI_ANY_SOURCE that hear from every rank, MPI_Alltoall of blocks up to 256 bytes, communicators within a node, and everything over a transport without connections (ud, dc, cxi).`,
	Why: `A connection opens with the first message to a rank (in MPICH over UCX at the start) and stays until the end, and over InfiniBand and similar networks it brings a queue pair and its queues. A rank that talks to all others has n-1 of them: with 1024 ranks, 32 on a node and reliable connections, 992 queue pairs and 62 MiB of send queues per rank, 31,744 queue pairs per node. Memory grows with the number of ranks, and runs have failed at less than a fifth of the adapter's limit. The size of the messages does not matter for this.

In a star only the hub pays so much, but it also handles all messages one after the other, where a tree takes log2 n steps.`,
	Fix: `Use the collective that does the same: MPI_Bcast, MPI_Scatter, MPI_Gather and MPI_Reduce instead of a star, MPI_Allgather or MPI_Reduce_scatter_block instead of all pairs where the data allow it; they keep to about log2 n peers. A true all-to-all should be one MPI_Alltoall, so that the library can choose, or be split into two steps over the rows and columns of a process grid. Where most pairs have nothing to say, exchange with those that have, by a neighbourhood collective.

Until then a setting may help: with UCX, UCX_TLS=dc,sm,self makes no connection per peer. The advice of each finding names those of the stack that -transport stands for, and which of them are ignored today; mpivet estimate works out what a pattern costs over several transports and numbers of ranks, and what a setting changes (-transport intel-dapl:I_MPI_DAPL_BUFFER_NUM=4).`,
	Before: `if (rank == 0) {
	for (int r = 1; r < size; r++)
		MPI_Send(order, 10, MPI_INT, r, 0, MPI_COMM_WORLD);
} else {
	MPI_Recv(order, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}`,
	After:    `MPI_Bcast(order, 10, MPI_INT, 0, MPI_COMM_WORLD);`,
	Lang:     "c",
	Quiet:    `Halos over arrays of neighbours, rings, MPI_Cart_shift, hypercubes and other patterns with a constant or logarithmic number of peers; neighbourhood collectives; Bcast, Reduce, Allreduce, Allgather, Gather, Scatter with a fixed root; a worker pool's answers to whoever asked; loops over all ranks that take turns or work locally; peers that are not provably all ranks.`,
	Measured: measured,
	Since:    "0.1",
}
