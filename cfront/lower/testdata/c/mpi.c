/* Calls of MPI. */
#include <mpi.h>
#include <stdlib.h>

#define CHECK(call) do { int rc_ = (call); if (rc_ != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, rc_); } while (0)
#define WORLD MPI_COMM_WORLD
#define EXCHANGE(b, n, to) MPI_Send((b), (n), MPI_DOUBLE, (to), 0, MPI_COMM_WORLD)

struct plan { MPI_Comm comm; MPI_Request req[2]; double *buf; int n, peer; };

int point_to_point(struct plan *p, MPI_Datatype t)
{
	int rank, size, rc;
	MPI_Status st;
	MPI_Comm_rank(p->comm, &rank);
	rc = MPI_Comm_size(WORLD, &size);
	if (rc != MPI_SUCCESS)
		return rc;
	CHECK(MPI_Send(p->buf + 3, p->n, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD));
	MPI_Recv((char *)p->buf, 4 * p->n, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, p->comm, &st);
	MPI_Irecv(&p->buf[p->n], 1, t, MPI_PROC_NULL, 0, p->comm, &p->req[0]);
	PMPI_Isend(p->buf, 1, t, st.MPI_SOURCE, 0, p->comm, p->req + 1);
	MPI_Waitall(2, p->req, MPI_STATUSES_IGNORE);
	EXCHANGE(p->buf, p->n, p->peer);
	return MPI_Sendrecv(&rank, 1, MPI_INT, 0, 1, &size, 1, MPI_INT, 0, 1, WORLD, MPI_STATUS_IGNORE);
}

void collective(double *x, int n, int root, int *counts, int *displs)
{
	MPI_Bcast(x, n, MPI_DOUBLE, root, MPI_COMM_WORLD);
	MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Alltoall(x, n, MPI_DOUBLE, x + n, n, MPI_DOUBLE, MPI_COMM_WORLD);
	MPI_Gatherv(NULL, 0, MPI_INT, x, counts, displs, MPI_DOUBLE, root, MPI_COMM_SELF);
	MPI_Barrier(MPI_COMM_WORLD);
}

void persistent(struct plan *p)
{
	CHECK(MPI_Send_init(p->buf, p->n, MPI_DOUBLE, p->peer, 0, p->comm, &p->req[0]));
	MPI_Start(&p->req[0]);
	MPI_Wait(&p->req[0], MPI_STATUS_IGNORE);
	if (p->req[0] != MPI_REQUEST_NULL)
		MPI_Request_free(&p->req[0]);
}

void objects(struct plan *p, int n)
{
	MPI_Comm sub = MPI_COMM_NULL, node;
	MPI_Datatype col;
	MPI_Win win;
	double *base, *mem;
	void *lent;
	int lent_size;

	MPI_Comm_split(p->comm, n, 0, &sub);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
	MPI_Type_vector(n, 1, n, MPI_DOUBLE, &col);
	MPI_Type_commit(&col);
	MPI_Send(p->buf, 1, col, 0, 0, sub);
	MPI_Type_free(&col);
	MPI_Win_allocate(n * sizeof(double), sizeof(double), MPI_INFO_NULL, sub, &base, &win);
	MPI_Put(base, n, MPI_DOUBLE, 1, 0, n, MPI_DOUBLE, win);
	MPI_Win_free(&win);
	MPI_Win_create(p->buf, n, 1, MPI_INFO_NULL, sub, &win);
	MPI_Alloc_mem(n, MPI_INFO_NULL, &mem);
	MPI_Free_mem(mem);
	MPI_Buffer_attach(malloc(n), n);
	MPI_Buffer_detach(&lent, &lent_size);
	free(lent);
	if (sub != MPI_COMM_NULL)
		MPI_Comm_free(&sub);
}

/* Names of the program's own for constants of MPI. */
#define REAL_T MPI_DOUBLE
#define NOBODY (MPI_PROC_NULL) /* no neighbour */
#define NONE NOBODY
#define LIMIT 8

void aliases(double *x, int mpi_like, MPI_Datatype MPI_PARTICLE)
{
	MPI_Send(x, LIMIT, REAL_T, NONE, 0, MPI_COMM_WORLD);
	MPI_Send(x, 1, MPI_PARTICLE, mpi_like, 0, MPI_COMM_WORLD);
	MPI_Send(x, -MPI_ANY_SOURCE, MPI_BYTE, mpi_like == MPI_UNDEFINED, 0, MPI_COMM_WORLD);
}
