package html

import (
	"fmt"
	"slices"
	"strings"

	"mpivet/ir"
	"mpivet/report"
	"mpivet/rules"
)

const (
	around    = 2 // lines of source around a position
	joinGap   = 4 // lines between two positions that are shown rather than left out
	maxPlaces = 8 // related positions that a finding shows the source of
)

// excerpt is a part of a file with what happens on its lines.
type excerpt struct {
	Path  string
	Lines []lineView
}

// lineView is a line of source. A line with the number 0 stands for lines that are left out.
type lineView struct {
	Number int
	Spans  []span
	Role   string
	Notes  []note
}

type note struct{ Role, Text string }

// place is a position with what happens there.
type place struct {
	pos  ir.Pos
	role string
	text string
}

// excerpts shows the source around the finding, its calls, its loop and its releases: an excerpt per file, the finding's own
// first.
func (m *maker) excerpts(f *report.Finding) []excerpt {
	places := placesOf(f)
	var out []excerpt
	for len(places) > 0 {
		file := places[0].pos.File
		var here, rest []place
		for _, p := range places {
			if p.pos.File == file {
				here = append(here, p)
			} else {
				rest = append(rest, p)
			}
		}
		if e := m.excerpt(file, here); len(e.Lines) > 0 {
			out = append(out, e)
		}
		places = rest
	}
	return out
}

func placesOf(f *report.Finding) []place {
	own := place{f.Pos, "here", "allocated here"}
	if f.Pattern != "" {
		own.text = "this call"
	} else if strings.Contains(f.Message, "is created by") {
		own.text = "created here"
	}
	out := []place{own}
	for _, rel := range f.Related {
		if len(out) > maxPlaces && rel.Role != rules.RoleLoop {
			continue
		}
		text := rel.Message
		if rel.Role == rules.RoleLoop && text == "" {
			text = "the loop"
		}
		out = append(out, place{rel.Pos, rel.Role, text})
	}
	return out
}

// excerpt shows the lines of one file around places.
func (m *maker) excerpt(file string, places []place) excerpt {
	src := m.texts.file(file)
	out := excerpt{Path: report.Safe(file)}
	last := 0
	for _, n := range shown(places, len(src.lines)) {
		if last > 0 && n > last+1 {
			out.Lines = append(out.Lines, lineView{})
		}
		out.Lines = append(out.Lines, lineOf(src, n, places))
		last = n
	}
	return out
}

// shown lists the numbers of the lines to show, in order.
func shown(places []place, most int) []int {
	var centres []int
	for _, p := range places {
		if p.pos.Line >= 1 && p.pos.Line <= most {
			centres = append(centres, p.pos.Line)
		}
	}
	slices.Sort(centres)
	var out []int
	for _, c := range centres {
		first := max(1, c-around)
		if n := len(out); n > 0 && first <= out[n-1]+joinGap {
			first = out[n-1] + 1
		}
		for n := first; n <= min(most, c+around); n++ {
			out = append(out, n)
		}
	}
	return out
}

// lineOf is a line with what happens on it: the finding's own position is marked where it is there, else the first other one.
func lineOf(src *text, n int, places []place) lineView {
	out := lineView{Number: n, Spans: src.lines[n-1]}
	for _, p := range places {
		if p.pos.Line != n {
			continue
		}
		text := p.text
		if text == "" {
			text = p.role
		}
		out.Notes = append(out.Notes, note{p.role, report.Safe(text)})
		if out.Role == "" {
			out.Role = p.role
			out.Spans = marked(out.Spans, p.pos.Col, endOf(p.pos))
		}
	}
	out.Spans = clean(out.Spans)
	return out
}

// endOf is the column behind a position on its first line.
func endOf(p ir.Pos) int {
	switch {
	case p.EndLine > p.Line:
		return 1 << 30
	case p.EndCol > p.Col:
		return p.EndCol
	}
	return p.Col
}

// Place names a line for those who cannot see it.
func (l lineView) Place() string { return fmt.Sprintf("line %d", l.Number) }
