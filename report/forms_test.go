package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"mpivet/ir"
	"mpivet/report/baseline"
	"mpivet/rules"
)

var writers = map[string]func(io.Writer, *Report, *Output) error{
	"json":       func(w io.Writer, r *Report, _ *Output) error { return WriteJSON(w, r) },
	"sarif":      WriteSARIF,
	"github":     WriteGitHub,
	"gitlab":     WriteGitLab,
	"rdjson":     WriteRDJSON,
	"checkstyle": WriteCheckstyle,
	"text": func(w io.Writer, r *Report, o *Output) error {
		return WriteText(w, r, TextOptions{Verbose: true, Context: 1, Paths: o.Paths})
	},
}

var sampleRules = []*rules.Rule{
	{Name: "freshbuf", Doc: rules.Doc{Title: "a buffer that is new in every pass", Why: "It costs\nregistration.\n\nMore.", Fix: "Hoist it.",
		Before: "\tfor (;;)\n", After: "\tp = q;\n", Lang: "c", Quiet: "Reuse.", Severity: "It depends.", Since: "0.1"}},
	{Name: "alltoall", Doc: rules.Doc{Title: "a pattern that connects a rank to all others", Why: "Queues stay.", Fix: "Use a tree.",
		Before: "\tx();\n", After: "\ty();\n", Lang: "c", Quiet: "Halos.", Severity: "It depends.", Since: "0.1"}},
}

// sample returns a report with everything that the forms can show, and where it was made.
func sample(t *testing.T) (*Report, *Output) {
	t.Helper()
	dir, o := project(t, map[string]string{
		"src/ä b.c": "void f(void) {\n  const char *s = \"𝄞é\"; p = malloc(n);\n}\n",
		"b.c":       "x = malloc(1);\ny = malloc(2); // mpivet:ignore freshbuf runs once\nz = malloc(3);\nw = malloc(\n  n);\n",
	})
	first := fresh(ir.Pos{File: filepath.Join(dir, "src", "ä b.c"), Line: 2, Col: 32, EndLine: 2, EndCol: 41})
	first.Function, first.Message, first.Cost, first.Advice = "f", `buffer "p" is fresh; see [this](that)`, "16 µs", "hoist it"
	first.Related = []rules.Related{
		{Role: rules.RoleCall, Pos: at("b.c", 3, 1), Message: "sent by MPI_Send", Func: "g"},
		{Role: rules.RoleLoop, Pos: at("b.c", 1, 1), Func: "main", Message: "the loop that repeats it"},
		{Role: rules.RoleCaller, Pos: at("b.c", 4, 1), Message: "calls f"},
		{Role: rules.RoleRelease, Pos: at("/usr/include/x.h", 4, 2), Message: "released by free"},
	}
	star := fresh(at("b.c", 1, 5))
	star.Rule, star.Severity, star.Peers, star.Message = "alltoall", rules.Note, "n-1", "MPI_Send connects, 100%: all"
	far := fresh(ir.Pos{File: "b.c", Line: 4, Col: 5, EndLine: 5, EndCol: 5})
	known := fresh(at("b.c", 3, 5))
	silenced := fresh(at("b.c", 2, 5))
	for _, f := range []*rules.Finding{&first, &silenced} {
		f.Fixes = []Fix{{Message: "hoist it", Edits: []Edit{{Pos: f.Pos, NewText: "keep(&p, n)"}}},
			{Message: "in two places", Edits: []Edit{{Pos: f.Pos, NewText: ""}, {Pos: ir.Pos{File: "b.c", Line: 1, Col: 1, EndLine: 1, EndCol: 1}, NewText: "p = 0;\n"}}}}
	}
	b, err := baseline.New(filepath.Join(dir, "known.json"))
	if err != nil {
		t.Fatal(err)
	}
	b.Add(baseline.Entry{Rule: "freshbuf", File: o.Paths.Abs("b.c"), Text: "z = malloc(3);"})
	o.Baseline = b
	files := Files{Analysed: 2, Skipped: 1, Incomplete: []Incomplete{{File: filepath.Join(dir, "c.c"), Errors: 3, First: "bad\nthing"}}}
	r := Run([]rules.Finding{first, star, far, known, silenced}, files, o)
	return r, &Output{Version: "1.2.3", Rules: sampleRules, Paths: o.Paths}
}

func TestForms(t *testing.T) {
	r, o := sample(t)
	for name, ext := range map[string]string{
		"json": "json", "sarif": "json", "github": "txt", "gitlab": "json", "rdjson": "json", "checkstyle": "xml",
	} {
		golden(t, "forms/"+name+"."+ext, written(t, name, r, o))
	}
}

func written(t *testing.T, form string, r *Report, o *Output) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writers[form](&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// many returns a report with n findings, every fifth of them a note, with the nearest loops last.
func many(t *testing.T, n int) (*Report, *Output) {
	t.Helper()
	_, o := project(t, map[string]string{"a.c": ""})
	var found []rules.Finding
	for i := range n {
		f := fresh(at("a.c", i+1, 1))
		f.Message = fmt.Sprintf("finding %d", i+1)
		if i%5 == 0 {
			f.Severity = rules.Note
		}
		for range (n - i) % 3 {
			f.Related = append(f.Related, rules.Related{Role: rules.RoleCaller, Pos: at("b.c", 1, 1)})
		}
		found = append(found, f)
	}
	return Run(found, Files{}, o), &Output{Rules: sampleRules, Paths: o.Paths}
}
