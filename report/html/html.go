package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the page's template, style and script
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"mpivet/report"
)

//go:embed page.tmpl
var pageText string

//go:embed style.css
var style string

//go:embed script.js
var script string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"paragraphs": paragraphs,
}).Parse(pageText))

// policy lets nothing be loaded from anywhere, and no style and no script take effect but those whose hashes it names.
var policy = fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'",
	hash(style), hash(script))

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the report as one HTML file.
func Write(w io.Writer, r *report.Report, o *report.Output) error {
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, newView(r, o)); err != nil {
		return fmt.Errorf("filling the page in: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}
