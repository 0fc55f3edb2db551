package report

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/report/baseline"
	"mpivet/rules"
)

const oldText = "x = malloc(1);\nx = malloc(1);\ny = malloc(2); // mpivet:ignore freshbuf once\nz = malloc(3);\n"

// recorded returns the baseline of findings on every line of oldText, written and read again.
func recorded(t *testing.T, dir string, o Options) *baseline.Baseline {
	t.Helper()
	path := filepath.Join(dir, "sub", "known.json")
	b, err := baseline.New(path)
	if err != nil {
		t.Fatal(err)
	}
	o.Record = b
	note := fresh(at("a.c", 4, 9))
	note.Severity = rules.Note
	var found []rules.Finding
	for n := 1; n <= 4; n++ {
		found = append(found, fresh(at("a.c", n, 5)))
	}
	o.Threshold = rules.Warning
	r := Run(append(found, note), Files{}, o)
	if len(r.Findings) != 0 || len(r.Marked) != 4 || b.Len() != 3 {
		t.Fatalf("%d reported, %d marked, %d written; what is written is known", len(r.Findings), len(r.Marked), b.Len())
	}
	if err := b.Write(path); err != nil {
		t.Fatal(err)
	}
	out, err := baseline.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBaseline(t *testing.T) {
	dir, o := project(t, map[string]string{"a.c": oldText, "sub/x": ""})
	known := recorded(t, dir, o)
	// Lines move, spacing changes, one finding is fixed, one is new, and one equal to known ones is new.
	text := "int k;\n  x =  malloc(1);\nx = malloc(1);\nx = malloc(1);\nw = malloc(4);\ny = malloc(2); // mpivet:ignore freshbuf once\n"
	_, o = projectIn(t, dir, map[string]string{"a.c": text})
	o.Baseline = known
	var found []rules.Finding
	for n := 2; n <= 6; n++ {
		found = append(found, fresh(at("a.c", n, 5)))
	}
	r := Run(found, Files{}, o)
	if diff := cmp.Diff([]string{"a.c:4:5 freshbuf", "a.c:5:5 freshbuf"}, where(r)); diff != "" || !r.Compared {
		t.Error(diff)
	}
	var gone []string
	for _, e := range r.Gone {
		gone = append(gone, e.File+": "+e.Text)
	}
	if diff := cmp.Diff([]string{"a.c: z = malloc(3);"}, gone); diff != "" {
		t.Error(diff)
	}
}

// TestNotGone: what a run does not look for is not missed.
func TestNotGone(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"rules":    func(o *Options) { o.Rules = []string{"alltoall"} },
		"only":     func(o *Options) { o.Only = func(f string) bool { return strings.HasSuffix(f, "b.c") } },
		"ignored":  func(o *Options) { o.Ignored = func(f string) bool { return strings.HasSuffix(f, "a.c") } },
		"searched": func(o *Options) { o.Searched = func(f string) bool { return strings.HasSuffix(f, "b.c") } },
	} {
		dir, o := project(t, map[string]string{"a.c": oldText, "sub/x": ""})
		o.Baseline = recorded(t, dir, o)
		change(&o)
		if r := Run(nil, Files{}, o); len(r.Gone) != 0 {
			t.Errorf("%s: %v", name, r.Gone)
		}
	}
}

func TestChangedLines(t *testing.T) {
	dir, o := project(t, map[string]string{"a.c": "", "b.c": ""})
	long := fresh(at("a.c", 10, 1))
	long.Pos.EndLine = 12
	called := fresh(at("b.c", 7, 1))
	called.Related = []rules.Related{{Role: rules.RoleCaller, Pos: at("a.c", 3, 1)}}
	found := []rules.Finding{fresh(at("a.c", 1, 1)), long, called, fresh(at("b.c", 12, 1))}
	for line, want := range map[int][]string{
		1: {"a.c:1:1 freshbuf"}, 2: nil, 3: {"b.c:7:1 freshbuf"}, 12: {"a.c:10:1 freshbuf"}, 13: nil,
	} {
		o.Changed = func(file string, first, last int) bool {
			return file == o.Paths.Abs(filepath.Join(dir, "a.c")) && first <= line && line <= last
		}
		if diff := cmp.Diff(want, where(Run(found, Files{}, o))); diff != "" {
			t.Errorf("line %d: %s", line, diff)
		}
	}
}
