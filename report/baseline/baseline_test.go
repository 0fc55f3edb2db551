package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoundTrip(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "known.json")
	b, err := New(path)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name, text string, ordinal int) Entry {
		return Entry{Rule: "freshbuf", File: filepath.Join(dir, name), Text: text, Ordinal: ordinal}
	}
	odd := in("sub/a\n\xff\u202e.c", "p = \"\xff<>\";", 0)
	all := []Entry{in("b.c", "x = malloc(1);", 1), in("b.c", "x = malloc(1);", 0), odd, in("../out.c", "y", 0)}
	for _, e := range all {
		b.Add(e)
	}
	if err := b.Write(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != len(all)+3 || lines[2] != `  {"rule":"freshbuf","file":"b.c","text":"x = malloc(1);"},` {
		t.Errorf("a line a finding, sorted:\n%s", text)
	}
	got, err := Read(path)
	if err != nil || got.Len() != len(all) {
		t.Fatal(got, err)
	}
	for _, e := range all[:3] {
		if !got.Knows(e) {
			t.Errorf("%v is not known", e)
		}
	}
	for _, e := range []Entry{in("b.c", "x = malloc(1);", 2), in("c.c", "x = malloc(1);", 0), {Rule: "alltoall", File: all[1].File, Text: all[1].Text}} {
		if got.Knows(e) {
			t.Errorf("%v is known", e)
		}
	}
	if diff := cmp.Diff([]Entry{{Rule: "freshbuf", File: filepath.Join(filepath.Dir(dir), "out.c"), Text: "y"}}, got.Gone()); diff != "" {
		t.Error(diff)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"":                               "is no baseline",
		"[]":                             "is no baseline",
		`{"version": 2, "findings": []}`: "has version 2",
		`{"version": 1, "findings": [{"rule": "freshbuf", "line": 3}]}`: "is no baseline",
	} {
		path := filepath.Join(dir, "b.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Error(err)
	}
	if _, err := Read(dir); err == nil {
		t.Error("a folder was read")
	}
}
