package cfront

import (
	"encoding/json"
	"os"

	"mpivet/cache"
	"mpivet/cfront/clang"
)

// knownLibrary is which libclang a worker opened when it was last asked, so that a run that parses nothing need not open it.
type knownLibrary struct {
	Library clang.Library
	Sum     cache.Key // of the stamp of the library's file
}

// libraryKey is where the cache keeps what the search for a libclang came to.
func libraryKey(opts Options) cache.Key {
	h := cache.NewHash("c libclang")
	h.Key(opts.Tool)
	h.Str(opts.Libclang)
	for _, name := range []string{"MPIVET_LIBCLANG", "LD_LIBRARY_PATH", "PATH", "CONDA_PREFIX", "VIRTUAL_ENV", "HOME"} {
		h.Str(os.Getenv(name))
	}
	return h.Sum()
}

// rememberedLibrary returns the libclang of the last run, if its file is still the same.
func rememberedLibrary(opts Options) *clang.Library {
	var known knownLibrary
	data := opts.Cache.Get(libraryKey(opts))
	if data == nil || json.Unmarshal(data, &known) != nil {
		return nil
	}
	if sum, ok := cache.Stamp(known.Library.Path); !ok || sum != known.Sum {
		return nil
	}
	return &known.Library
}

// remember keeps which libclang was opened.
func remember(opts Options, lib *clang.Library) {
	sum, ok := cache.Stamp(lib.Path)
	if !ok {
		return // the loader found it: nobody knows where
	}
	if data, err := json.Marshal(knownLibrary{*lib, sum}); err == nil {
		opts.Cache.Put(libraryKey(opts), data)
	}
}
