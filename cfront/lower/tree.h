/* Copies a syntax tree out of libclang in one call. Asking for every node from Go costs more than lowering it. */
#ifndef MPIVET_TREE_H
#define MPIVET_TREE_H

#include <stdlib.h>

/* The layouts of libclang's CXCursor, CXSourceRange, CXSourceLocation and CXType, stable since clang 3. */
typedef struct { int kind, xdata; const void *data[3]; } mpivet_cursor;
typedef struct { const void *data[2]; unsigned begin, end; } mpivet_range;
typedef struct { const void *data[2]; unsigned raw; } mpivet_location;
typedef struct { int kind; void *data[2]; } mpivet_type;

typedef struct { void *file; unsigned line, column, offset; } mpivet_place;

typedef struct {
	mpivet_cursor cursor;
	int parent;                     /* index of the node it is below; -1 for the root */
	mpivet_place start, end;        /* as clang_getFileLocation tells */
	mpivet_type type, canonical;
} mpivet_node;

typedef struct {
	mpivet_node *nodes;
	int len, cap;
	int shallow;                    /* children of the root alone, cursors alone */
} mpivet_tree;

unsigned clang_visitChildren(mpivet_cursor, int (*)(mpivet_cursor, mpivet_cursor, void *), void *);
mpivet_range clang_getCursorExtent(mpivet_cursor);
mpivet_location clang_getRangeStart(mpivet_range);
mpivet_location clang_getRangeEnd(mpivet_range);
void clang_getFileLocation(mpivet_location, void **, unsigned *, unsigned *, unsigned *);
mpivet_type clang_getCursorType(mpivet_cursor);
mpivet_type clang_getCanonicalType(mpivet_type);

enum { mpivet_break, mpivet_continue, mpivet_recurse };

static int mpivet_same(const mpivet_cursor *a, const mpivet_cursor *b) {
	return a->kind == b->kind && a->xdata == b->xdata && a->data[0] == b->data[0] && a->data[1] == b->data[1];
}

static void mpivet_fill(mpivet_node *n) {
	mpivet_range r = clang_getCursorExtent(n->cursor);
	mpivet_place *s = &n->start, *e = &n->end;
	clang_getFileLocation(clang_getRangeStart(r), &s->file, &s->line, &s->column, &s->offset);
	clang_getFileLocation(clang_getRangeEnd(r), &e->file, &e->line, &e->column, &e->offset);
	n->type = clang_getCursorType(n->cursor);
	n->canonical = clang_getCanonicalType(n->type);
}

static int mpivet_add(mpivet_tree *t, mpivet_cursor c, int parent) {
	if (t->len == t->cap) {
		int cap = t->cap ? 2 * t->cap : 256;
		mpivet_node *grown = realloc(t->nodes, cap * sizeof *grown);
		if (!grown)
			return 0;
		t->nodes = grown;
		t->cap = cap;
	}
	mpivet_node *n = &t->nodes[t->len++];
	n->cursor = c;
	n->parent = parent;
	if (!t->shallow)
		mpivet_fill(n);
	return 1;
}

enum { mpivet_lambda = 144 };       /* CXCursor_LambdaExpr */

/* Returns the node whose cursor is that of a visited cursor's parent: the last node or one above it. What a lambda
 * copies is visited without the conversion around it, which then is the parent that nobody has seen. */
static int mpivet_parent(const mpivet_tree *t, const mpivet_cursor *parent) {
	int up = t->len - 1;
	while (up > 0 && !mpivet_same(&t->nodes[up].cursor, parent))
		up = t->nodes[up].parent;
	if (up > 0 || mpivet_same(&t->nodes[0].cursor, parent))
		return up;
	up = t->len - 1;
	while (up > 0 && t->nodes[up].cursor.kind != mpivet_lambda)
		up = t->nodes[up].parent;
	return up;
}

/* The visit is in preorder and tells each cursor's parent. A constant expression's wrapper has the cursor of what it
 * wraps: it is no node of its own. */
static int mpivet_visit(mpivet_cursor c, mpivet_cursor parent, void *data) {
	mpivet_tree *t = data;
	if (t->shallow)
		return mpivet_add(t, c, 0) ? mpivet_continue : mpivet_break;
	int up = mpivet_parent(t, &parent);
	if (mpivet_same(&t->nodes[up].cursor, &c))
		return mpivet_recurse;
	return mpivet_add(t, c, up) ? mpivet_recurse : mpivet_break;
}

static mpivet_tree mpivet_copy(const void *root, int shallow) {
	mpivet_tree t = { .shallow = shallow };
	mpivet_cursor c = *(const mpivet_cursor *)root;
	if (mpivet_add(&t, c, -1))
		clang_visitChildren(c, mpivet_visit, &t);
	return t;
}

#endif
