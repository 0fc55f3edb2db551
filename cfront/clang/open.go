//go:build cgo

package clang

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"

	gc "github.com/go-clang/clang-v15/clang"
)

var (
	openMu sync.Mutex
	opened *openLibrary
)

// openLibrary is the one library of the process.
type openLibrary struct {
	Library
	handle handle
}

// Open loads libclang: the file at path, or with an empty path the first usable
// one of the search order. Further calls return the library already open. It
// must succeed before anything else of this package or of the bindings is used.
func Open(path string) (*Library, error) {
	openMu.Lock()
	defer openMu.Unlock()
	if opened != nil {
		return &opened.Library, nil
	}
	var reason error
	for _, candidate := range candidates(path) {
		h, err := dlopen(candidate)
		if err != nil {
			if filepath.IsAbs(candidate) {
				reason = err
			}
			continue
		}
		lib, err := describe(candidate, h)
		if err != nil {
			reason = err
			continue
		}
		opened = &openLibrary{*lib, h}
		return lib, nil
	}
	return nil, openError(path, reason)
}

func openError(path string, reason error) error {
	const hint = "install libclang 15 or newer (Debian and Ubuntu: libclang-15-dev libclang-common-15-dev; Fedora: clang-libs clang-devel; macOS: Xcode's tools; else pip install libclang), or name it with -libclang FILE"
	if path != "" {
		return fmt.Errorf("cannot open libclang %s: %w", path, reason)
	}
	if reason != nil {
		return fmt.Errorf("no usable libclang (%w): %s", reason, hint)
	}
	return fmt.Errorf("no libclang found: %s", hint)
}

// oldest is the first release whose interface the bindings fit.
const oldest = 15

var versionNumber = regexp.MustCompile(`version (\d+)`)

// describe checks that the library is a libclang that can be used and fills the
// function tables.
func describe(path string, h handle) (*Library, error) {
	if h.symbol("clang_getClangVersion") == nil {
		return nil, fmt.Errorf("%s is not libclang", path)
	}
	h.forward()
	lib := &Library{Path: path, Version: gc.GetClangVersion()}
	if m := versionNumber.FindStringSubmatch(lib.Version); m != nil {
		lib.Major, _ = strconv.Atoi(m[1])
	}
	if lib.Major < oldest {
		return nil, fmt.Errorf("%s is too old (%s)", path, lib.Version)
	}
	lib.ResourceDir = resourceDir(path, lib.Major)
	binaryOps = newOperatorTable(h, "Binary")
	unaryOps = newOperatorTable(h, "Unary")
	return lib, nil
}
