#include "forward.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define FORWARD(n) void *mpivet_slot_##n;
#include "forward_names.h"
#undef FORWARD

static const struct {
	const char *name;
	void **slot;
} slots[] = {
#define FORWARD(n) {#n, &mpivet_slot_##n},
#include "forward_names.h"
#undef FORWARD
};

/* Stands in for a function that the opened libclang does not have. */
static void absent(void) {
	fputs("libclang lacks a function that the C frontend needs\n", stderr);
	abort();
}

void mpivet_forward(void *library) {
	for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
		void *f = dlsym(library, slots[i].name);
		*slots[i].slot = f ? f : (void *)absent;
	}
}
