//go:build cgo

package lower

import (
	"path/filepath"
	"strings"
	"testing"

	"mpivet/ir"
)

// ownLibrary makes a file see the small standard library of the tests instead of the machine's.
var ownLibrary = []string{"-nostdinc++", "-isystem", filepath.Join("testdata", "cxx", "std")}

func TestGoldenCXX(t *testing.T) {
	files, err := filepath.Glob("testdata/cxx/*.cc")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			u, stats := lowered(t, file, Options{}, ownLibrary...)
			if stats.Unknown > 0 || stats.NoOp > 0 {
				t.Errorf("%+v", stats)
			}
			golden(t, strings.TrimSuffix(file, ".cc")+".ir", text(t, u))
		})
	}
}

func TestConfiguredCXX(t *testing.T) {
	file := "testdata/cxx/configured/names.cc"
	u, _ := lowered(t, file, Options{
		Owners:     map[string]bool{"Kokkos::View": true},
		Allocators: map[string]Allocator{"Memory::create": {Out: 0, Of: -1}},
		Releases:   map[string]Release{"Memory::destroy": {}},
		Pools:      map[string]bool{"take": true},
	}, ownLibrary...)
	golden(t, strings.TrimSuffix(file, ".cc")+".ir", text(t, u))
}

// TestCasesCXX lowers every C++ case of the project's test data with the machine's standard library.
func TestCasesCXX(t *testing.T) {
	root := filepath.Join("..", "..", "testdata", "cases", "cpp")
	var files []string
	for _, depth := range []string{"*.cc", "*/*.cc"} {
		found, _ := filepath.Glob(filepath.Join(root, depth))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("no cases")
	}
	for _, file := range files {
		tu := parse(t, file)
		if len(tu.Diagnostics.Missing) > 0 {
			t.Skip("no C++ standard library: ", tu.Diagnostics.First)
		}
		u, stats, err := Unit(tu, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range ir.Sanity(u) {
			t.Errorf("%s: %v", file, err)
		}
		if len(stats.Dropped) > 0 || stats.Unknown > 0 || stats.NoOp > 0 {
			t.Errorf("%s: %+v", file, stats)
		}
	}
}
