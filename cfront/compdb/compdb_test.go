package compdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"  cc  -c\ta.c\n", []string{"cc", "-c", "a.c"}},
		{`cc -DX="a b" '-DY=$(rm x)' -DZ=\"s\"`, []string{"cc", "-DX=a b", "-DY=$(rm x)", `-DZ="s"`}},
		{`a '' "" b`, []string{"a", "", "", "b"}},
		{`"a\b\"c\\d\$e"`, []string{`a\b"c\d$e`}},
		{"a\\\nb", []string{"ab"}},
		{"x`touch y`; z", []string{"x`touch", "y`;", "z"}},
	} {
		got, err := Split(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q: %s", c.in, d)
		}
	}
	for _, in := range []string{`a "b`, `a 'b`, `a \`} {
		if _, err := Split(in); err != ErrQuote {
			t.Errorf("%q: error %v", in, err)
		}
	}
}

func TestSanitise(t *testing.T) {
	for _, c := range []struct{ name, command, file, want string }{
		{"plain C", "cc -O2 -Wall -c a.c", "a.c", "-x c"},
		{"relative folders", "mpicc -I. -I ../inc -isystem sys -iquote/q -DX -D Y=1 -UZ -c a.c", "a.c",
			"-x c -I /d/sub -I /d/inc -isystem /d/sub/sys -iquote /q -DX -DY=1 -UZ"},
		{"C++ by driver", "/opt/gcc/bin/g++-12 -c a.c", "a.c", "-x c++ -std=gnu++17"},
		{"C++ by wrapper behind a launcher", "ccache mpicxx -c a.C", "a.C", "-x c++ -std=gnu++17"},
		{"new standards", "g++ -std=c++23 -c a.cc", "a.cc", "-x c++ -std=c++2b"},
		{"the other language's standard", "mpicc -std=c++17 -c a.c", "a.c", "-x c"},
		{"unknown standard", "g++ --std=c++99 a.cc", "a.cc", "-x c++ -std=gnu++17"},
		{"OpenMP", "gcc -fopenmp -Xpreprocessor -fopenmp a.c", "a.c", "-x c -D_OPENMP=201811"},
		{"GCC only", "gcc -fno-tree-vectorize -fmax-errors=3 -march=native -fsigned-char a.c", "a.c", "-x c -fsigned-char"},
		{"hostile", "cc -o /x -Xclang -load -Xclang p.so -fplugin=p.so -fpass-plugin=p.so -MD -MF /y -save-temps @more -wrapper sh,-c " +
			"-specs=s -B/b -fmodules-cache-path=/z -fcrash-diagnostics-dir=/w -fprofile-generate=/v -ftime-trace -Wp,-MD,/u -c a.c", "a.c", "-x c"},
		{"a value that looks like a flag", "cc -o -include -MF -I/evil a.c", "a.c", "-x c"},
		{"no repetition", "cc -I/i -I/i a.c", "a.c", "-x c -I /i"},
		{"empty value", "cc -D '' -I '' -include '' a.c", "a.c", "-x c"},
		{"flag at the end", "cc a.c -I", "a.c", "-x c"},
		{"preprocessor through the driver", "cc -Wp,-DA=1 -Wp,-D_FORTIFY_SOURCE=2 a.c", "a.c", "-x c -DA=1 -D_FORTIFY_SOURCE=2"},
		{"device as header", "cc -include /dev/zero -include cfg.h a.c", "a.c", "-x c -include cfg.h"},
		{"target", "cc -target aarch64-linux-gnu --target=a;b a.c", "a.c", "-x c --target=aarch64-linux-gnu"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args, err := Split(strings.ReplaceAll(c.command, ";b", "\\;b"))
			if err != nil {
				t.Fatal(err)
			}
			got, _ := Sanitise(args, "/d/sub/"+c.file, "/d/sub")
			if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestIncludeAvoidsForeignPrecompiledHeaders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pch.h", "pch.h.gch"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := Sanitise([]string{"cc", "-include", "pch.h", "a.c"}, filepath.Join(dir, "a.c"), dir)
	want := []string{"-x", "c", "-Xclang", "-include", "-Xclang", filepath.Join(dir, "pch.h")}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestOtherGCC(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "lib", "gcc"), 0o777); err != nil {
		t.Fatal(err)
	}
	got, _ := Sanitise([]string{filepath.Join(dir, "bin", "g++"), "-c", "a.cc"}, "/a.cc", "/")
	want := []string{"-x", "c++", "-std=gnu++17", "--gcc-toolchain=" + dir}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.c", "b.cc", "f.f90"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, Name)
	load := func(text string) (*Database, error) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Load(path)
	}
	db, err := load(`[{"directory": ".", "file": "a.c", "command": "cc -DX='1 2' -o a.o -c a.c", "output": "a.o"},
		{"directory": "` + dir + `", "file": "b.cc", "arguments": ["c++", "-Iinc", "-c", "b.cc"]},
		{"directory": ".", "file": "a.c", "command": "cc -DX='1 2' -o other.o -c a.c"},
		{"directory": ".", "file": "gone.c", "command": "cc -c gone.c"},
		{"directory": ".", "file": "a.c", "command": "cc 'x"},
		{"directory": 3, "file": "a.c", "command": "cc"},
		{"directory": ".", "file": "f.f90", "command": "gfortran -c f.f90"},
		{"file": "a.c"}]`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Entry{
		{filepath.Join(dir, "a.c"), dir, []string{"-x", "c", "-DX=1 2"}, C},
		{filepath.Join(dir, "b.cc"), dir, []string{"-x", "c++", "-std=gnu++17", "-I", filepath.Join(dir, "inc")}, CXX},
	}
	if d := cmp.Diff(want, db.Entries); d != "" {
		t.Error(d)
	}
	notes := strings.Join(db.Notes(), "\n")
	for _, part := range []string{"1 file does not exist", "gone.c", "3 entries left out", "unterminated quote"} {
		if !strings.Contains(notes, part) {
			t.Errorf("notes lack %q:\n%s", part, notes)
		}
	}
	for text, part := range map[string]string{
		"":                  "it is empty",
		"hello":             "not JSON at byte 1",
		"{}":                "not a JSON array",
		`[{"file": "a.c"},`: "ends too early",
		"[1, 2":             "not JSON",
		"\x00\x01\xff":      "not JSON",
	} {
		_, err := load(text)
		if err == nil || !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "src", "deep")
	for _, d := range []string{deep, filepath.Join(dir, "build")} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "build", Name)
	if err := os.WriteFile(path, []byte("[]"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, input := range []string{deep, filepath.Join(deep, "a.c"), dir} {
		if got, err := Find("", input); err != nil || got != path {
			t.Errorf("%s: %q, %v", input, got, err)
		}
	}
	if got, err := Find(filepath.Join(dir, "build"), "x"); err != nil || got != path {
		t.Errorf("-p: %q, %v", got, err)
	}
	if _, err := Find(deep, "x"); err == nil || !strings.Contains(err.Error(), deep) {
		t.Errorf("-p without a database: %v", err)
	}
}
