//go:build cgo

package lower

// #include "tree.h"
import "C"

import (
	"unsafe"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// newTree copies the tree below c, with the position and type of each node.
func (u *unit) newTree(c clang.Cursor) *node {
	tree := C.mpivet_copy(unsafe.Pointer(&c), 0)
	defer C.free(unsafe.Pointer(tree.nodes))
	if tree.len == 0 {
		return &node{c: c, kind: c.Kind()}
	}
	raw := unsafe.Slice(tree.nodes, int(tree.len))
	nodes, exts, types := make([]node, len(raw)), make([]extent, len(raw)), make([]typeInfo, len(raw))
	kids := make([]int, len(raw))
	for i := range raw {
		if p := raw[i].parent; p >= 0 {
			kids[p]++
		}
	}
	all := make([]*node, len(raw))
	for i := range raw {
		n, r := &nodes[i], &raw[i]
		n.c = *(*clang.Cursor)(unsafe.Pointer(&r.cursor))
		n.kind = clang.CursorKind(uint32(r.cursor.kind))
		n.kids, all = all[:0:kids[i]], all[kids[i]:]
		u.locate(&exts[i], &r.start, &r.end)
		n.ext = &exts[i]
		t := &types[i]
		t.t = *(*clang.Type)(unsafe.Pointer(&r._type))
		t.canon = *(*clang.Type)(unsafe.Pointer(&r.canonical))
		t.kind = clang.TypeKind(uint32(r.canonical.kind))
		n.typ = t
		if p := r.parent; p >= 0 {
			n.up = &nodes[p]
			n.up.kids = append(n.up.kids, n)
		}
	}
	if u.broken {
		u.recoverParts(nodes)
	}
	if u.cxx && u.broken {
		recoverCalls(nodes)
	}
	return &nodes[0]
}

// locate fills e from the two ends of a range.
func (u *unit) locate(e *extent, start, end *C.mpivet_place) {
	first, last := *(*clang.File)(unsafe.Pointer(&start.file)), *(*clang.File)(unsafe.Pointer(&end.file))
	*e = extent{src: u.source(first), start: int(start.offset), end: -1}
	e.pos = ir.Pos{File: e.src.name, Line: int(start.line), Col: int(start.column)}
	e.setEnd(first == last, int(end.offset), int(end.line), int(end.column))
}

// children returns the direct children of a cursor.
func children(c clang.Cursor) []clang.Cursor {
	tree := C.mpivet_copy(unsafe.Pointer(&c), 1)
	defer C.free(unsafe.Pointer(tree.nodes))
	var out []clang.Cursor
	for i := 1; i < int(tree.len); i++ {
		out = append(out, *(*clang.Cursor)(unsafe.Pointer(&unsafe.Slice(tree.nodes, int(tree.len))[i].cursor)))
	}
	return out
}
