package gofront

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	debug = true
	os.Exit(m.Run())
}

// testUnits loads the module of test programs once.
var testUnits = sync.OnceValues(func() ([]*ir.Unit, Stats) {
	units, st, err := Load(context.Background(), Options{Dir: filepath.Join("testdata", "t"), All: true})
	if err != nil {
		panic(err)
	}
	return units, st
})

// text prints a unit with file names that are the same on every machine.
func text(t *testing.T, u *ir.Unit) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", "t"))
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := ir.Print(&buf, u); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(buf.String(), dir+string(filepath.Separator), "")
}

func TestGolden(t *testing.T) {
	units, _ := testUnits()
	for _, u := range units {
		name := filepath.Base(u.Name)
		t.Run(name, func(t *testing.T) {
			got := text(t, u)
			file := filepath.Join("testdata", "golden", name+".ir")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("ir differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSanity(t *testing.T) {
	units, st := testUnits()
	if len(units) < 12 {
		t.Fatalf("%d units loaded", len(units))
	}
	for _, u := range units {
		for _, err := range ir.Sanity(u) {
			t.Errorf("%s: %v", u.Name, err)
		}
	}
	for _, i := range st.Incomplete {
		if hasC() || !strings.Contains(i.File, "ccode") {
			t.Errorf("incomplete: %s: %s", i.File, i.First)
		}
	}
}

// hasC reports whether there is a C compiler for cgo.
func hasC() bool {
	_, err := exec.LookPath("gcc")
	return err == nil
}

// TestDeterministic: two loads give the same text.
func TestDeterministic(t *testing.T) {
	units, _ := testUnits()
	again, _, err := Load(context.Background(), Options{Dir: filepath.Join("testdata", "t"), All: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range units {
		if diff := cmp.Diff(text(t, u), text(t, again[i])); diff != "" {
			t.Errorf("%s differs from load to load:\n%s", u.Name, diff)
		}
	}
}

// TestRoundTrip: the text of every unit can be read back.
func TestRoundTrip(t *testing.T) {
	units, _ := testUnits()
	for _, u := range units {
		in := text(t, u)
		back, err := ir.ParseUnit(u.Name, in)
		if err != nil {
			t.Errorf("%s: %v", u.Name, err)
			continue
		}
		if out := text(t, back); out != in {
			t.Errorf("%s: %s", u.Name, cmp.Diff(in, out))
		}
	}
}
