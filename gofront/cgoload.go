package gofront

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"

	"mpivet/cfront/headers"
)

// processCgo has cgo translate the relevant packages that import C. Where that fails (no mpi.h, an unknown pkg-config
// name), it tries once more with the built-in mpi.h and without pkg-config.
func (g *graph) processCgo(ctx context.Context, opts Options, r root) error {
	var want []string
	for p := range g.relevant {
		if g.usesCgo[p] || g.importsCgo(p) {
			want = append(want, pattern(p))
		}
	}
	if len(want) == 0 {
		return nil
	}
	sort.Strings(want)
	cfg := config(ctx, opts, r, packages.NeedName|packages.NeedFiles|packages.NeedCompiledGoFiles)
	cfg.Tests = opts.Tests
	failed, err := g.compile(cfg, want)
	if err != nil || len(failed) == 0 {
		return err
	}
	dir, err := mpiHeaders()
	if err != nil {
		return fmt.Errorf("laying out the built-in mpi.h: %w", err)
	}
	cfg.Env = withFallback(cfg.Env, dir)
	first := failed
	failed, err = g.compile(cfg, failed)
	if err != nil {
		return err
	}
	switch n := len(first) - len(failed); {
	case n == 1:
		g.cgoNotes = append(g.cgoNotes, "1 cgo package was read with the built-in mpi.h")
	case n > 1:
		g.cgoNotes = append(g.cgoNotes, fmt.Sprintf("%d cgo packages were read with the built-in mpi.h", n))
	}
	for _, p := range failed {
		g.fail(p, "cgo could not translate the package")
	}
	return nil
}

// pattern is how to ask the go command for p again.
func pattern(p *packages.Package) string {
	if p.ForTest != "" {
		return p.ForTest
	}
	if p.PkgPath == "command-line-arguments" && len(p.GoFiles) > 0 {
		return p.GoFiles[0]
	}
	return p.PkgPath
}

func (g *graph) importsCgo(p *packages.Package) bool {
	for _, f := range p.GoFiles {
		if src, err := os.ReadFile(f); err == nil && importsC(src) {
			g.usesCgo[p] = true
			return true
		}
	}
	return false
}

// compile records the translated files and returns the patterns that cgo failed on.
func (g *graph) compile(cfg *packages.Config, want []string) (failed []string, err error) {
	pkgs, err := packages.Load(cfg, want...)
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		if !translated(p) {
			failed = append(failed, pattern(p))
			continue
		}
		g.compiled[p.ID] = p.CompiledGoFiles
	}
	return dedupe(failed), nil
}

// translated reports whether cgo's declarations are among the files of p.
func translated(p *packages.Package) bool {
	for _, f := range p.CompiledGoFiles {
		if filepath.Base(f) == "_cgo_gotypes.go" || isCgoTypes(f) {
			return true
		}
	}
	return false
}

// isCgoTypes recognises cgo's declarations in the build cache, where files have no telling name.
func isCgoTypes(file string) bool {
	if strings.HasSuffix(file, ".go") {
		return false
	}
	src, err := os.ReadFile(file)
	return err == nil && strings.Contains(string(src), "_cgo_runtime_cgocall")
}

func dedupe(list []string) []string {
	sort.Strings(list)
	var out []string
	for i, s := range list {
		if i == 0 || s != list[i-1] {
			out = append(out, s)
		}
	}
	return out
}

// mpiHeaders lays the built-in mpi.h out in the user's cache folder: its path is part of what the go command keys its
// build cache by, so it should stay the same.
func mpiHeaders() (string, error) {
	base, err := os.UserCacheDir()
	if err == nil {
		dir := filepath.Join(base, "mpivet", "headers-"+headers.Digest())
		if err = headers.Extract(dir); err == nil {
			return filepath.Join(dir, headers.MPI), nil
		}
	}
	dir := filepath.Join(os.TempDir(), "mpivet-headers-"+headers.Digest())
	if err := headers.Extract(dir); err != nil {
		return "", err
	}
	return filepath.Join(dir, headers.MPI), nil
}

// withFallback puts our mpi.h first and makes pkg-config answer nothing.
func withFallback(env []string, dir string) []string {
	env = append([]string(nil), env...)
	flags := "-I" + dir
	if old := lookupEnv(env, "CGO_CFLAGS"); old != "" {
		flags += " " + old
	}
	return append(env, "CGO_CFLAGS="+flags, "PKG_CONFIG="+silentProgram())
}

// silentProgram is a program that succeeds and says nothing.
func silentProgram() string {
	for _, p := range []string{"/bin/true", "/usr/bin/true"} {
		if _, err := os.Stat(p); err == nil {
			return p
		}
	}
	return "true"
}
