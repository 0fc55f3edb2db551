package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/ir"
	"mpivet/rules"
)

var known = []string{"freshbuf", "heapchurn", "alltoall"}

// project writes files into a folder of its own and returns options for a report on them.
func project(t *testing.T, files map[string]string) (string, Options) {
	t.Helper()
	return projectIn(t, t.TempDir(), files)
}

func projectIn(t *testing.T, dir string, files map[string]string) (string, Options) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, Options{Paths: NewPaths(dir), Known: known}
}

func at(file string, line, col int) ir.Pos {
	return ir.Pos{File: file, Line: line, Col: col, EndLine: line, EndCol: col + 6}
}

func fresh(p ir.Pos) rules.Finding {
	return rules.Finding{Rule: "freshbuf", Severity: rules.Warning, Pos: p, Message: "buffer is fresh"}
}

func where(r *Report) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, strings.TrimSuffix(position(f.Pos), ":")+" "+f.Rule)
	}
	return out
}

func TestOrderAndDuplicates(t *testing.T) {
	dir, o := project(t, map[string]string{"a.c": "x\n", "sub/b.h": "y\n"})
	inHeader := fresh(at(filepath.Join(dir, "sub/b.h"), 1, 1))
	other := inHeader
	inHeader.Severity = rules.Note
	inHeader.Related = []rules.Related{{Role: rules.RoleLoop, Pos: at("a.c", 2, 1)}, {Role: rules.RoleCall, Pos: at("a.c", 3, 1)}}
	other.Related = []rules.Related{{Role: rules.RoleLoop, Pos: at("c.c", 2, 1)}, {Role: rules.RoleCall, Pos: at("c.c", 3, 1)}}
	churn := fresh(at("a.c", 1, 1))
	churn.Rule = "heapchurn"
	r := Run([]rules.Finding{inHeader, churn, fresh(at("a.c", 1, 1)), other, fresh(at("a.c", 1, 9))}, Files{}, o)
	want := []string{"a.c:1:1 freshbuf", "a.c:1:1 heapchurn", "a.c:1:9 freshbuf", "sub/b.h:1:1 freshbuf"}
	if diff := cmp.Diff(want, where(r)); diff != "" {
		t.Error(diff)
	}
	joined := r.Findings[3]
	var roles []string
	for _, rel := range joined.Related {
		roles = append(roles, rel.Role+" "+rel.Pos.File)
	}
	if diff := cmp.Diff([]string{"call c.c", "call a.c", "loop c.c"}, roles); diff != "" || joined.Severity != rules.Warning {
		t.Error(joined.Severity, diff)
	}
}

func TestFilters(t *testing.T) {
	dir, o := project(t, map[string]string{"a.c": "", "b.c": "", "gen.c": ""})
	note := fresh(at("a.c", 5, 1))
	note.Severity = rules.Note
	viaCaller := fresh(at("b.c", 1, 1))
	viaCaller.Related = []rules.Related{{Role: rules.RoleCaller, Pos: at("a.c", 9, 1)}}
	star := fresh(at("a.c", 7, 1))
	star.Rule = "alltoall"
	all := []rules.Finding{note, viaCaller, star, fresh(at("b.c", 2, 1)), fresh(at("gen.c", 1, 1))}

	check := func(name string, change func(*Options), hidden int, want ...string) {
		t.Helper()
		opts := o
		opts.Threshold = rules.Warning
		change(&opts)
		r := Run(all, Files{}, opts)
		if diff := cmp.Diff(want, where(r)); diff != "" || r.Hidden != hidden {
			t.Errorf("%s: %d hidden, want %d\n%s", name, r.Hidden, hidden, diff)
		}
	}
	check("threshold", func(*Options) {}, 1, "a.c:7:1 alltoall", "b.c:1:1 freshbuf", "b.c:2:1 freshbuf", "gen.c:1:1 freshbuf")
	check("rules", func(o *Options) { o.Rules = []string{"alltoall"} }, 0, "a.c:7:1 alltoall")
	check("only", func(o *Options) { o.Only = func(f string) bool { return f == o.Paths.Abs(filepath.Join(dir, "a.c")) } }, 1,
		"a.c:7:1 alltoall", "b.c:1:1 freshbuf")
	check("ignored", func(o *Options) { o.Ignored = func(f string) bool { return filepath.Base(f) != "gen.c" } }, 0, "gen.c:1:1 freshbuf")
	check("severities", func(o *Options) {
		o.Severity = func(rule, file string) (Override, bool) {
			v, ok := map[string]Override{"freshbuf": {Off: true}, "alltoall": {Level: rules.Note}}[rule]
			return v, ok && filepath.Base(file) == "a.c"
		}
		o.Threshold = rules.Note
	}, 0, "a.c:7:1 alltoall", "b.c:1:1 freshbuf", "b.c:2:1 freshbuf", "gen.c:1:1 freshbuf")
}

func TestFingerprint(t *testing.T) {
	prints := func(text string, lines ...int) []string {
		_, o := project(t, map[string]string{"a.c": text})
		var found []rules.Finding
		for _, n := range lines {
			found = append(found, fresh(at("a.c", n, 3)))
		}
		var out []string
		for _, f := range Run(found, Files{}, o).Findings {
			out = append(out, f.Fingerprint)
		}
		return out
	}
	a := prints("x = malloc(1);\nx = malloc(1);\ny = malloc(2);\n", 1, 2, 3)
	if a[0] == a[1] || a[1] == a[2] || len(a[0]) != 32 {
		t.Errorf("fingerprints must differ: %q", a)
	}
	b := prints("// added\n\n  x =  malloc(1);\nint k;\n\tx = malloc(1);\ny = malloc(2);\n", 3, 5, 6)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("fingerprints must survive edits elsewhere: %s", diff)
	}
	c := prints("x = malloc(1); // mpivet:ignore freshbuf kept for clarity\nx = malloc(1);\n", 1, 2)
	d := prints("x = malloc(1);\nx = malloc(1); \n", 2)
	if len(c) != 1 || c[0] != d[0] {
		t.Errorf("got %q and %q", c, d)
	}
}

func TestJSON(t *testing.T) {
	dir, o := project(t, map[string]string{"src/a.c": "\tp = malloc(n);\n"})
	f := fresh(at(filepath.Join(dir, "src", "a.c"), 1, 6))
	f.Function, f.Message, f.Cost, f.Advice, f.Peers = "step", "name \"a\u202eb\u0085c\" & <x>", "much", "hoist", "n-1"
	f.Related = []rules.Related{{Role: rules.RoleCall, Pos: at("/usr/include/x.h", 4, 2), Message: "sent by MPI_Isend"}}
	f.Fixes = []Fix{{Message: "reuse it", Edits: []Edit{{Pos: at(filepath.Join(dir, "src", "a.c"), 1, 2), NewText: "if (!p)\n\t\t"}}}}
	files := Files{Analysed: 2, Skipped: 1, Incomplete: []Incomplete{{File: filepath.Join(dir, "b.c"), Errors: 3, First: "bad\nthing"}}}
	var got bytes.Buffer
	if err := WriteJSON(&got, Run([]rules.Finding{f}, files, o)); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", got.Bytes())

	got.Reset()
	if err := WriteJSON(&got, Run(nil, Files{}, o)); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"version\": 1,\n  \"findings\": [],\n  \"files\": {\n    \"analysed\": 0,\n    \"skipped\": 0,\n    \"incomplete\": []\n  }\n}\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestText(t *testing.T) {
	_, o := project(t, map[string]string{"a.c": "int f(void)\n{\n\tp = malloc(n);\t/* \x1b[31m */\n\treturn 0;\n}\n"})
	f := fresh(at("a.c", 3, 6))
	f.Function, f.Cost, f.Advice = "f", "about 16 µs", "allocate it once"
	f.Related = []rules.Related{
		{Role: rules.RoleLoop, Pos: at("b.c", 9, 2), Func: "main"},
		{Role: rules.RoleCall, Pos: at("a.c", 4, 2), Func: "f", Message: "sent by MPI_\x1b[2JSend"},
	}
	note := fresh(at("a.c", 5, 1))
	note.Severity, note.Message = rules.Note, "buffer \"b\x9bd\u2066\xff\" is fresh"
	r := Run([]rules.Finding{f, note}, Files{}, o)
	for name, to := range map[string]TextOptions{
		"plain.txt": {Context: -1}, "verbose.txt": {Context: -1, Verbose: true}, "context.txt": {Context: 1}, "colour.txt": {Color: true, Context: 0, Verbose: true},
	} {
		to.Paths = o.Paths
		var got bytes.Buffer
		if err := WriteText(&got, r, to); err != nil {
			t.Fatal(err)
		}
		golden(t, name, got.Bytes())
	}
}

// golden compares with a file in testdata; with MPIVET_UPDATE set it writes the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("MPIVET_UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}
