package report

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// standard is the schema of SARIF 2.1.0. The library holds it as a constant of its own and would hold what it decoded against
// it, not the text; so the constant is read from the library's source.
var standard = sync.OnceValues(func() (*jsonschema.Schema, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go")
	source, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil, err
	}
	text := ""
	ast.Inspect(source, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) > len(text) {
			text, err = strconv.Unquote(lit.Value)
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// validSARIF holds a log against the standard's schema.
func validSARIF(t *testing.T, text []byte) *sarif.Report {
	t.Helper()
	s, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	validate(t, s, text)
	log, err := sarif.FromBytes(text)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// TestStandard: the schema refuses what the standard does not know.
func TestStandard(t *testing.T) {
	s, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{"version": "2.1.0"}`,
		`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "surprise": 1}]}`,
		`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "x"}, "level": "bad"}]}]}`,
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if s.Validate(doc) == nil {
			t.Errorf("accepted: %s", text)
		}
	}
}

func TestSARIF(t *testing.T) {
	r, o := sample(t)
	run := validSARIF(t, written(t, "sarif", r, o)).Runs[0]
	if n := len(run.Results); n != 5 {
		t.Fatalf("%d results, want those that are reported and those that are marked", n)
	}
	var states []string
	for _, res := range run.Results {
		states = append(states, *res.BaselineState)
		if id := run.Tool.Driver.Rules[res.RuleIndex].ID; *id != *res.RuleID {
			t.Errorf("rule %s has the index of %s", *res.RuleID, *id)
		}
		if res.PartialFingerprints["mpivet/v1"] == "" || res.PartialFingerprints["primaryLocationLineHash"] != "" {
			t.Errorf("fingerprints %v", res.PartialFingerprints)
		}
	}
	if states[2] != "unchanged" || states[0] != "new" {
		t.Errorf("baseline states %q", states)
	}
	if s := run.Results[1].Suppressions; len(s) != 1 || *s[0].Justification != "runs once" {
		t.Errorf("suppressions %v", s)
	}
	// "𝄞" is two UTF-16 code units and four bytes, "é" one and two.
	first := run.Results[4]
	if region := first.Locations[0].PhysicalLocation.Region; *region.StartColumn != 29 || *region.EndColumn != 38 {
		t.Errorf("columns %d to %d", *region.StartColumn, *region.EndColumn)
	}
	if len(first.CodeFlows) != 1 || len(first.CodeFlows[0].ThreadFlows[0].Locations) != 5 || len(first.Fixes) != 2 {
		t.Errorf("flows %v, fixes %v", first.CodeFlows, first.Fixes)
	}
}

func TestSARIFWithoutFindings(t *testing.T) {
	_, o := sample(t)
	if run := validSARIF(t, written(t, "sarif", &Report{}, o)).Runs[0]; run.Results == nil || len(run.Results) != 0 {
		t.Errorf("results %v; a run without findings has an empty list", run.Results)
	}
}

func TestSARIFLimit(t *testing.T) {
	r, o := many(t, 60)
	var text bytes.Buffer
	if err := writeSARIF(&text, r, o, 50); err != nil {
		t.Fatal(err)
	}
	run := validSARIF(t, text.Bytes()).Runs[0]
	if len(run.Results) != 50 || len(run.Invocations[0].ToolExecutionNotifications) != 1 {
		t.Errorf("%d results, notices %v", len(run.Results), run.Invocations[0].ToolExecutionNotifications)
	}
	notes := 0
	for _, res := range run.Results {
		if res.Level == "note" {
			notes++
		}
	}
	if notes != 2 {
		t.Errorf("%d notes, want 2: warnings come first", notes)
	}
}
