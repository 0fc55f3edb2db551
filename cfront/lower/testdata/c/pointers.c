/* Calls through pointers whose values the unit shows. */
#include <stdlib.h>
int plain(int), strided(int), fallback(int);
static int packed(int n) { return n; }

struct ops { int (*pack)(int); int (*send)(int, double *); };
struct known_elsewhere;

static int (*chosen)(int);
static int (*const table[])(int) = { plain, strided, packed };
static struct ops ops = { .pack = packed };
int (*visible)(int) = plain;

void select_ops(int fast) { chosen = fast ? plain : strided; }

static int apply(int (*fn)(int), int n) { return fn(n) + (*fn)(n); }
static int leaked(int (*fn)(int), int n) { return fn(n); }
int (*leak)(int (*)(int), int) = leaked;

int all(struct ops *o, int i, int (*given)(int))
{
	int (*local)(int) = i ? plain : packed;
	int (*changed)(int) = plain;
	int (**address)(int) = &changed;
	*address = given;
	return chosen(i) + table[i](i) + ops.pack(i) + o->pack(i) + visible(i) + given(i) + local(i) + changed(i) +
	       apply(plain, i) + apply(local, i) + leaked(strided, i);
}
