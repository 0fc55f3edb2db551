//go:build cgo

package lower

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldenCXX lowers small programs against a small standard library of the tests' own, so that the golden files do
// not depend on the machine's.
func TestGoldenCXX(t *testing.T) {
	files, err := filepath.Glob("testdata/cxx/*.cc")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			u, stats := lowered(t, file, Options{})
			if stats.Unknown > 0 || stats.NoOp > 0 {
				t.Errorf("%+v", stats)
			}
			golden(t, strings.TrimSuffix(file, ".cc")+".ir", text(t, u))
		})
	}
}
