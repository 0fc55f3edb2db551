/* Operators and positions in macros. */
#include <stdlib.h>
#define SWAP(type, a, b) do { type t_ = (a); (a) = (b); (b) = t_; } while (0)
#define FOR_EACH(i, n) for ((i) = 0; (i) < (n); (i)++)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define RELEASE(p) do { if ((p) != NULL) { free(p); (p) = NULL; } } while (0)
#define NEW(p, n) if (((p) = malloc((n) * sizeof *(p))) == NULL) goto fail
#define CHECK_RANGE(i, lo, hi) if ((i) < (lo) || (i) >= (hi)) return -1
#define ADD_INTO(a, b) a += b
#define PAIR(a, b) pair(a, b)
#define BOTH(a, b) a + b
#define INC(x) x++
#define FIELD(s) ((s)->n - 1)
typedef struct { int n; double *v; } vec;
int pair(int, int);

int work(vec *s, double *x, double *y, int n, int m)
{
	int i, arr[2 * 8];
	SWAP(double *, x, y);
	FOR_EACH(i, n)
		x[i] = MIN(i, m);
	CHECK_RANGE(n, 0, 1 << 4);
	NEW(s->v, FIELD(s));
	ADD_INTO(n, m);
	PAIR((n, m), m = 3);
	arr[0] = BOTH(n, m);
	arr[1] = BOTH(n, m) * 2;
	INC(n);
	RELEASE(s->v);
fail:
	return 0;
}
