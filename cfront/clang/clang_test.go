//go:build cgo

package clang

import (
	"os"
	"path/filepath"
	"testing"

	gc "github.com/go-clang/clang-v15/clang"
)

func openForTest(t *testing.T) *Library {
	t.Helper()
	lib, err := Open("")
	if err != nil {
		t.Skip(err)
	}
	return lib
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestParseGoesOnAfterAMissingHeader(t *testing.T) {
	lib := openForTest(t)
	if lib.Major < oldest || lib.ResourceDir == "" {
		t.Errorf("library %+v", lib)
	}
	file := write(t, "a.c", "#include \"nowhere.h\"\n#include <stddef.h>\n#include <stdlib.h>\nint f(int a) { a <<= 3 + -a; return a; }\n")
	u, err := ParseUnit(ParseOptions{File: file, Args: []string{"-resource-dir", lib.ResourceDir}})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Dispose()
	if u.Diagnostics.Errors != 1 || len(u.Diagnostics.Missing) != 1 || u.Diagnostics.Missing[0] != "nowhere.h" {
		t.Errorf("diagnostics %+v", u.Diagnostics)
	}
	if files := u.Files(); len(files) < 3 || files[0] != file {
		t.Errorf("files %q", files)
	}
	var f Cursor
	u.Root().Visit(func(c, _ gc.Cursor) gc.ChildVisitResult {
		if c.Spelling() == "f" && c.IsCursorDefinition() {
			f = c
		}
		return gc.ChildVisit_Continue
	})
	if f.IsNull() || f.Spelling() != "f" {
		t.Fatal("the function after the missing header is not there")
	}
	operators := ""
	f.Visit(func(c, _ gc.Cursor) gc.ChildVisitResult {
		if op, ok := BinaryOp(c); ok {
			operators += op
		}
		if op, ok := UnaryOp(c); ok {
			operators += op
		}
		return gc.ChildVisit_Recurse
	})
	if want := map[bool]string{true: "<<=+-"}[lib.Major >= 17]; operators != want {
		t.Errorf("operators %q, want %q", operators, want)
	}
}

func TestOpenNamesTheMissingLibrary(t *testing.T) {
	if opened != nil {
		t.Skip("libclang is open already")
	}
	if _, err := Open("/nonexistent/libclang.so"); err == nil {
		t.Error("opened a file that does not exist")
	}
}
