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
/* What is handed on without being declared is a function; what is called, or not handed on as it is, is none that is handed on. */
void registers(void)
{
	add_test("one", test_one, 0, test_two );
	add_test("three", test_three(), test_four + 1);
}
