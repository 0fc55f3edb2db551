//go:build cgo

package cfront

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestHeadOf(t *testing.T) {
	for text, want := range map[string][]string{
		"/* c */\n#include <a.h> // x\n#include <b.h> // y \\\n":                      {"<a.h>"}, // the next line belongs to the comment
		"#include <a.h>\n  # include \"b/c.h\" /* why */\r\nint x;\n#include <d.h>\n": {"<a.h>", `"b/c.h"`},
		"// one\n// two \\\n#include <a.h>\n":                                         nil,
		"#include <a.h>\n#define X\n#include <b.h>\n":                                 {"<a.h>"},
		"#include <a.h> /* open\n*/\n#include <b.h>\n":                                nil,
		"#include NAME\n":               nil,
		"#include <a.h>":                {"<a.h>"},
		"#include_next <a.h>\n":         nil,
		"/* unclosed\n#include <a.h>\n": nil,
		"":                              nil,
	} {
		var got []string
		for _, l := range headOf([]byte(text)) {
			got = append(got, l.name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestBlankHead(t *testing.T) {
	text := "/* c */ #include <a.h>\n#include \"b.h\" /* x */\r\nint x;\n"
	got, ok := blankHead([]byte(text), []string{"<a.h>"})
	if want := strings.Replace(text, "#include <a.h>", strings.Repeat(" ", 14), 1); !ok || string(got) != want {
		t.Errorf("%q", got)
	}
	if got, ok := blankHead([]byte(text), []string{"<a.h>", `"b.h"`}); !ok || len(got) != len(text) || strings.Contains(string(got), "#") {
		t.Errorf("%q", got)
	}
	if _, ok := blankHead([]byte(text), []string{"<b.h>"}); ok {
		t.Error("another head was taken")
	}
}

// sharers is a program whose units begin with the same includes, in ways that depend on what the headers hold: inline functions, macros,
// variables, headers without guards, headers read differently the second time.
func sharers() map[string]string {
	files := map[string]string{
		"all.h": "#ifndef ALL_H\n#define ALL_H\n#include <mpi.h>\n#include <stdlib.h>\n#include \"inl.h\"\n" +
			"#define SEND(p, n) do { int rc; if ((rc = MPI_Send(p, n, REAL, 0, TAG, MPI_COMM_WORLD)) != 0) abort(); } while (0)\n#define REAL MPI_DOUBLE\n" +
			"extern int counter;\nstatic int local = 3;\n#endif\n",
		"inl.h":   "static inline double *pack(int n) { return (double *) malloc(n * sizeof(double)); }\nstruct box { double *p; int n; };\nstatic inline void drop(struct box *b) { free(b->p); b->p = 0; }\n",
		"twice.h": "#ifdef TWICE\n#define TAG 2\n#else\n#define TWICE\n#endif\n",
	}
	for i := range 9 {
		text := "/* file */\n#include \"all.h\"\n#include \"twice.h\"\n#include \"twice.h\" /* again */\n"
		if i == 7 {
			text += "int = ;\n" // an error of its own
		}
		if i == 8 {
			text += "#define counter __COUNTER__\n"
		}
		files[fmt.Sprintf("u%d.c", i)] = text + fmt.Sprintf("void f%d(int n) {\n\tfor (int i = 0; i < n; i++) { double *p = pack(n); SEND(p, n); free(p); }\n\tstruct box b = {pack(local), counter}; SEND(b.p, b.n); drop(&b);\n}\n", i)
	}
	return files
}

func TestPrefixChangesNothing(t *testing.T) {
	root := lay(t, sharers())
	with := analyse(t, Options{}, root)
	if with.run.withPrefix < 8 {
		t.Errorf("%d units have a prefix", with.run.withPrefix)
	}
	without := analyse(t, Options{noPrefix: true}, root)
	if got, want := show(root, with), show(root, without); got != want {
		t.Errorf("with prefixes\n%s\nwithout\n%s", got, want)
	}
	for i := range without.Parts {
		if with.Parts[i].Key != without.Parts[i].Key {
			t.Errorf("unit %d differs", i)
		}
		with, without := with.run.done[i].deps, without.run.done[i].deps
		slices.Sort(with)
		slices.Sort(without)
		if !slices.Equal(with, without) {
			t.Errorf("unit %d depends on %q, without on %q", i, with, without)
		}
	}
	left, _ := filepath.Glob(filepath.Join(root, ".mpivet*"))
	if len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestPrefixOfBadHeads: heads with errors are left to the units.
func TestPrefixOfBadHeads(t *testing.T) {
	files := sharers()
	files["inl.h"] += "int broken = ;\n#include <nowhere.h>\n"
	root := lay(t, files)
	if got, want := show(root, analyse(t, Options{}, root)), show(root, analyse(t, Options{noPrefix: true}, root)); got != want {
		t.Errorf("with prefixes\n%s\nwithout\n%s", got, want)
	}
}
