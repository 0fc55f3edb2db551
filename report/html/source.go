package html

import (
	"strings"

	"mpivet/report"
)

const (
	// maxColoured is the size in bytes up to which a file is coloured: colouring works through the whole of it.
	maxColoured = 512 << 10
	// maxColumns is the number of bytes of a line that are shown.
	maxColumns = 400
)

// span is a part of a line with one look.
type span struct {
	Class, Text string
	Marked      bool
}

// texts holds the sources that the report shows.
type texts struct {
	paths *report.Paths
	files map[string]*text
}

// text is one file: its lines, each made of spans that together are the line.
type text struct {
	raw   string
	lines [][]span
}

func newTexts(p *report.Paths) *texts { return &texts{paths: p, files: map[string]*text{}} }

// file returns a file by the name that the user reads; one that cannot be read has no lines.
func (t *texts) file(name string) *text {
	if f, ok := t.files[name]; ok {
		return f
	}
	f := &text{}
	t.files[name] = f
	if text, ok := t.paths.Source(name); ok {
		f.raw = text
		f.lines = colour(name, strings.ReplaceAll(f.raw, "\r\n", "\n"))
	}
	return f
}

// raw returns the text of a file as it is.
func (t *texts) raw(name string) string { return t.file(name).raw }

// marked returns the spans of a line with the columns from start to end, in bytes from 1 and the end exclusive, marked.
func marked(line []span, start, end int) []span {
	var out []span
	at := 1
	for _, s := range line {
		for s.Text != "" {
			n := len(s.Text)
			in := at >= start && at < end
			switch {
			case in && at+n > end:
				n = end - at
			case at < start && at+n > start:
				n = start - at
			}
			out = append(out, span{Class: s.Class, Text: s.Text[:n], Marked: in})
			s.Text, at = s.Text[n:], at+n
		}
	}
	return out
}

// clean makes the spans fit to be shown: no hostile characters, and no endless lines.
func clean(line []span) []span {
	var out []span
	room := maxColumns
	for _, s := range line {
		if room <= 0 {
			return append(out, span{Text: " …"})
		}
		text := s.Text
		if len(text) > room {
			text = strings.ToValidUTF8(text[:room], "")
		}
		room -= len(s.Text)
		var parts []string
		for part := range strings.SplitSeq(text, "\t") {
			parts = append(parts, report.Safe(part))
		}
		s.Text = strings.Join(parts, "\t")
		out = append(out, s)
	}
	return out
}
