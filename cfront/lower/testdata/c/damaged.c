/* Code that does not compile is lowered as far as it goes. */
#include "nowhere.h"
#include <stdlib.h>
struct half { int n; missing_t x; };
int before(struct half *h) { h->n = 3; return unknown_function(h) + h->x.y; }
void broken(int n)
{
	undeclared = malloc(n);
	if (n > other)
		return 5;
	for (int i = 0; i < ; i++)
		n = n +;
	switch (n) case 3: break;
	goto nowhere;
}
int after(int n) { char *p = malloc(n); free(p); return n; }
void use(int *);
void members(struct half *h, int n)
{
	char *p = malloc(n);
	h->gone = p;
	h->list[n] = malloc(n);
	if (h->flag)
		free(h->gone);
	use(&h->inner.count);
	use(h->table[n].row.cells);
	free((n + h->count)->p);
}
