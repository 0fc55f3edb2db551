package gofront

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"mpivet/ir"
)

// FuzzLower lowers whatever type-checks: it must not fault, and the result must be sane.
func FuzzLower(f *testing.F) {
	for _, pattern := range []string{"loops", "closures", "chans", "generics", "defers", "fixed"} {
		files, _ := filepath.Glob(filepath.Join("testdata", "t", pattern, "*.go"))
		for _, file := range files {
			if src, err := os.ReadFile(file); err == nil {
				f.Add(string(src))
			}
		}
	}
	for _, body := range snippets {
		f.Add("package p\n" + body)
	}
	f.Fuzz(func(t *testing.T, src string) {
		p := checked(src)
		if p == nil {
			t.Skip()
		}
		u, err := Lower(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range ir.Sanity(u) {
			t.Error(err)
		}
	})
}

// snippets are programs without imports.
var snippets = []string{
	"func f(n int) { for i := range n { defer func() { recover() }(); _ = i } }",
	"func f(g func(func(int, string) bool)) (s string) { for i, t := range g { if i > 2 { return t }; s += t }; return }",
	"func f(x any) int { switch v := x.(type) { case int: return v; case []int: return len(v); case [3]int: return v[1] }; return 0 }",
	"type T struct{ a [4]*T; b []T }; func (t *T) f(i int) *T { t.a[i].b[i] = *t; return &t.a[i].b[i:][0] }",
	"func f() { L: for { select { default: continue L } } }",
	"func f[S ~[]E, E any](s S) S { return append(s[:0:0], s...) }",
	"var g = func() func() int { n := 0; return func() int { n++; return n } }(); func f() int { return g() + g() }",
	"func f(c chan int) { go func(x int) { c <- x }(3); for range c { goto out }; out: }",
	"func f(m map[string][2][]int) { m[\"a\"] = [2][]int{1: {3}}; for k, v := range m { delete(m, k); _ = v[0] } }",
	"type I interface{ M() I }; type A struct{ I }; func (A) M() I { return A{} }; func f(i I) I { return i.M().M() }",
	"func f(b []byte) string { for i, c := range string(b) { _ = c; b[i]++ }; return string(b[1:]) + \"x\" }",
	"func f(p *[8]int, s []int) (a, b int) { q := (*[2]int)(s); a, b = q[0], p[1]; copy(p[:], s); return b, a }",
}

// noImports fails every import.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) { return nil, os.ErrNotExist }

// checked type-checks a file; it returns nil when there are errors.
func checked(src string) *Package {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	p := &Package{Path: "p", Files: []*ast.File{file}, Fset: fset, Info: NewInfo()}
	failed := false
	cfg := types.Config{GoVersion: "go1.26", Importer: noImports{}, Error: func(error) { failed = true }}
	p.Types, _ = cfg.Check("p", fset, p.Files, p.Info)
	if failed {
		return nil
	}
	return p
}
