package report

import "strings"

// comment is one line of a comment.
type comment struct {
	line  int
	text  string // without the marks, trimmed
	alone bool   // nothing but comments stands on the line
}

// comments returns the comments of a C, C++ or Go source, line by line. It knows strings, so that text in quotes is not
// taken for a comment; anything else of the language it need not know.
func comments(text string, isGo bool) []comment {
	s := scanner{text: text, isGo: isGo, line: 1, code: map[int]bool{}}
	for s.pos < len(s.text) {
		s.step()
	}
	for i := range s.out {
		s.out[i].alone = !s.code[s.out[i].line]
	}
	return s.out
}

type scanner struct {
	text string
	isGo bool
	pos  int
	line int
	code map[int]bool // lines that hold something besides comments
	out  []comment
}

func (s *scanner) step() {
	rest := s.text[s.pos:]
	switch c := rest[0]; {
	case c == '\n':
		s.line++
		s.pos++
	case c == ' ' || c == '\t' || c == '\r':
		s.pos++
	case strings.HasPrefix(rest, "//"):
		s.lineComment()
	case strings.HasPrefix(rest, "/*"):
		s.blockComment()
	case c == '`' && s.isGo:
		s.until(1, "`")
	case !s.isGo && strings.HasPrefix(rest, `R"`) && encodings[s.word()]:
		s.rawString()
	case c == '"':
		s.quoted('"')
	case c == '\'' && !startsWithDigit(s.word()): // a quote inside a C++ number separates digits
		s.quoted('\'')
	default:
		s.code[s.line] = true
		s.pos++
	}
}

// encodings are the prefixes that a C++ string may have before its R.
var encodings = map[string]bool{"": true, "L": true, "u": true, "U": true, "u8": true}

// word returns the identifier or number that ends at the current position.
func (s *scanner) word() string {
	start := s.pos
	for start > 0 && isWord(s.text[start-1]) {
		start--
	}
	return s.text[start:s.pos]
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func startsWithDigit(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// lineComment reads to the end of the line; in C a backslash there continues the comment.
func (s *scanner) lineComment() {
	s.pos += 2
	for {
		end := strings.IndexByte(s.text[s.pos:], '\n')
		body := s.text[s.pos:]
		if end >= 0 {
			body = body[:end]
		}
		s.add(body)
		s.pos += len(body)
		if s.isGo || end < 0 || !strings.HasSuffix(strings.TrimSuffix(body, "\r"), `\`) {
			return
		}
		s.pos++
		s.line++
	}
}

func (s *scanner) blockComment() {
	body, rest := s.text[s.pos+2:], ""
	if end := strings.Index(body, "*/"); end >= 0 {
		body, rest = body[:end], body[end+2:]
	}
	for i, line := range strings.Split(body, "\n") {
		if i > 0 {
			s.line++
		}
		s.add(strings.TrimLeft(strings.TrimLeft(line, " \t"), "*"))
	}
	s.pos = len(s.text) - len(rest)
}

func (s *scanner) add(text string) {
	s.out = append(s.out, comment{line: s.line, text: strings.TrimSpace(text)})
}

// until skips n bytes and then everything up to and with end.
func (s *scanner) until(n int, end string) {
	s.code[s.line] = true
	body := s.text[s.pos+n:]
	if i := strings.Index(body, end); i >= 0 {
		body = body[:i+len(end)]
	}
	for range strings.Count(body, "\n") {
		s.line++
		s.code[s.line] = true
	}
	s.pos += n + len(body)
}

func (s *scanner) rawString() {
	open := strings.IndexByte(s.text[s.pos:], '(')
	if open < 0 {
		s.until(2, `"`)
		return
	}
	s.until(open+1, ")"+s.text[s.pos+2:s.pos+open]+`"`)
}

// quoted skips a string or character literal, which ends at the line's end at the latest.
func (s *scanner) quoted(quote byte) {
	s.code[s.line] = true
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\\':
			s.pos++
			if s.pos < len(s.text) && s.text[s.pos] == '\n' {
				s.line++
				s.code[s.line] = true
			}
		case quote:
			s.pos++
			return
		case '\n':
			return
		}
	}
}
