package analyzers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// The test binary is the vet tool when go vet starts it.
func TestMain(m *testing.M) {
	if os.Getenv("MPIVET_TEST_VETTOOL") != "" {
		unitchecker.Main(All()...)
	}
	os.Exit(m.Run())
}

func TestValidate(t *testing.T) {
	if err := analysis.Validate(All()); err != nil {
		t.Fatal(err)
	}
}

func dir(t *testing.T) string {
	t.Helper()
	d, err := filepath.Abs(filepath.Join("testdata", "m"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestFreshbuf(t *testing.T) {
	analysistest.Run(t, dir(t), Freshbuf, "./loop")
}

func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	analysistest.Run(t, dir(t), Freshbuf, "./ccode")
}

// TestVettool runs the analyzers as go vet does: one process a package, facts in files.
func TestVettool(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "-vettool="+self, "./...")
	cmd.Dir = dir(t)
	cmd.Env = append(os.Environ(), "MPIVET_TEST_VETTOOL=1", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("go vet found nothing:\n%s", out)
	}
	for _, want := range []string{
		"loop/loop.go:12:", "loop/loop.go:19:", "loop/loop.go:26:", "ccode/ccode.go:19:", "(freshbuf)",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "loop.go:32") || strings.Contains(string(out), "pack.go") {
		t.Errorf("too much:\n%s", out)
	}
}
