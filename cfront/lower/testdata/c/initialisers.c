/* Initialisers and aggregates. */
#include <mpi.h>
#include <stdlib.h>

struct inner { int k; double *p; };
struct outer { int n; MPI_Comm comm; struct inner in[2]; union { int i; float f; }; char name[8]; void (*fn)(int); };

void hook(int);
static void local_hook(int x) { hook(x); }
struct outer make(void);

void designated(double *d)
{
	struct outer a = { .n = 1, .comm = MPI_COMM_WORLD, .in[1].p = d, .fn = local_hook };
	struct outer b = { 2, MPI_COMM_NULL, 5, d, { 6 }, .i = 3, .name = "abc" };
	struct inner list[] = { [1] = { 1, d }, { 2 } };
	double *rows[3] = { malloc(8) };
	int plain[100] = { 1, 2 };
	struct outer c = make(), e = a;
	c = b;
	c = (struct outer){ .in = { { .p = d } } };
	hook(list[0].k + plain[1] + e.n);
	hook(*(int[]){ 7 });
	rows[1] = d;
	int scalar = { 4 };
}

int counter(void)
{
	static int n = 5;
	static double *cache;
	{
		static int n;
		n++;
	}
	if (!cache)
		cache = malloc(n);
	return n++;
}

extern int shared;
static int own = 3;
int read_globals(void)
{
	extern int elsewhere;
	return shared + own + elsewhere;
}

static struct { void (*f)(int); } table[] = { { local_hook } };
void through_pointer(void (*f)(int))
{
	f(1);
	table[0].f(2);
	(*f)(3);
	(&hook)(4);
}
