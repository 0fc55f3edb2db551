package gofront

import (
	"testing"

	"golang.org/x/tools/go/packages"

	"mpivet/ir"
)

// TestStandardLibrary lowers a part of the standard library, whose code has about every construct there is.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	cfg := &packages.Config{Mode: packages.LoadSyntax}
	pkgs, err := packages.Load(cfg, "encoding/...", "go/...", "text/...", "container/...", "slices", "maps", "iter", "sort",
		"bufio", "bytes", "fmt", "reflect", "strconv", "time", "regexp/...", "math/big", "archive/zip", "html/template")
	if err != nil {
		t.Fatal(err)
	}
	funcs := 0
	for _, p := range pkgs {
		if len(p.Errors) > 0 || p.Types == nil {
			t.Errorf("%s: %v", p.PkgPath, p.Errors)
			continue
		}
		u, err := Lower(&Package{Path: p.PkgPath, Types: p.Types, Files: p.Syntax, Info: p.TypesInfo, Fset: p.Fset}, nil)
		if err != nil {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
		funcs += len(u.Funcs)
		for _, err := range ir.Sanity(u) {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
	}
	if funcs < 5000 {
		t.Errorf("only %d functions lowered", funcs)
	}
}
