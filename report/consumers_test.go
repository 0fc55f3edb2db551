package report

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reviewdog/reviewdog/proto/rdf"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"google.golang.org/protobuf/encoding/protojson"
)

// schema reads a JSON schema. Objects must not have other properties than those that it names: what is written and not
// described would go unnoticed.
func schema(t *testing.T, path string) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	closeObjects(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"]; ok {
			v["additionalProperties"] = false
		}
		for _, sub := range v {
			closeObjects(sub)
		}
	case []any:
		for _, sub := range v {
			closeObjects(sub)
		}
	}
}

func validate(t *testing.T, s *jsonschema.Schema, text []byte) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := s.Validate(doc); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return doc
}

func TestJSONSchema(t *testing.T) {
	s := schema(t, "findings.schema.json")
	r, o := sample(t)
	doc := validate(t, s, written(t, "json", r, o)).(map[string]any)
	validate(t, s, written(t, "json", &Report{}, o))
	first := doc["findings"].([]any)[0].(map[string]any)
	for _, key := range []string{"rule", "line", "fingerprint", "related", "fixes"} {
		value := first[key]
		delete(first, key)
		if s.Validate(doc) == nil {
			t.Errorf("the schema accepts a finding without %s", key)
		}
		first[key] = value
	}
	first["severity"] = "error"
	if s.Validate(doc) == nil {
		t.Error("the schema accepts an unknown severity")
	}
}

func TestGitLab(t *testing.T) {
	s := schema(t, filepath.Join("testdata", "gitlab.schema.json"))
	r, o := sample(t)
	validate(t, s, written(t, "gitlab", r, o))
	validate(t, s, written(t, "gitlab", &Report{}, o))
	r, o = many(t, 100)
	prints := map[string]bool{}
	for _, issue := range validate(t, s, written(t, "gitlab", r, o)).([]any) {
		prints[issue.(map[string]any)["fingerprint"].(string)] = true
	}
	if len(prints) != 100 {
		t.Errorf("%d fingerprints for 100 findings", len(prints))
	}
}

// readRDJSON reads a result as reviewdog does, but refuses what reviewdog would pass over.
func readRDJSON(t *testing.T, text []byte) *rdf.DiagnosticResult {
	t.Helper()
	out := &rdf.DiagnosticResult{}
	if err := protojson.Unmarshal(text, out); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

func TestRDJSON(t *testing.T) {
	r, o := sample(t)
	got := readRDJSON(t, written(t, "rdjson", r, o))
	if len(got.Diagnostics) != 3 || got.Source.Name != "mpivet" {
		t.Fatalf("%v", got)
	}
	d := got.Diagnostics[2]
	if d.Location.Range.Start.Column != 32 || d.Location.Range.End.Column != 41 || d.Severity != rdf.Severity_WARNING || d.Code.Value != "freshbuf" {
		t.Errorf("%v", d)
	}
	if len(d.Suggestions) != 1 || d.Suggestions[0].Text != "keep(&p, n)" || len(d.RelatedLocations) != 4 {
		t.Errorf("suggestions %v, related %v", d.Suggestions, d.RelatedLocations)
	}
	if empty := readRDJSON(t, written(t, "rdjson", &Report{}, o)); len(empty.Diagnostics) != 0 {
		t.Errorf("%v", empty)
	}
}

// checkstyleResult is what CI servers read of Checkstyle's form.
type checkstyleResult struct {
	XMLName xml.Name `xml:"checkstyle"`
	Version string   `xml:"version,attr"`
	Files   []struct {
		Name   string `xml:"name,attr"`
		Errors []struct {
			Line     int    `xml:"line,attr"`
			Column   int    `xml:"column,attr"`
			Severity string `xml:"severity,attr"`
			Message  string `xml:"message,attr"`
			Source   string `xml:"source,attr"`
		} `xml:"error"`
	} `xml:"file"`
}

func readCheckstyle(t *testing.T, text []byte) checkstyleResult {
	t.Helper()
	var out checkstyleResult
	dec := xml.NewDecoder(strings.NewReader(string(text)))
	dec.Strict = true
	if err := dec.Decode(&out); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

func TestCheckstyle(t *testing.T) {
	r, o := sample(t)
	got := readCheckstyle(t, written(t, "checkstyle", r, o))
	if got.Version != "5.0" || len(got.Files) != 2 || len(got.Files[0].Errors) != 2 || got.Files[1].Name != "src/ä b.c" {
		t.Fatalf("%+v", got)
	}
	if e := got.Files[1].Errors[0]; e.Line != 2 || e.Column != 28 || e.Severity != "warning" || e.Source != "mpivet.freshbuf" ||
		e.Message != `buffer "p" is fresh; see [this](that); cost: 16 µs; advice: hoist it` {
		t.Errorf("%+v", e)
	}
	if empty := readCheckstyle(t, written(t, "checkstyle", &Report{}, o)); len(empty.Files) != 0 {
		t.Errorf("%+v", empty)
	}
}

// TestSchemaDescribesItself: the examples in the schema are valid.
func TestSchemaDescribesItself(t *testing.T) {
	text, err := os.ReadFile("findings.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Title    string            `json:"title"`
		Examples []json.RawMessage `json:"examples"`
	}
	if err := json.Unmarshal(text, &doc); err != nil || doc.Title == "" || len(doc.Examples) == 0 {
		t.Fatal(err, doc)
	}
	s := schema(t, "findings.schema.json")
	for _, e := range doc.Examples {
		validate(t, s, e)
	}
}
