/* Acquisitions and releases of heap memory. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct box { int n; double *data; struct box *next; };
void use(void *);

void *returned(size_t n) { return malloc(n); }

double *initialised(int n)
{
	double *p = (double *)calloc(n, sizeof *p), *q = NULL;
	if (!p)
		abort();
	q = p;
	if ((q = (double *)malloc(n * sizeof(double))) == NULL)
		exit(3);
	free(q);
	use(malloc(7));
	return p;
}

void places(struct box *b, double **rows, int i)
{
	b->data = realloc(b->data, b->n * sizeof(double));
	rows[i] = reallocarray(rows[i], 3, 8);
	*rows = aligned_alloc(64, 1024);
	b->next->data = i ? malloc(1) : NULL;
	free(b->next), b->next = 0;
	char *s = strdup("text");
	free(s);
}

int by_address(struct box *b, int n)
{
	void *raw;
	char *text;
	if (posix_memalign(&raw, 64, n * 8) != 0)
		return -1;
	posix_memalign((void **)&b->data, 64, n);
	if (asprintf(&text, "%d", n) < 0)
		return -2;
	free(raw);
	return 0;
}

/* Memory of the stack is no acquisition. */
void stack(int n)
{
	double vla[n];
	char *a = alloca(n);
	double fixed[4];
	use(vla);
	use(a);
	use(fixed);
}

/* Alignment by hand stays in the block. */
double *aligned(size_t n)
{
	char *raw = malloc(n + 63);
	return (double *)(((size_t)raw + 63) & ~(size_t)63);
}

void copies(struct box *b, struct box *c, double **rows, double **from, int n)
{
	memset(b, 0, sizeof *b);
	memcpy(b, c, sizeof *b);
	memcpy(rows, from, n * sizeof *rows);
	memset(rows, 0, n * sizeof *rows);
	memcpy(b->data, c->data, n);
	*b = *c;
}
