/* One pattern, every rank talks to every other, in the forms that programs give it: up, down, wrapped by a remainder, by an if
 * or by a conditional expression, paired by xor, through a permutation, with while, do and goto, behind a field, a global and a
 * duplicated communicator. Each is reported once. Then the look-alikes, which are quiet: rings, hypercubes, halos, loops that
 * take turns, ranges around the own rank. A scan for ranks with something to send is a note. */
#include <mpi.h>
#include <stdlib.h>

#define CHK(x)                                                                                                         \
    do {                                                                                                               \
        int e_ = (x);                                                                                                  \
        if (e_ != MPI_SUCCESS)                                                                                         \
            MPI_Abort(MPI_COMM_WORLD, e_);                                                                             \
    } while (0)

static struct { int rank, nproc; MPI_Comm comm; } env;
static int me, np;
static double buf[1000];
static MPI_Request rq[4096];

static void setup(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &env.comm);
    MPI_Comm_rank(env.comm, &env.rank);
    MPI_Comm_size(env.comm, &env.nproc);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
}

static void upwards(void)
{
    for (int i = 0; i < env.nproc; i++) {
        if (i == env.rank)
            continue;
        CHK(MPI_Isend(buf, 1000, MPI_DOUBLE, i, 0, env.comm, &rq[i])); // want alltoall
    }
}

static void downwards(void)
{
    for (int i = np - 1; i >= 0; --i)
        if (i != me)
            CHK(MPI_Send(buf, 1000, MPI_DOUBLE, i, 0, MPI_COMM_WORLD)); // want alltoall
}

static void wrapped(void)
{
    for (int k = 1; k < np; k++) {
        int to = me + k, from = me - k;
        if (to >= np)
            to -= np;
        if (from < 0)
            from += np;
        CHK(MPI_Sendrecv(buf, 10, MPI_DOUBLE, to, 0, buf + 10, 10, MPI_DOUBLE, from, 0, // want alltoall
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    for (int k = 1; k < np; k++) {
        int to = me + k < np ? me + k : me + k - np;
        MPI_Send(buf, 10, MPI_DOUBLE, to, 0, MPI_COMM_WORLD); // want alltoall
    }
}

static void paired(void)
{
    for (int k = 1; k < np; k++)
        MPI_Sendrecv_replace(buf, 10, MPI_DOUBLE, me ^ k, 0, me ^ k, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want alltoall
}

static void permuted(int *order)
{
    for (int i = 0; i < np; i++)
        order[i] = i;
    for (int i = np - 1; i > 0; i--) {
        int j = rand() % (i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (int i = 0; i < np; i++)
        MPI_Send(buf, 10, MPI_DOUBLE, order[i], 0, MPI_COMM_WORLD); // want alltoall
}

static void other_loops(void)
{
    int p = 0;

    while (p < np) {
        if (p != me)
            MPI_Send(buf, 10, MPI_DOUBLE, p, 0, MPI_COMM_WORLD); // want alltoall
        p++;
    }
    do {
        --p;
        MPI_Recv(buf, 10, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want alltoall
    } while (p > 0);
again:
    if (p >= np)
        return;
    MPI_Send(buf, 10, MPI_DOUBLE, p, 0, MPI_COMM_WORLD); // want alltoall
    p++;
    goto again;
}

static void sparse(const int *count)
{
    for (int p = 0; p < np; p++)
        if (count[p] > 0)
            MPI_Send(buf, count[p], MPI_DOUBLE, p, 0, MPI_COMM_WORLD); // want alltoall:note
}

static void lookalikes(const int *nbr, int nn, int ntasks, MPI_Comm cart)
{
    int l, r, logn = 0, lo = me - 1, hi = me + 1;

    for (int i = 0; i < nn; i++)
        MPI_Send(buf, 1, MPI_INT, nbr[i], 0, MPI_COMM_WORLD);
    for (int i = 0; i < ntasks; i++)
        MPI_Send(buf, 1, MPI_INT, i % np, 0, MPI_COMM_WORLD);
    for (int i = 1; i < np; i++)
        MPI_Send(buf, 1, MPI_INT, (me + 1) % np, 0, MPI_COMM_WORLD);
    for (int m = 1; m < np; m <<= 1)
        MPI_Send(buf, 1, MPI_INT, me ^ m, 0, MPI_COMM_WORLD);
    for (int m = 1; m < np; m *= 2)
        MPI_Send(buf, 1, MPI_INT, (me + m) % np, 0, MPI_COMM_WORLD);
    while ((1 << logn) < np)
        logn++;
    for (int j = 0; j < logn; j++)
        MPI_Send(buf, 1, MPI_INT, (1 << j) ^ me, 0, MPI_COMM_WORLD);
    MPI_Cart_shift(cart, 0, 1, &l, &r);
    for (int i = 1; i < np; i++)
        MPI_Sendrecv(buf, 1, MPI_INT, l, 0, buf + 1, 1, MPI_INT, r, 0, cart, MPI_STATUS_IGNORE);
    for (int i = 0; i < np; i++) {
        if (i == me && me > 0)
            MPI_Recv(buf, 1, MPI_INT, i - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (i == me && i + 1 < np)
            MPI_Send(buf, 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < np; i++)
        if (i == l || i == r)
            MPI_Send(buf, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    for (int i = lo < 0 ? 0 : lo; i <= hi && i < np; i++)
        if (i != me)
            MPI_Send(buf, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int order[4096] = {0}, nbr[2] = {0, 1};

    MPI_Init(&argc, &argv);
    setup();
    upwards();
    downwards();
    wrapped();
    paired();
    permuted(order);
    other_loops();
    sparse(order);
    lookalikes(nbr, 2, argc, env.comm);
    MPI_Finalize();
    return 0;
}
