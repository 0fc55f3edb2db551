package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"testing"
)

// scattered is a random program whose functions lie in files of their own and reach each other and MPI by name only: through wrappers,
// macros that paste names, tables of function pointers and callbacks. A part of it never comes near MPI.
type scattered struct {
	*rand.Rand
	files map[string]string
	comm  []string // functions void f(double *, int) that lead to MPI
	alloc []string // functions double *f(int)
	idle  []string // functions int f(int) that lead nowhere
}

func newScattered(seed int64) *scattered {
	s := &scattered{Rand: rand.New(rand.NewSource(seed)), files: map[string]string{}}
	s.files["put.c"] = "#include <mpi.h>\nvoid put(double *p, int n) { MPI_Send(p, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }\n"
	s.files["get.c"] = "#include <stdlib.h>\ndouble *get(int n) { return malloc(n * sizeof(double)); }\n"
	s.files["paste.h"] = "#define CALL(what) what##_end\n#define TWICE(f, p, n) do { f(p, n); f(p, n); } while (0)\n"
	s.comm, s.alloc = []string{"put"}, []string{"get"}
	for i := range 12 {
		s.add(i)
	}
	for i := range 4 {
		s.loop(i)
	}
	return s
}

func pick(r *rand.Rand, list []string) string { return list[r.Intn(len(list))] }

// add adds a function in a file of its own.
func (s *scattered) add(i int) {
	name, file := fmt.Sprintf("f%d", i), fmt.Sprintf("f%d.c", i)
	c, a := pick(s.Rand, s.comm), pick(s.Rand, s.alloc)
	declared := fmt.Sprintf("void %s(double *, int);\ndouble *%s(int);\n", c, a)
	switch s.Intn(8) {
	case 0:
		s.files[file] = fmt.Sprintf("%svoid %s(double *p, int n) { if (n > 0) %s(p, n); }\n", declared, name, c)
		s.comm = append(s.comm, name)
	case 1: // a pasted name
		s.files[file] = fmt.Sprintf("#include \"paste.h\"\n%svoid %s_end(double *p, int n) { TWICE(%s, p, n); }\nvoid %s(double *p, int n) { CALL(%s)(p, n); }\n", declared, name, c, name, name)
		s.comm = append(s.comm, name)
	case 2: // a table of functions
		s.files[file] = fmt.Sprintf("%sstatic void (*const table[])(double *, int) = { %s };\nvoid %s(double *p, int n) { table[0](p, n); }\n", declared, c, name)
		s.comm = append(s.comm, name)
	case 3: // a callback
		s.files[file] = fmt.Sprintf("%sstatic void with(void (*f)(double *, int), double *p, int n) { f(p, n); }\nvoid %s(double *p, int n) { with(%s, p, n); }\n", declared, name, c)
		s.comm = append(s.comm, name)
	case 4:
		s.files[file] = fmt.Sprintf("%sdouble *%s(int n) { return %s(n + 1); }\n", declared, name, a)
		s.alloc = append(s.alloc, name)
	case 5: // memory that is kept
		s.files[file] = fmt.Sprintf("%sdouble *%s(int n) { static double *kept; if (!kept) kept = %s(n); return kept; }\n", declared, name, a)
		s.alloc = append(s.alloc, name)
	default:
		s.files[file] = fmt.Sprintf("int %s(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * %d; return s; }\n", name, i)
		s.idle = append(s.idle, name)
	}
}

// loop adds a file that communicates in a loop what it acquires.
func (s *scattered) loop(i int) {
	c, a := pick(s.Rand, s.comm), pick(s.Rand, s.alloc)
	s.files[fmt.Sprintf("loop%d.c", i)] = fmt.Sprintf("#include <stdlib.h>\nvoid %s(double *, int);\ndouble *%s(int);\nvoid loop%d(int n) {\n\tfor (int i = 0; i < n; i++) { double *p = %s(100000); %s(p, 100000); free(p); }\n}\n", c, a, i, a, c)
}

// TestCandidates: what is found does not depend on which units are passed over.
func TestCandidates(t *testing.T) {
	found, skipped := 0, 0
	for seed := range int64(24) {
		s := newScattered(seed)
		root := t.TempDir()
		for name, text := range s.files {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var some, all struct {
			Findings []json.RawMessage
			Files    struct{ Analysed, Skipped int }
		}
		decode := func(v any, args ...string) {
			if err := json.Unmarshal(output(t, root, append(args, "-no-cache", "-severity", "note", "-json")...), v); err != nil {
				t.Fatal(err)
			}
		}
		decode(&some)
		decode(&all, "-all")
		if !bytes.Equal(bytes.Join(raw(some.Findings), nil), bytes.Join(raw(all.Findings), nil)) {
			t.Errorf("seed %d: %d findings of the candidates, %d of all", seed, len(some.Findings), len(all.Findings))
		}
		if some.Files.Analysed+some.Files.Skipped != all.Files.Analysed {
			t.Errorf("seed %d: %+v of %+v", seed, some.Files, all.Files)
		}
		found += len(all.Findings)
		skipped += some.Files.Skipped
	}
	if found < 20 || skipped < 12 {
		t.Errorf("%d findings, %d units skipped: the programs say little", found, skipped)
	}
}

func raw(list []json.RawMessage) (out [][]byte) {
	for _, m := range list {
		out = append(out, m)
	}
	return out
}
