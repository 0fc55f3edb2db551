/* A library to preload that counts what a network adapter would see of a program, without one.
 *
 * It keeps the books of a registration cache: a buffer of 2048 bytes or more that is communicated, and whose pages are not
 * registered, is a registration. Pages are no longer registered when the allocator has given them back to the system. It also counts the
 * addresses of buffers, the page faults from MPI_Init to MPI_Finalize, and the connections that are open at
 * the end, which is what the sockets of a transport over TCP are. Rank 0 prints the largest figure of all ranks.
 *
 *   mpicc -shared -fPIC -o count.so count.c -ldl
 *   mpiexec -n 2 env LD_PRELOAD=./count.so ./program
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, THRESHOLD = 2048, MOST = 1 << 16 };

struct range { uintptr_t from, to; };

static struct range registered[MOST], seen[MOST];
static int nregistered, nseen;
static long registrations, faults_before;
static int connections_before;


/* forget takes the pages from `from` to `to` out of the books. */
static void forget(uintptr_t from, uintptr_t to)
{
    for (int i = 0; i < nregistered; i++) {
        struct range *r = &registered[i];
        if (r->to <= from || r->from >= to)
            continue;
        if (r->from < from)
            r->to = from; /* a part behind a hole is dropped: it is registered again when it is used */
        else if (r->to > to)
            r->from = to;
        else
            *r-- = registered[--nregistered], i--;
    }
}

/* use notes that a buffer is communicated. */
static void use(const void *p, long bytes)
{
    if (p == NULL || p == MPI_IN_PLACE || p == MPI_BOTTOM || bytes < THRESHOLD)
        return;
    struct range exact = {(uintptr_t)p, (uintptr_t)p + bytes};
    int known = 0;
    for (int i = 0; i < nseen && !known; i++)
        known = seen[i].from == exact.from;
    if (!known && nseen < MOST)
        seen[nseen++] = exact;

    struct range pages = {exact.from & ~(uintptr_t)(PAGE - 1), (exact.to + PAGE - 1) & ~(uintptr_t)(PAGE - 1)};
    for (int i = 0; i < nregistered; i++)
        if (registered[i].from <= pages.from && pages.to <= registered[i].to)
            return;
    registrations++;
    if (nregistered < MOST)
        registered[nregistered++] = pages;
}

static void use_typed(const void *p, long count, MPI_Datatype type)
{
    int size;
    PMPI_Type_size(type, &size);
    use(p, count * size);
}

/* mapped says whether glibc has mapped a block by itself, which it unmaps when the block is freed: a bit in the word before it. */
static int mapped(const void *p) { return p != NULL && (((const size_t *)p)[-1] & 2) != 0; }
static size_t length(const void *p) { return ((const size_t *)p)[-1] & ~(size_t)7; }

void free(void *p)
{
    static void (*next)(void *);
    if (next == NULL)
        next = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    if (mapped(p))
        forget((uintptr_t)p - 16, (uintptr_t)p - 16 + length(p));
    next(p);
    if (p != NULL) { /* the end of the heap may have gone back too */
        static uintptr_t top;
        uintptr_t now = (uintptr_t)sbrk(0);
        if (now < top)
            forget(now, top);
        top = now;
    }
}

void *realloc(void *p, size_t n)
{
    static void *(*next)(void *, size_t);
    if (next == NULL)
        next = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    int was = mapped(p);
    uintptr_t from = (uintptr_t)p - 16, to = p == NULL ? 0 : from + length(p);
    void *q = next(p, n);
    if (was && q == p)
        forget(from + length(q), to);
    else if (was)
        forget(from, to);
    return q;
}

static long faults(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_minflt + u.ru_majflt;
}

/* connections counts the open sockets. */
static int connections(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        struct stat s;
        if (fstat(atoi(e->d_name), &s) == 0 && S_ISSOCK(s.st_mode))
            n++;
    }
    if (d != NULL)
        closedir(d);
    return n;
}

static void begin(void)
{
    faults_before = faults();
    connections_before = connections();
}

int MPI_Init(int *argc, char ***argv)
{
    int rc = PMPI_Init(argc, argv);
    begin();
    return rc;
}

int MPI_Finalize(void)
{
    long mine[4] = {registrations, nseen, faults() - faults_before, connections() - connections_before}, most[4];
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Reduce(mine, most, 4, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "count: registrations %ld addresses %ld faults %ld connections %ld\n", most[0], most[1], most[2], most[3]);
    return PMPI_Finalize();
}

int MPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c)
{
    use_typed(b, n, t);
    return PMPI_Send(b, n, t, to, tag, c);
}

int MPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s)
{
    use_typed(b, n, t);
    return PMPI_Recv(b, n, t, from, tag, c, s);
}

int MPI_Sendrecv(const void *sb, int sn, MPI_Datatype st, int to, int stag, void *rb, int rn, MPI_Datatype rt, int from, int rtag,
                 MPI_Comm c, MPI_Status *s)
{
    use_typed(sb, sn, st);
    use_typed(rb, rn, rt);
    return PMPI_Sendrecv(sb, sn, st, to, stag, rb, rn, rt, from, rtag, c, s);
}

int MPI_Bcast(void *b, int n, MPI_Datatype t, int root, MPI_Comm c)
{
    use_typed(b, n, t);
    return PMPI_Bcast(b, n, t, root, c);
}
