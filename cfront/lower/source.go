//go:build cgo

package lower

import (
	"os"
	"strings"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// source is one file of the unit.
type source struct {
	name   string
	text   string
	loaded bool
	// project and outside say whether the file is the project's; neither is set while nobody has asked.
	project, outside bool
}

// extent is where a cursor stands in the files: for what comes from a macro's argument where the argument is written,
// for what comes from its body where the macro is used.
type extent struct {
	src        *source
	start, end int // offsets in bytes; end < start if the ends lie in different files
	pos        ir.Pos
}

func (u *unit) source(f clang.File) *source {
	if s := u.sources[f]; s != nil {
		return s
	}
	s := &source{name: f.Name()}
	u.sources[f] = s
	return s
}

// bytes returns the file's text. A file that cannot be read is empty.
func (s *source) bytes() string {
	if !s.loaded {
		s.loaded = true
		if b, err := os.ReadFile(s.name); err == nil {
			s.text = string(b)
		}
	}
	return s.text
}

// slice returns the text between two offsets, "" if there is no such range.
func (s *source) slice(from, to int) string {
	text := s.bytes()
	if from < 0 || to > len(text) || from > to {
		return ""
	}
	return text[from:to]
}

func (u *unit) extent(n *node) *extent {
	if n.ext == nil {
		n.ext = u.extentOf(n.c)
	}
	return n.ext
}

func (u *unit) extentOf(c clang.Cursor) *extent {
	r := c.Extent()
	f, line, col, off := r.Start().FileLocation()
	f2, line2, col2, off2 := r.End().FileLocation()
	e := &extent{src: u.source(f), start: int(off), end: -1}
	e.pos = ir.Pos{File: e.src.name, Line: int(line), Col: int(col)}
	e.setEnd(f2 == f, int(off2), int(line2), int(col2))
	return e
}

// setEnd sets the end, which may lie in another file than the start. A macro used in another's argument has its end
// where it starts: it ends with its name, or the parenthesis that closes its arguments.
func (e *extent) setEnd(same bool, offset, line, col int) {
	switch {
	case same && offset > e.start:
		e.end, e.pos.EndLine, e.pos.EndCol = offset, line, col
	case same && offset == e.start:
		e.end = e.src.macroEnd(e.start)
		text := e.src.slice(e.start, e.end)
		e.pos.EndLine, e.pos.EndCol = e.pos.Line, e.pos.Col+len(text)
		if i := strings.LastIndexByte(text, '\n'); i >= 0 {
			e.pos.EndLine, e.pos.EndCol = e.pos.Line+strings.Count(text, "\n"), len(text)-i
		}
	}
}

// macroEnd returns the end of the macro used at an offset.
func (s *source) macroEnd(off int) int {
	end := off + len(s.identAt(off))
	if args := macroArguments(s.bytes(), end); end > off && len(args) > 0 {
		end = args[len(args)-1].end + 1
	}
	return end
}

func (u *unit) pos(n *node) ir.Pos { return u.extent(n).pos }

// text returns n as it is written, on one line.
func (u *unit) text(n *node) string {
	e := u.extent(n)
	return oneLine(e.src.slice(e.start, e.end))
}

func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\t") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	return strings.Join(strings.Fields(s), " ")
}

// identAt returns the identifier that starts at an offset, "" if none does.
func (s *source) identAt(off int) string {
	text := s.bytes()
	if off < 0 || off >= len(text) || !isIdentStart(text[off]) {
		return ""
	}
	end := off + 1
	for end < len(text) && isIdentByte(text[end]) {
		end++
	}
	return text[off:end]
}

func isIdentStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isIdentByte(c byte) bool { return isIdentStart(c) || c >= '0' && c <= '9' }

// skipBlank returns the first offset at or after off that holds neither space nor comment nor a line's continuation.
func skipBlank(text string, off int) int {
	for off < len(text) {
		switch c := text[off]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\\':
			off++
		case strings.HasPrefix(text[off:], "//"):
			if i := strings.IndexByte(text[off:], '\n'); i >= 0 {
				off += i
			} else {
				return len(text)
			}
		case strings.HasPrefix(text[off:], "/*"):
			if i := strings.Index(text[off+2:], "*/"); i >= 0 {
				off += i + 4
			} else {
				return len(text)
			}
		default:
			return off
		}
	}
	return off
}
