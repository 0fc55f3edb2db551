package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"mpivet/ir"
	"mpivet/rules"
)

// TextOptions says how the text form looks.
type TextOptions struct {
	Color   bool
	Verbose bool // related positions, cost and advice below each finding
	Context int  // lines of source around each finding; negative means none, 0 the line itself
	Paths   *Paths
}

// WriteText writes one line per finding in the style of go vet.
func WriteText(w io.Writer, r *Report, o TextOptions) error {
	t := &textWriter{TextOptions: o, w: bufio.NewWriter(w), src: newSources(o.Paths.dir)}
	t.style()
	for i := range r.Findings {
		t.finding(&r.Findings[i])
	}
	return t.w.Flush()
}

type textWriter struct {
	TextOptions
	w                           *bufio.Writer
	src                         *sources
	place, warning, note, faint *color.Color
}

func (t *textWriter) style() {
	t.place, t.note, t.faint = color.New(color.Bold), color.New(color.FgCyan), color.New(color.Faint)
	t.warning = color.New(color.FgYellow)
	for _, c := range []*color.Color{t.place, t.warning, t.note, t.faint} {
		if t.Color {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
}

// position begins a line. A name that begins as the commands of CI servers do gets a folder in front, which names the same file.
func position(p ir.Pos) string {
	name := Safe(p.File)
	if strings.HasPrefix(strings.TrimSpace(name), "::") {
		name = "./" + name
	}
	return fmt.Sprintf("%s:%d:%d:", name, p.Line, p.Col)
}

func (t *textWriter) finding(f *Finding) {
	note := ""
	if f.Severity == rules.Note {
		note = t.note.Sprint("note:") + " "
	}
	fmt.Fprintf(t.w, "%s %s%s %s\n", t.place.Sprint(position(f.Pos)), note, Safe(f.Message), t.warning.Sprintf("(%s)", f.Rule))
	if t.Context >= 0 {
		t.snippet(f.Pos)
	}
	if t.Verbose {
		t.details(f)
	}
}

func (t *textWriter) details(f *Finding) {
	for _, rel := range f.Related {
		in := ""
		if rel.Func != "" && rel.Func != f.Function {
			in = " in " + Safe(rel.Func)
		}
		message := Safe(rel.Message)
		if message != "" {
			message = ": " + message
		}
		fmt.Fprintf(t.w, "\t%s %s%s%s\n", position(rel.Pos), t.faint.Sprint(rel.Role), in, message)
	}
	t.detail("cost", f.Cost)
	t.detail("advice", f.Advice)
}

func (t *textWriter) detail(name, text string) {
	if text != "" {
		fmt.Fprintf(t.w, "\t%s: %s\n", t.faint.Sprint(name), Safe(text))
	}
}

// snippet shows the lines around a position, with a mark below the part that is meant.
func (t *textWriter) snippet(p ir.Pos) {
	src := t.src.file(p.File)
	if p.Line < 1 || p.Line > len(src.lines) {
		return
	}
	first, last := max(1, p.Line-t.Context), min(len(src.lines), p.Line+t.Context)
	if last == len(src.lines) && last > p.Line && src.line(last) == "" {
		last-- // what follows the last line's end is no line
	}
	for n := first; n <= last; n++ {
		fmt.Fprintf(t.w, "%s%s\n", t.faint.Sprintf("%6d | ", n), safeLine(src.line(n)))
		if n == p.Line {
			fmt.Fprintf(t.w, "%s%s\n", t.faint.Sprint("       | "), t.warning.Sprint(underline(src.line(n), p)))
		}
	}
}

// underline returns a line that marks the columns of p below the line's text.
func underline(line string, p ir.Pos) string {
	start := min(max(p.Col-1, 0), len(line))
	end := len(line)
	if p.EndLine == p.Line && p.EndCol > p.Col {
		end = min(p.EndCol-1, len(line))
	}
	var b strings.Builder
	for _, r := range safeLine(line[:start]) {
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	b.WriteByte('^')
	if width := len([]rune(safeLine(line[start:end]))); width > 1 && p.EndLine >= p.Line {
		b.WriteString(strings.Repeat("~", width-1))
	}
	return b.String()
}
