package main

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/report"
)

// TestGuard: a fault is reported, and what comes after it runs.
func TestGuard(t *testing.T) {
	var stdout, stderr bytes.Buffer
	s, err := newSession(t.Context(), &options{severity: "note", strict: true, format: "json"}, &stdout, &stderr)
	if err != nil {
		t.Fatal(err)
	}
	ran := false
	s.guard("rule a", func() { panic("broken\x1b[2J") })
	s.guard("rule b", func() { ran = true })
	want := []report.Incomplete{{File: "rule a", Errors: 1, First: "internal fault: broken\x1b[2J"}}
	if diff := cmp.Diff(want, s.files.Incomplete); diff != "" || !ran {
		t.Error(diff, ran)
	}
	if got := stderr.String(); got != "mpivet: internal fault in rule a: broken\\x1b[2J\n" {
		t.Errorf("got %q", got)
	}
	if code, err := s.finish(); code != exitWrong || err != nil {
		t.Errorf("status %d, %v", code, err)
	}
}
