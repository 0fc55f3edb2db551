package html

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/ir"
	"mpivet/report"
	"mpivet/rules"
)

// write returns the page for findings whose files lie in dir.
func write(t *testing.T, dir string, found []rules.Finding, o report.Options) []byte {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	o.Paths = report.NewPaths(abs)
	files := report.Files{Analysed: 2, Skipped: 1, Incomplete: []report.Incomplete{{File: "broken.c", Errors: 3, First: "expected ';'"}}}
	r := report.Run(found, files, o)
	var out bytes.Buffer
	if err := Write(&out, r, &report.Output{Version: "0.0", Rules: documented, Paths: o.Paths, Machine: rules.DefaultMachine}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// documented are rules with short texts, so that the golden does not change with the real ones.
var documented = []*rules.Rule{
	{Name: "freshbuf", Doc: rules.Doc{Title: "new in every pass", Why: "it costs\n\nmuch", Fix: "keep it", Quiet: "the rest"}},
	{Name: "heapchurn", Doc: rules.Doc{Title: "new in every call", Why: "it costs", Fix: "keep it", Quiet: "the rest"}},
	{Name: "alltoall", Doc: rules.Doc{Title: "all talk to all", Why: "it costs", Fix: "use trees", Quiet: "the rest"}},
}

func at(file string, line, col, end int) ir.Pos {
	return ir.Pos{File: file, Line: line, Col: col, EndLine: line, EndCol: end}
}

// sample is what is found in testdata/edges.c, and a note in a file that does not exist.
func sample() []rules.Finding {
	return []rules.Finding{
		{
			Rule: "freshbuf", Severity: rules.Warning, Pos: at("edges.c", 12, 24, 48), Function: "edges", Buffer: "edge", Fixes: fixes(),
			Message: `buffer "edge" is allocated in every pass of the loop at line 11 and sent by MPI_Send at line 15`, Cost: "16 µs", Advice: "hoist it",
			Related: []rules.Related{
				{Role: rules.RoleCall, Pos: at("edges.c", 15, 9, 66), Message: "sent by MPI_Send", Func: "edges"},
				{Role: rules.RoleLoop, Pos: at("edges.c", 11, 5, 8), Message: "the loop that repeats it", Func: "edges"},
				{Role: rules.RoleRelease, Pos: at("edges.c", 16, 9, 19), Message: "released by free"},
			},
		},
		{
			Rule: "alltoall", Severity: rules.Warning, Pos: at("edges.c", 19, 9, 54), Function: "edges", Peers: "n-1",
			Pattern: "allpairs", Communicator: "world", Message: "MPI_Send connects every rank to all others", Cost: "62 MiB", Advice: "use MPI_Allgather",
			Related: []rules.Related{{Role: rules.RoleLoop, Pos: at("edges.c", 18, 5, 8), Message: "the loop over all ranks", Func: "edges"}},
		},
		{
			Rule: "heapchurn", Severity: rules.Note, Pos: at("other/gone.c", 7, 3, 9), Function: "Grid::sync", Buffer: "flat",
			Message: `buffer "flat" is allocated and released in every call of Grid::sync`, Cost: "16 µs", Advice: "keep it",
		},
	}
}

func fixes() []report.Fix {
	return []report.Fix{{Message: "move it", Edits: []report.Edit{{Pos: at("edges.c", 16, 1, 20), NewText: "\t\t// gone"}}}}
}

// TestGolden holds the page against testdata/report.html; with MPIVET_UPDATE set it writes that.
func TestGolden(t *testing.T) {
	got := string(write(t, "testdata", sample(), report.Options{}))
	path := filepath.Join("testdata", "report.html")
	if os.Getenv("MPIVET_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the page changed; MPIVET_UPDATE=1 accepts it: %s", diff)
	}
}

func TestNothingFromElsewhere(t *testing.T) {
	got := string(write(t, "testdata", sample(), report.Options{}))
	for _, part := range []string{"http:", "https:", "url(", "@import", "src=", "<link"} {
		if i := strings.Index(strings.ReplaceAll(got, `xmlns="http://www.w3.org/2000/svg"`, ""), part); i >= 0 {
			t.Errorf("the page holds %q", part)
		}
	}
	if !strings.Contains(got, "default-src &#39;none&#39;") {
		t.Error("the page has no policy")
	}
}

func TestNothingFound(t *testing.T) {
	got := string(write(t, "testdata", nil, report.Options{}))
	for _, want := range []string{"Nothing found.", "<title>mpivet: 0 warnings, 0 notes</title>"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestColourKeepsText checks that the lines of a coloured source are those of the source, whatever it holds.
func FuzzColourKeepsText(f *testing.F) {
	f.Add("a.go", "package a // é\n\nvar s = `raw\nlines` + \"x\"\n")
	f.Add("a.c", "#define A \\\n 1\nint f(void) { return 'x'; } /* open")
	f.Fuzz(func(t *testing.T, name, source string) {
		source = strings.ReplaceAll(source, "\r", "") // as file does with ends of lines
		var got []string
		for _, line := range colour(name, source) {
			var b strings.Builder
			for _, s := range line {
				b.WriteString(s.Text)
			}
			got = append(got, b.String())
		}
		if text := strings.Join(got, "\n"); text != source {
			t.Errorf("got %q, want %q", text, source)
		}
	})
}

func TestMarked(t *testing.T) {
	line := []span{{Text: "ab "}, {Class: "k", Text: "cdef"}, {Text: ";"}}
	got := marked(line, 2, 6)
	want := []span{{Text: "a"}, {Text: "b ", Marked: true}, {Class: "k", Text: "cd", Marked: true}, {Class: "k", Text: "ef"}, {Text: ";"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
