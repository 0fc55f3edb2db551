/* Statements with names that are not declared are not in the tree. */
#include <stdlib.h>
void left_out(int n)
{
	char *kept = malloc(n), *other = malloc(n);
	registry->slot[n] = kept; /* other */
	log_it(other, nowhere);
	free(other);
	if (n) {
		other = 0;
		table[n] = other;
	}
}
