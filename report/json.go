package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"mpivet/rules"
)

// jsonVersion is the version of the JSON form. Keys are added within a version; their meaning does not change.
const jsonVersion = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Findings []jsonFinding `json:"findings"`
	Files    jsonFiles     `json:"files"`
}

type jsonFinding struct {
	Rule        string        `json:"rule"`
	Severity    string        `json:"severity"`
	File        string        `json:"file"`
	Line        int           `json:"line"`
	Column      int           `json:"column"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	Function    string        `json:"function"`
	Message     string        `json:"message"`
	Cost        string        `json:"cost"`
	Advice      string        `json:"advice"`
	Fingerprint string        `json:"fingerprint"`
	Related     []jsonRelated `json:"related"`
	Peers       string        `json:"peers"`
	Pattern     string        `json:"pattern,omitempty"`
	Comm        string        `json:"communicator,omitempty"`
	Fixes       []jsonFix     `json:"fixes"`
}

type jsonRelated struct {
	Role    string `json:"role"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Text      string `json:"text"`
}

type jsonFiles struct {
	Analysed   int          `json:"analysed"`
	Skipped    int          `json:"skipped"`
	Incomplete []Incomplete `json:"incomplete"`
}

// WriteJSON writes the report as one JSON object.
func WriteJSON(w io.Writer, r *Report) error {
	out := jsonReport{
		Version:  jsonVersion,
		Findings: make([]jsonFinding, 0, len(r.Findings)),
		Files:    jsonFiles{Analysed: r.Files.Analysed, Skipped: r.Files.Skipped, Incomplete: r.Files.Incomplete},
	}
	if out.Files.Incomplete == nil {
		out.Files.Incomplete = []Incomplete{}
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, toJSON(&r.Findings[i]))
	}
	return encode(w, out)
}

// encode writes a value as JSON that shows nothing on a terminal but itself.
func encode(w io.Writer, value any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return fmt.Errorf("encoding the findings: %w", err)
	}
	_, err := w.Write(escapeJSON(b.Bytes()))
	return err
}

func toJSON(f *Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Severity: f.Severity.String(),
		File: f.Pos.File, Line: f.Pos.Line, Column: f.Pos.Col,
		EndLine: f.Pos.EndLine, EndColumn: f.Pos.EndCol,
		Function: f.Function, Message: f.Message, Cost: f.Cost, Advice: f.Advice,
		Fingerprint: f.Fingerprint,
		Related:     make([]jsonRelated, 0, len(f.Related)),
		Peers:       f.Peers,
		Pattern:     f.Pattern,
		Comm:        f.Communicator,
		Fixes:       make([]jsonFix, 0, len(f.Fixes)),
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, relatedJSON(rel))
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, fixJSON(x))
	}
	return out
}

func fixJSON(x Fix) jsonFix {
	out := jsonFix{Message: x.Message, Edits: make([]jsonEdit, 0, len(x.Edits))}
	for _, e := range x.Edits {
		out.Edits = append(out.Edits, jsonEdit{
			File: e.Pos.File, Line: e.Pos.Line, Column: e.Pos.Col, EndLine: e.Pos.EndLine, EndColumn: e.Pos.EndCol, Text: e.NewText,
		})
	}
	return out
}

func relatedJSON(rel rules.Related) jsonRelated {
	return jsonRelated{Role: rel.Role, File: rel.Pos.File, Line: rel.Pos.Line, Column: rel.Pos.Col, Message: rel.Message}
}

// commandsInJSON does what commands does, without a change to the text that the JSON means.
var commandsInJSON = strings.NewReplacer("##[", `#\u0023[`, "##vso[", `#\u0023vso[`, "##teamcity[", `#\u0023teamcity[`)

// escapeJSON writes characters that could fool a terminal, or a CI server that reads its log, as JSON escapes; the meaning of the
// text is the same. The encoder has escaped the C0 controls already, and characters like these can stand nowhere but in strings.
func escapeJSON(text []byte) []byte {
	text = []byte(commandsInJSON.Replace(string(text)))
	if !bytes.ContainsFunc(text, hostileInJSON) {
		return text
	}
	var out []byte
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if hostileInJSON(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	return out
}

func hostileInJSON(r rune) bool { return r >= 0x7f && hostile(r) }
