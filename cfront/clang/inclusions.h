#ifndef MPIVET_INCLUSIONS_H
#define MPIVET_INCLUSIONS_H

#include <stddef.h>

/* File names of a unit, each ended by a NUL, in memory from malloc. */
typedef struct {
	char *text;
	size_t len, cap;
} mpivet_names;

/* Lists the files that a unit consists of, its main file first. */
mpivet_names mpivet_inclusions(void *library, void *unit);

#endif
