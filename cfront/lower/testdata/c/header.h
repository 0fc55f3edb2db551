#include <stdlib.h>
static inline double *fresh(int n) { return malloc(n * sizeof(double)); }
static int never_mind(int n) { return n + 1; }
