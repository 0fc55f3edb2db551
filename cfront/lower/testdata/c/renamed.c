// An allocator of the tables under another name.

#include <stddef.h>

#define memAllocGroup lib_memAllocGroup
void *memAllocGroup(void **, ...);

// The name alone is changed: one block with two parts.
int pair(int **idx, double **val, size_t n) {
	return memAllocGroup((void **) idx, n * sizeof(int), val, n * sizeof(double), NULL) == NULL;
}

#undef memAllocGroup
#define memAllocGroup(...) lib_logged(__LINE__, __VA_ARGS__)
void *lib_logged(int line, ...);

// The macro adds an argument: another function, which nobody has seen.
int logged(int **idx, double **val, size_t n) {
	return memAllocGroup((void **) idx, n * sizeof(int), val, n * sizeof(double), NULL) == NULL;
}

#define malloc lib_pooled
void *lib_pooled(size_t n);

// What fills one pointer is known by its own name: its definition, elsewhere, says whether it allocates.
void *pooled(size_t n) {
	return malloc(n);
}
