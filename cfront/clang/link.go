//go:build cgo

package clang

/*
#cgo LDFLAGS: -L${SRCDIR}/link -ldl
#cgo linux LDFLAGS: -Wl,--export-dynamic -Wl,--unresolved-symbols=ignore-in-object-files
#include <dlfcn.h>
#include <stdlib.h>

static void *mpivet_open(const char *path) { return dlopen(path, RTLD_LAZY | RTLD_GLOBAL); }
*/
import "C"

import (
	"errors"
	"unsafe"
)

// handle is the open shared library.
type handle struct{ ptr unsafe.Pointer }

// dlopen loads the shared library at path (or, without a slash, found by the
// loader) and makes its symbols global.
func dlopen(path string) (handle, error) {
	cpath := C.CString(path)
	defer C.free(unsafe.Pointer(cpath))
	p := C.mpivet_open(cpath)
	if p == nil {
		return handle{}, errors.New(C.GoString(C.dlerror()))
	}
	return handle{p}, nil
}

// symbol returns the address of a function, nil if this libclang lacks it.
func (h handle) symbol(name string) unsafe.Pointer {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	return C.dlsym(h.ptr, cname)
}
