/* Expressions: effects, places, arithmetic. */
#include <stdarg.h>
#include <stdint.h>
enum { N = 4, M };
int f(int), *g(void);
typedef struct { int a[N]; int (*m)[3]; int *p; struct { int deep; } in; } S;

int effects(int x, int *p, S *s)
{
	int i = 0, y = x++ + ++i;
	p[i++] = i;
	*p++ = 3;
	*++p = 4;
	(*p)--;
	p += 2;
	p -= x;
	x <<= 2, y |= x;
	y = (f(1), f(2));
	x = y = i;
	i = x && f(y) || !p;
	i = x > 1 && p;
	f(1) && f(2);
	x ? f(3) : f(4);
	y = x ?: f(5);
	y = ({ int t = f(x); t + 1; });
	return __builtin_expect(!!x, 1) ? *g() : g()[2];
}

void places(S *s, S t, int i, int **pp)
{
	int local[5][6];
	s->a[i] = 1;
	(*s).in.deep = s->m[i][2];
	t.a[1] = *s->a;
	local[i][1] = *(*(local + 2) + 1);
	*pp[i] = **pp;
	(*pp)[i] = i[*pp];
	int *q = &s->a[i], *r = s->p + i, *v = &s->p[i], *w = &*r, *u = local[2];
	q = s->a;
	q = 1 + r - i;
	i = r - q;
	f(&t == s);
	f(((S *)s)->in.deep);
	(i ? s : &t)->in.deep = 2;
}

int constants(void)
{
	return sizeof(S) * N + M * -3 + ('a' << 1) + (N > 3) + ~0 + 0x10u;
}

int variadic(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int *p = va_arg(ap, int *);
	va_end(ap);
	return *p;
}

long pointer_to_integer(int *p) { uintptr_t h = (uintptr_t)p; return h; }
int chosen(float x, int *p) { return _Generic(x, float: p, double: f, default: g)[0]; }
