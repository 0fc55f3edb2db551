//go:build cgo

package clang

// #include <stdlib.h>
// #include "inclusions.h"
import "C"

import (
	"strings"
	"unsafe"
)

// Files returns the files that the unit consists of, as libclang opened them:
// the main file first, then every header once, in the order of first inclusion.
func (u *Unit) Files() []string {
	names := C.mpivet_inclusions(opened.handle.ptr, *(*unsafe.Pointer)(unsafe.Pointer(&u.TU)))
	defer C.free(unsafe.Pointer(names.text))
	if names.len == 0 {
		return nil
	}
	text := C.GoStringN(names.text, C.int(names.len-1))
	var out []string
	seen := map[string]bool{}
	for name := range strings.SplitSeq(text, "\x00") {
		if name != "" && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}
