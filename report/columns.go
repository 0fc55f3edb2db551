package report

import (
	"unicode/utf16"
	"unicode/utf8"

	"mpivet/ir"
)

// columns turns the byte columns of positions into what the readers of some output forms count. Both count from 1.
type columns struct{ src *sources }

func newColumns(p *Paths) columns { return columns{newSources(p.dir)} }

// utf16 returns the start and end column of p in UTF-16 code units.
func (c columns) utf16(p ir.Pos) (start, end int) {
	return c.convert(p, func(r rune) int { return max(1, utf16.RuneLen(r)) })
}

// runes returns the start and end column of p in characters.
func (c columns) runes(p ir.Pos) (start, end int) {
	return c.convert(p, func(rune) int { return 1 })
}

func (c columns) convert(p ir.Pos, width func(rune) int) (start, end int) {
	return column(c.src.file(p.File).line(p.Line), p.Col, width), column(c.src.file(p.File).line(p.EndLine), p.EndCol, width)
}

// column returns the column of a byte column; what lies past the end of the line, or in a file that cannot be read, is
// counted as one a byte.
func column(line string, col int, width func(rune) int) int {
	out, at := 1, 0
	for at < len(line) && at < col-1 {
		r, n := utf8.DecodeRuneInString(line[at:])
		out += width(r)
		at += n
	}
	return out + max(0, col-1-at)
}
