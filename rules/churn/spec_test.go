package churn_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSpec runs the programs of testdata/spec: the meaning of the rules, a file a topic.
func TestSpec(t *testing.T) {
	for _, c := range readCases(t, "spec") {
		t.Run(c.name, func(t *testing.T) {
			for _, fault := range c.verdict(t) {
				t.Error(fault)
			}
		})
	}
}

// TestKnown runs the programs of testdata/known, which the analysis gets wrong. It fails when one of them is right, so that
// the program moves to testdata/spec.
func TestKnown(t *testing.T) {
	for _, c := range readCases(t, "known") {
		t.Run(c.name, func(t *testing.T) {
			faults := c.verdict(t)
			if len(faults) == 0 {
				t.Error("is judged as the rules say: move it to testdata/spec")
			}
			t.Log(strings.Join(faults, "\n"))
		})
	}
}

func readCases(t testing.TB, dir string) []*specCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var out []*specCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		topic := strings.TrimSuffix(filepath.Base(file), ".txtar")
		list, err := parseCases(topic, data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, list...)
	}
	return out
}
