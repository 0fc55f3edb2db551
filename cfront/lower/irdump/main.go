// Irdump prints the ir of C and C++ files, for looking at what the frontend makes of them.
//
//	irdump FILE… [-- COMPILER ARGUMENTS]
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/cfront/clang"
	"mpivet/cfront/headers"
	"mpivet/cfront/lower"
	"mpivet/ir"
)

func main() {
	files, extra := os.Args[1:], []string(nil)
	if i := slices.Index(files, "--"); i >= 0 {
		files, extra = files[:i], files[i+1:]
	}
	if len(files) == 0 {
		fmt.Fprintln(os.Stderr, "usage: irdump FILE... [-- COMPILER ARGUMENTS]")
		os.Exit(2)
	}
	if err := run(files, extra); err != nil {
		fmt.Fprintln(os.Stderr, "irdump:", err)
		os.Exit(1)
	}
}

func run(files, extra []string) error {
	lib, err := clang.Open(os.Getenv("MPIVET_LIBCLANG"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "irdump")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	include := filepath.Join(dir, "headers")
	if err := headers.Extract(include); err != nil {
		return err
	}
	args := append([]string{"-resource-dir", lib.ResourceDir}, extra...)
	args = append(args, "-isystem", filepath.Join(include, headers.MPI))
	for _, file := range files {
		if err := dump(file, args); err != nil {
			return err
		}
	}
	return nil
}

func dump(file string, args []string) error {
	if !strings.HasSuffix(file, ".c") {
		args = append([]string{"-std=gnu++17"}, args...)
	}
	tu, err := clang.ParseUnit(clang.ParseOptions{File: file, Args: args})
	if err != nil {
		return err
	}
	defer tu.Dispose()
	if tu.Diagnostics.Errors > 0 {
		fmt.Fprintf(os.Stderr, "irdump: %s: %d errors: %s\n", file, tu.Diagnostics.Errors, tu.Diagnostics.First)
	}
	u, stats, err := lower.Unit(tu, lower.Options{})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "irdump: %s: %+v\n", file, stats)
	return ir.Print(os.Stdout, u)
}
