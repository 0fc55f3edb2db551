//go:build cgo

package clang

/*
#cgo LDFLAGS: -L${SRCDIR}/link -ldl
#cgo !amd64,!arm64,!riscv64 LDFLAGS: -Wl,--export-dynamic -Wl,--unresolved-symbols=ignore-in-object-files
#include "forward.h"
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

// forward points the bindings' calls at this library.
func (h handle) forward() { C.mpivet_forward(h.ptr) }

// symbol returns the address of a function, nil if this libclang lacks it.
func (h handle) symbol(name string) unsafe.Pointer {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	return C.dlsym(h.ptr, cname)
}
