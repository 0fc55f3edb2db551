//go:build cgo

package clang

// #include <stdlib.h>
// #include "inclusions.h"
import "C"

import (
	"slices"
	"strings"
	"unsafe"
)

// Files returns the files that the unit consists of, as libclang opened them:
// the main file first, then every header once, in the order of first inclusion.
func (u *Unit) Files() []string {
	listed := C.mpivet_inclusions(opened.handle.ptr, *(*unsafe.Pointer)(unsafe.Pointer(&u.TU)))
	defer C.free(unsafe.Pointer(listed.text))
	if listed.len == 0 {
		return nil
	}
	text := C.GoStringN(listed.text, C.int(listed.len-1))
	names := strings.Split(text, "\x00")
	if u.prefix != nil {
		names = slices.Insert(names, 1, u.prefix.Files...)
	}
	var out []string
	seen := map[string]bool{}
	for _, name := range names {
		if name != "" && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}
