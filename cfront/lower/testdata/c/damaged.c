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
