//go:build cgo

package clang

// #include <stdlib.h>
import "C"

import (
	"maps"
	"slices"
	"unsafe"

	gc "github.com/go-clang/clang-v15/clang"
)

// unsavedFiles hands contents to libclang. The bindings copy them to C's memory
// and never free it; free does.
func unsavedFiles(contents map[string]string) (files []gc.UnsavedFile, free func()) {
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		files = append(files, gc.NewUnsavedFile(path, contents[path]))
	}
	return files, func() {
		for i := range files {
			// The layout of libclang's CXUnsavedFile: name, contents, length.
			raw := (*[2]unsafe.Pointer)(unsafe.Pointer(&files[i]))
			C.free(raw[0])
			C.free(raw[1])
		}
	}
}
