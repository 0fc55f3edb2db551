package discover

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestComposed(t *testing.T) {
	parts := map[string]bool{"put": true, "_": true, "int": true, "a": true, "aa": true}
	for text, want := range map[string]bool{
		"put_int": true, "put_int2": true, "_3": true, "": true, "put_float": false, "2put": true, "utp": false,
		strings.Repeat("a", 150): true, strings.Repeat("a", 150) + "b": false,
	} {
		began := time.Now()
		if got := composed(text, parts); got != want {
			t.Errorf("%s: %v", text, got)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("%s took %s", text, took)
		}
	}
}

func TestPastes(t *testing.T) {
	for text, want := range map[string]bool{
		"F(a, b) a##b": true, "LOG(f, ...) printf(f, ##__VA_ARGS__)": false, "G(f, ...) f ## _x(0, ## __VA_ARGS__)": true, "H(a) #a": false,
	} {
		if got := pastes(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestCandidatesThroughPaste: callers of a function that reaches MPI by a pasted name are candidates.
func TestCandidatesThroughPaste(t *testing.T) {
	root := t.TempDir()
	var units []Unit
	for name, text := range map[string]string{
		"send.c":   "void put_double(double *p) { MPI_Send(p); }\n",
		"middle.c": "#define NAME(f, t) f##_##t\n#define OUTER(t) NAME(put, t)\nvoid middle(double *p) { OUTER(double)(p); }\n",
		"top.c":    "void top(double *p) { middle(p); }\n",
		"other.c":  "void other(int n) { n++; }\n",
	} {
		path := filepath.Join(root, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		units = append(units, Unit{File: path})
	}
	var got []string
	for i, is := range Candidates(units, NewTexts()) {
		if is {
			got = append(got, filepath.Base(units[i].File))
		}
	}
	slices.Sort(got)
	if want := []string{"middle.c", "send.c", "top.c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
