#include "inclusions.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	const void *data;
	unsigned flags;
} string;

typedef struct {
	mpivet_names names;
	string (*file_name)(void *);
	const char *(*c_string)(string);
	void (*dispose)(string);
} collector;

static void collect(void *file, void *stack, unsigned depth, void *data) {
	(void)stack, (void)depth;
	collector *c = data;
	string s = c->file_name(file);
	const char *name = c->c_string(s);
	size_t n = name ? strlen(name) + 1 : 0;
	if (c->names.len + n > c->names.cap) {
		size_t cap = 2 * (c->names.len + n) + 1024;
		char *grown = realloc(c->names.text, cap);
		if (grown) {
			c->names.text = grown;
			c->names.cap = cap;
		} else {
			n = 0;
		}
	}
	if (n) {
		memcpy(c->names.text + c->names.len, name, n);
		c->names.len += n;
	}
	c->dispose(s);
}

mpivet_names mpivet_inclusions(void *library, void *unit) {
	typedef void (*visitor)(void *, void *, unsigned, void *);
	void (*inclusions)(void *, visitor, void *) = (void (*)(void *, visitor, void *))dlsym(library, "clang_getInclusions");
	collector c = {0};
	c.file_name = (string(*)(void *))dlsym(library, "clang_getFileName");
	c.c_string = (const char *(*)(string))dlsym(library, "clang_getCString");
	c.dispose = (void (*)(string))dlsym(library, "clang_disposeString");
	if (inclusions && c.file_name && c.c_string && c.dispose)
		inclusions(unit, collect, &c);
	return c.names;
}
