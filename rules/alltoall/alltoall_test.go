package alltoall

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/ir"
	"mpivet/rules"
)

func pass(t *testing.T, text string, m rules.Machine) *rules.Pass {
	t.Helper()
	u, err := ir.ParseUnit("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return &rules.Pass{Program: ir.NewProgram([]*ir.Unit{u}), Machine: m, Eager: rules.DefaultEager}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func render(f rules.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:%d: %s: %s\n  peers  %s\n  cost   %s\n  advice %s\n", f.Pos.Line, f.Pos.Col, f.Severity, f.Message, f.Peers, f.Cost, f.Advice)
	for _, r := range f.Related {
		fmt.Fprintf(&b, "  %s %s:%d %s\n", r.Role, r.Pos.File, r.Pos.Line, r.Message)
	}
	return b.String()
}

// TestFlagged holds the findings in the programs of testdata/flag against goldens; with MPIVET_UPDATE set it writes them.
func TestFlagged(t *testing.T) {
	files, err := filepath.Glob("testdata/flag/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range files {
		var got strings.Builder
		for _, f := range Rule.Run(pass(t, read(t, path), rules.DefaultMachine)) {
			got.WriteString(render(f))
		}
		golden := strings.TrimSuffix(path, ".ir") + ".golden"
		if os.Getenv("MPIVET_UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, golden), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestQuiet(t *testing.T) {
	files, err := filepath.Glob("testdata/quiet/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range files {
		for _, f := range Rule.Run(pass(t, read(t, path), rules.DefaultMachine)) {
			t.Errorf("%s: %s", path, render(f))
		}
	}
}

// severities runs the rule and returns what it says at each line.
func severities(t *testing.T, path string, m rules.Machine) map[int]rules.Severity {
	t.Helper()
	out := map[int]rules.Severity{}
	for _, f := range Rule.Run(pass(t, read(t, path), m)) {
		out[f.Pos.Line] = f.Severity
	}
	return out
}

func TestMachineDecides(t *testing.T) {
	const star, pairs, coll = "testdata/flag/master_sends_orders.ir", "testdata/flag/shifted_exchange.ir", "testdata/flag/collectives.ir"
	for _, c := range []struct {
		path string
		line int
		m    rules.Machine
		want rules.Severity
	}{
		{star, 14, rules.Machine{Ranks: 64, PPN: 32, Transport: "rc"}, rules.Warning},
		{star, 14, rules.Machine{Ranks: 63, PPN: 32, Transport: "rc"}, rules.Note},
		{star, 14, rules.Machine{Ranks: 1024, PPN: 32, Transport: "ud"}, rules.Note},
		{pairs, 37, rules.Machine{Ranks: 64, PPN: 32, Transport: "xrc"}, rules.Warning},
		{pairs, 37, rules.Machine{Ranks: 4096, PPN: 64, Transport: "dc"}, rules.Note},
		{coll, 13, rules.Machine{Ranks: 1024, PPN: 32, Transport: "rc"}, rules.Warning},
		{coll, 13, rules.Machine{Ranks: 512, PPN: 32, Transport: "rc"}, rules.Note},
		{coll, 13, rules.Machine{Ranks: 512, PPN: 32, Transport: "rc", MaxQP: 131_073}, rules.Warning},
		{coll, 13, rules.Machine{Ranks: 1024, PPN: 32, Transport: "xrc"}, rules.Note},
		{coll, 13, rules.Machine{Ranks: 600, PPN: 8, Transport: "rxm"}, rules.Warning}, // 1.2 GiB of queues
		{coll, 11, rules.Machine{Ranks: 100_000, PPN: 128, Transport: "rc"}, rules.Note},
	} {
		got, found := severities(t, c.path, c.m)[c.line]
		if !found || got != c.want {
			t.Errorf("%s:%d on %+v: %v (found %v), want %v", c.path, c.line, c.m, got, found, c.want)
		}
	}
}

func TestConnectionlessSaysWhatThePoolCosts(t *testing.T) {
	m := rules.Machine{Ranks: 1024, PPN: 32, Transport: "dc"}
	for _, f := range Rule.Run(pass(t, read(t, "testdata/flag/shifted_exchange.ir"), m)) {
		for _, want := range []string{"costs little", "pool of 32 queue pairs"} {
			if !strings.Contains(f.Message, want) {
				t.Errorf("%q lacks %q", f.Message, want)
			}
		}
	}
}

func TestMessagesFollowGoVet(t *testing.T) {
	files, _ := filepath.Glob("testdata/flag/*.ir")
	for _, path := range files {
		for _, f := range Rule.Run(pass(t, read(t, path), rules.DefaultMachine)) {
			if strings.HasSuffix(f.Message, ".") || strings.Contains(f.Message, "\n") || f.Cost == "" || f.Advice == "" {
				t.Errorf("%s: %s", path, render(f))
			}
		}
	}
}
