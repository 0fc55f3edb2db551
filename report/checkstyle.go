package report

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"mpivet/rules"
)

// WriteCheckstyle writes the form of Checkstyle 5, which many CI servers read.
func WriteCheckstyle(w io.Writer, r *Report, o *Output) error {
	b := bufio.NewWriter(w)
	columns := newColumns(o.Paths)
	b.WriteString(xml.Header + `<checkstyle version="5.0">` + "\n")
	for i := range r.Findings {
		f := &r.Findings[i]
		if i == 0 || f.Pos.File != r.Findings[i-1].Pos.File {
			if i > 0 {
				b.WriteString("  </file>\n")
			}
			fmt.Fprintf(b, "  <file name=\"%s\">\n", attribute(f.Pos.File))
		}
		severity := "warning"
		if f.Severity == rules.Note {
			severity = "info"
		}
		start, _ := columns.runes(f.Pos)
		fmt.Fprintf(b, "    <error line=\"%d\" column=\"%d\" severity=\"%s\" message=\"%s\" source=\"mpivet.%s\"></error>\n",
			max(1, f.Pos.Line), max(1, start), severity, attribute(paragraphs(f, "; ")), attribute(f.Rule))
	}
	if len(r.Findings) > 0 {
		b.WriteString("  </file>\n")
	}
	b.WriteString("</checkstyle>\n")
	return b.Flush()
}

// attribute escapes text for an XML attribute. XML cannot hold most control characters at all, so hostile characters are visible
// escapes here, in file names too.
func attribute(text string) string {
	var b bytes.Buffer
	// The buffer's own writes do not fail.
	_ = xml.EscapeText(&b, []byte(Safe(text)))
	return b.String()
}
