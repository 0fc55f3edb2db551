package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"mpivet/rules"
)

// GitHub shows ten annotations of a kind for a step; the others are dropped without a word.
const maxAnnotations = 10

// WriteGitHub writes the text lines, for the log, and after them the workflow commands that GitHub turns into annotations, the
// most important first.
func WriteGitHub(w io.Writer, r *Report, o *Output) error {
	if err := WriteText(w, r, TextOptions{Context: -1, Paths: o.Paths}); err != nil {
		return err
	}
	g := &githubWriter{bufio.NewWriter(w), newColumns(o.Paths)}
	written, left := map[rules.Severity]int{}, 0
	for _, f := range byImportance(r.Findings) {
		if written[f.Severity]++; written[f.Severity] > maxAnnotations {
			left++
			continue
		}
		g.annotation(f)
	}
	if left > 0 {
		fmt.Fprintf(g.w, "%d of %d findings are annotated, those above; GitHub shows %d of a kind for a step\n", len(r.Findings)-left, len(r.Findings), maxAnnotations)
	}
	return g.w.Flush()
}

type githubWriter struct {
	w       *bufio.Writer
	columns columns
}

func (g *githubWriter) annotation(f *Finding) {
	command := "warning"
	if f.Severity == rules.Note {
		command = "notice"
	}
	fmt.Fprintf(g.w, "::%s file=%s", command, property(f.Pos.File))
	if f.Pos.Line > 0 {
		fmt.Fprintf(g.w, ",line=%d", f.Pos.Line)
		start, end := g.columns.runes(f.Pos)
		if f.Pos.EndLine > f.Pos.Line {
			fmt.Fprintf(g.w, ",endLine=%d", f.Pos.EndLine) // GitHub refuses columns for more than one line
		} else if f.Pos.Col > 0 {
			fmt.Fprintf(g.w, ",endLine=%d,col=%d,endColumn=%d", f.Pos.Line, start, max(start, end-1)) // its end is inclusive
		}
	}
	fmt.Fprintf(g.w, ",title=%s::%s\n", property("mpivet "+f.Rule), data(paragraphs(f, "\n")))
}

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data escapes the message of a workflow command; it may have several lines.
func data(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Safe(lines[i])
	}
	return dataEscapes.Replace(strings.Join(lines, "\n"))
}

// property escapes the value of a workflow command's property.
func property(text string) string { return propertyEscapes.Replace(Safe(text)) }
