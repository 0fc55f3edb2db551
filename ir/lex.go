package ir

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokKind is the kind of a token of the textual form.
type tokKind uint8

const (
	tokEOF     tokKind = iota
	tokNewline         // end of a line that holds something
	tokWord            // name, keyword
	tokNumber          // 12
	tokString          // "text"; text holds the value
	tokLocal           // %name; text holds the name
	tokGlobal          // @name; text holds the name
	tokPos             // @12:3; pos holds the value
	tokUnknown         // ? or ?"text"; text holds the text
	tokPunct           // operators and punctuation
)

type token struct {
	kind      tokKind
	text      string
	pos       Pos
	hasFile   bool // tokPos
	line, col int
}

// describe names the token in an error message.
func (t token) describe() string {
	switch t.kind {
	case tokEOF:
		return "the end of the text"
	case tokNewline:
		return "the end of the line"
	case tokLocal:
		return "%" + nameText(t.text)
	case tokGlobal:
		return "@" + nameText(t.text)
	case tokPos:
		return "a position"
	case tokString:
		return strconv.Quote(t.text)
	}
	return strconv.Quote(t.text)
}

// syntaxError is a fault in a text.
type syntaxError struct {
	name      string
	line, col int
	msg       string
}

func (e *syntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.name, e.line, e.col, e.msg)
}

// lexer splits a text into tokens.
type lexer struct {
	name      string
	text      string
	at        int
	line      int
	lineStart int
	toks      []token
}

func lex(name, text string) ([]token, error) {
	l := &lexer{name: name, text: text, line: 1}
	for l.at < len(l.text) {
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	l.newline()
	l.add(token{kind: tokEOF}, l.at)
	return l.toks, nil
}

func (l *lexer) add(t token, start int) {
	t.line, t.col = l.line, start-l.lineStart+1
	l.toks = append(l.toks, t)
}

func (l *lexer) newline() {
	if n := len(l.toks); n > 0 && l.toks[n-1].kind != tokNewline {
		l.add(token{kind: tokNewline}, l.at)
	}
}

func (l *lexer) fail(start int, format string, args ...any) error {
	return &syntaxError{l.name, l.line, start - l.lineStart + 1, fmt.Sprintf(format, args...)}
}

func (l *lexer) rest() string { return l.text[l.at:] }

func (l *lexer) next() error {
	start := l.at
	c := l.text[l.at]
	r, _ := utf8.DecodeRuneInString(l.rest())
	switch {
	case c == '\n':
		l.newline()
		l.at++
		l.line, l.lineStart = l.line+1, l.at
	case c == ' ' || c == '\t' || c == '\r':
		l.at++
	case strings.HasPrefix(l.rest(), "//"):
		if i := strings.IndexByte(l.rest(), '\n'); i >= 0 {
			l.at += i
		} else {
			l.at = len(l.text)
		}
	case c == '"':
		s, err := l.quoted()
		if err != nil {
			return err
		}
		l.add(token{kind: tokString, text: s}, start)
	case c >= '0' && c <= '9':
		l.add(token{kind: tokNumber, text: l.digits()}, start)
	case isNameRune(r) && !unicode.IsDigit(r):
		l.add(token{kind: tokWord, text: l.bareName()}, start)
	case c == '?':
		return l.unknown()
	case c == '@':
		return l.atSign()
	case c == '%' && l.nameFollows(1):
		l.at++
		name, err := l.nameOrQuoted()
		if err != nil {
			return err
		}
		l.add(token{kind: tokLocal, text: name}, start)
	default:
		return l.punct()
	}
	return nil
}

// punctuation lists the operators, longer ones before their prefixes.
var punctuation = strings.Fields("<< >> <= >= == != && || + - * / % & | ^ ! ~ < > = ( ) [ ] { } , : .")

func (l *lexer) punct() error {
	for _, p := range punctuation {
		if strings.HasPrefix(l.rest(), p) {
			l.add(token{kind: tokPunct, text: p}, l.at)
			l.at += len(p)
			return nil
		}
	}
	r, _ := utf8.DecodeRuneInString(l.rest())
	return l.fail(l.at, "unexpected character %q", r)
}

func (l *lexer) digits() string {
	start := l.at
	for l.at < len(l.text) && l.text[l.at] >= '0' && l.text[l.at] <= '9' {
		l.at++
	}
	return l.text[start:l.at]
}

func (l *lexer) bareName() string {
	start := l.at
	for l.at < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.rest())
		if !isNameRune(r) {
			break
		}
		l.at += n
	}
	return l.text[start:l.at]
}

func (l *lexer) quoted() (string, error) {
	q, err := strconv.QuotedPrefix(l.rest())
	if err != nil {
		return "", l.fail(l.at, "string without an end, or with a malformed escape")
	}
	s, err := strconv.Unquote(q)
	if err != nil {
		return "", l.fail(l.at, "malformed string %s", q)
	}
	l.at += len(q)
	return s, nil
}

// nameFollows reports whether a name begins n bytes further.
func (l *lexer) nameFollows(n int) bool {
	r, _ := utf8.DecodeRuneInString(l.text[l.at+n:])
	return r == '"' || isNameRune(r) && !unicode.IsDigit(r)
}

func (l *lexer) nameOrQuoted() (string, error) {
	if l.at < len(l.text) && l.text[l.at] == '"' {
		return l.quoted()
	}
	return l.bareName(), nil
}

func (l *lexer) unknown() error {
	start := l.at
	l.at++
	t := token{kind: tokUnknown}
	if strings.HasPrefix(l.rest(), `"`) {
		s, err := l.quoted()
		if err != nil {
			return err
		}
		t.text = s
	}
	l.add(t, start)
	return nil
}
