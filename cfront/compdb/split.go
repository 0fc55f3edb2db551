package compdb

import (
	"errors"
	"strings"
)

// ErrQuote reports a command whose quotes do not close.
var ErrQuote = errors.New("unterminated quote")

// Split cuts a command into its arguments by the quoting rules of the POSIX
// shell. It expands nothing: $, ` and * are ordinary characters.
func Split(command string) ([]string, error) {
	var s splitter
	for i := 0; i < len(command); i++ {
		s.step(command[i])
	}
	if s.quote != 0 || s.escaped {
		return nil, ErrQuote
	}
	s.end()
	return s.args, nil
}

// splitter is the state between two characters of a command.
type splitter struct {
	args    []string
	word    strings.Builder
	inWord  bool // a word has begun; quotes make it so even when it is empty
	quote   byte // the open quote, 0 outside
	escaped bool // the last character was a backslash that escapes
}

func (s *splitter) step(c byte) {
	switch {
	case s.escaped:
		s.escape(c)
	case s.quote == '\'':
		if c == '\'' {
			s.quote = 0
		} else {
			s.word.WriteByte(c)
		}
	case c == '\\':
		s.escaped, s.inWord = true, true
	case s.quote == '"':
		if c == '"' {
			s.quote = 0
		} else {
			s.word.WriteByte(c)
		}
	case c == '\'' || c == '"':
		s.quote, s.inWord = c, true
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.end()
	default:
		s.inWord = true
		s.word.WriteByte(c)
	}
}

// escape handles the character after a backslash: a newline vanishes, and within
// double quotes only four characters can be escaped.
func (s *splitter) escape(c byte) {
	s.escaped = false
	if c == '\n' {
		return
	}
	if s.quote == '"' && !strings.ContainsRune("\"\\$`", rune(c)) {
		s.word.WriteByte('\\')
	}
	s.word.WriteByte(c)
}

func (s *splitter) end() {
	if s.inWord {
		s.args = append(s.args, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}
