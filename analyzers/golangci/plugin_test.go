package golangci

import "testing"

func TestPlugin(t *testing.T) {
	p, err := New(map[string]any{"severity": "note", "ranks": 64})
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil || len(list) != 3 {
		t.Fatalf("%d analyzers, %v", len(list), err)
	}
	for _, a := range list {
		if got := a.Flags.Lookup("severity").Value.String(); got != "note" {
			t.Errorf("%s: severity %q", a.Name, got)
		}
		if got := a.Flags.Lookup("ranks").Value.String(); got != "64" {
			t.Errorf("%s: ranks %q", a.Name, got)
		}
	}
	if p.GetLoadMode() != "typesinfo" {
		t.Errorf("load mode %q", p.GetLoadMode())
	}
	if _, err := New(map[string]any{"unknown": 1}); err == nil {
		t.Error("an unknown setting was accepted")
	}
}
