package fix

import (
	"sort"
	"strings"

	"mpivet/internal/ctoken"
	"mpivet/ir"
	"mpivet/rules"
)

// source is a file with its tokens; comments are kept apart.
type source struct {
	name, text string
	starts     []int // offsets of the lines
	tokens     []ctoken.Token
	comments   []ctoken.Token
}

func newSource(name, text string) *source {
	s := &source{name: name, text: text, starts: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	for _, t := range ctoken.Scan(text) {
		if t.Kind == ctoken.Comment {
			s.comments = append(s.comments, t)
		} else {
			s.tokens = append(s.tokens, t)
		}
	}
	return s
}

// offset is where a line and column stand, or -1.
func (s *source) offset(line, col int) int {
	if line < 1 || line > len(s.starts) || col < 1 || s.starts[line-1]+col-1 > len(s.text) {
		return -1
	}
	return s.starts[line-1] + col - 1
}

// line is the number of the line that holds an offset.
func (s *source) line(at int) int {
	return sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > at })
}

// pos is the range between two offsets.
func (s *source) pos(from, to int) ir.Pos {
	l, m := s.line(from), s.line(to)
	return ir.Pos{File: s.name, Line: l, Col: from - s.starts[l-1] + 1, EndLine: m, EndCol: to - s.starts[m-1] + 1}
}

func (s *source) replace(from, to int, text string) rules.Edit {
	return rules.Edit{Pos: s.pos(from, to), NewText: text}
}

// tok is the text of token i; it is empty outside the file.
func (s *source) tok(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].Of(s.text)
}

// at returns the token that begins at a position, or -1.
func (s *source) at(p ir.Pos) int {
	off := s.offset(p.Line, p.Col)
	i := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].Start >= off })
	if off < 0 || i == len(s.tokens) || s.tokens[i].Start != off {
		return -1
	}
	return i
}

// indent is what the line of an offset begins with; ok says that nothing else stands before the offset.
func (s *source) indent(at int) (text string, ok bool) {
	start := s.starts[s.line(at)-1]
	text = s.text[start:at]
	return text, strings.Trim(text, " \t") == ""
}

// lineEnd is the offset behind the end of the line of an offset when nothing but a comment, which may not go on on the next
// line, stands between; ok is false otherwise.
func (s *source) lineEnd(at int) (end int, ok bool) {
	rest := s.text[at:]
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		return len(s.text), strings.TrimSpace(rest) == ""
	}
	tail := strings.TrimSpace(rest[:n])
	ok = tail == "" || strings.HasPrefix(tail, "//") && !strings.HasSuffix(tail, "\\") ||
		strings.HasPrefix(tail, "/*") && strings.Index(tail, "*/") == len(tail)-2
	return at + n + 1, ok
}

// newline is the end of line that the file uses.
func (s *source) newline() string {
	if strings.Contains(s.text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// plainName is a variable's name as the source has it.
func plainName(v *ir.Var) string {
	name, _, _ := strings.Cut(v.Name, "#")
	return name
}
