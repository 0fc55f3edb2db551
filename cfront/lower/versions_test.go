//go:build cgo

package lower

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestOtherVersions runs the golden tests with every other libclang that is installed: they differ in how they write types and
// in what they show of code that does not compile, and the ir must not.
func TestOtherVersions(t *testing.T) {
	if os.Getenv("MPIVET_LIBCLANG") != "" || testing.Short() {
		t.Skip("one version is asked for")
	}
	libs, err := filepath.Glob("/usr/lib/llvm-*/lib/libclang-[0-9][0-9].so.1*")
	if err != nil || len(libs) < 2 {
		t.Skip("no other version of libclang")
	}
	for _, lib := range libs {
		t.Run(filepath.Base(lib), func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=TestGolden")
			cmd.Env = append(os.Environ(), "MPIVET_LIBCLANG="+lib)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
