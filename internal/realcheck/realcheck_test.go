package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

var comparer = gocmp.AllowUnexported(pkg{}, finding{}, golden{}, judgement{})

func TestParsePackages(t *testing.T) {
	got, err := parsePackages("# list\nscotch src -D=SCOTCH_PTSCOTCH lib # why\n\nhypre\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []pkg{
		{name: "scotch", folders: []string{"src", "lib"}, flags: []string{"-D=SCOTCH_PTSCOTCH"}},
		{name: "hypre", folders: []string{"."}},
	}
	if d := gocmp.Diff(want, got, comparer); d != "" {
		t.Error(d)
	}
	if _, err := parsePackages("a\na\n"); err == nil {
		t.Error("a package listed twice was accepted")
	}
}

func TestReadPackagesChoice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "packages.txt")
	if err := os.WriteFile(file, []byte("a\nb\nc\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := readPackages(file, "c,a")
	if err != nil || len(got) != 2 || got[0].name != "c" || got[1].name != "a" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := readPackages(file, "d"); err == nil {
		t.Error("an unknown package was accepted")
	}
}

func TestListedPackages(t *testing.T) {
	list, err := readPackages("../../testdata/realcheck/packages.txt", "")
	if err != nil || len(list) == 0 {
		t.Fatalf("%v, %v", list, err)
	}
}

func TestGoldenRoundTrip(t *testing.T) {
	g := golden{version: "1:2.0-1", lines: []finding{
		{"alltoall", "note", "src/a.c", 3, "on a communicator: that is not known (alltoall)"},
		{"freshbuf", "warning", "src/a.c", 20, `buffer "b" is allocated in every pass`},
	}}
	file := filepath.Join(t.TempDir(), "p.golden")
	if err := g.write(file); err != nil {
		t.Fatal(err)
	}
	got, err := readGolden(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(g, got, comparer); d != "" {
		t.Error(d)
	}
}

func TestParseGoldenFaults(t *testing.T) {
	for _, text := range []string{
		"freshbuf warning a.c:1 m\n",
		"# version 1\nfreshbuf warning a.c:1\n",
		"# version 1\nfreshbuf warning a.c:x m\n",
		"# version 1\nfreshbuf warning :4 m\n",
	} {
		if _, err := parseGolden(text); err == nil {
			t.Errorf("accepted: %q", text)
		}
	}
}

func TestDiff(t *testing.T) {
	f := func(line int, m string) finding { return finding{"freshbuf", "warning", "a.c", line, m} }
	old := []finding{f(1, "a"), f(2, "a"), f(2, "a"), f(9, "z")}
	now := []finding{f(1, "b"), f(2, "a"), f(9, "z"), f(10, "n")}
	gone, came := diff(old, now)
	if d := gocmp.Diff([]finding{f(1, "a"), f(2, "a")}, gone, comparer); d != "" {
		t.Error(d)
	}
	if d := gocmp.Diff([]finding{f(1, "b"), f(10, "n")}, came, comparer); d != "" {
		t.Error(d)
	}
}

func TestParseJudged(t *testing.T) {
	js, err := parseJudged("# read by hand\ntrue freshbuf a.c:3 freed in each pass\nnote-ok alltoall b.c:1 set-up only\n")
	if err != nil || len(js) != 2 || js[1].verdict != verdictNoteOK || js[0].key != "freshbuf a.c:3" {
		t.Errorf("%v, %v", js, err)
	}
	for _, text := range []string{"yes freshbuf a.c:3 why\n", "true freshbuf a.c:3\n", "true freshbuf a.c why not\n",
		"true r a.c:1 x\nfalse r a.c:1 y\n"} {
		if _, err := parseJudged(text); err == nil {
			t.Errorf("accepted: %q", text)
		}
	}
}

func TestReportJudgements(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.judged")
	text := "true freshbuf a.c:1 r\nnote-ok alltoall a.c:2 r\nfalse heapchurn a.c:9 r\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	findings := []finding{
		{"freshbuf", "warning", "a.c", 1, "m"}, {"freshbuf", "warning", "a.c", 1, "n"},
		{"alltoall", "warning", "a.c", 2, "m"}, {"heapchurn", "note", "a.c", 3, "m"},
	}
	var out bytes.Buffer
	if err := reportJudgements(file, findings, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 true, 1 note-ok, 0 false, 1 not judged", "no judgement for heapchurn a.c:3",
		"not there: heapchurn a.c:9", "on a warning: alltoall a.c:2"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, &out)
		}
	}
}

func TestDecode(t *testing.T) {
	text := `{"version": 1, "findings": [
		{"rule": "heapchurn", "severity": "note", "file": "b.c", "line": 1, "column": 2, "message": "x  y"},
		{"rule": "freshbuf", "severity": "warning", "file": "a.c", "line": 7, "message": "z"}],
		"files": {"analysed": 2, "skipped": 1, "incomplete": [{"file": "b.c"}]}}`
	got, res, err := decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []finding{{"freshbuf", "warning", "a.c", 7, "z"}, {"heapchurn", "note", "b.c", 1, "x y"}}
	if d := gocmp.Diff(want, got, comparer); d != "" {
		t.Error(d)
	}
	if res.Files.Analysed != 2 || len(res.Files.Incomplete) != 1 {
		t.Errorf("%+v", res.Files)
	}
	for _, bad := range []string{"", "{}", `{"version": 1, "findings": [{"rule": "r", "file": "a.c"}]}`} {
		if _, _, err := decode([]byte(bad)); err == nil {
			t.Errorf("accepted: %q", bad)
		}
	}
}
