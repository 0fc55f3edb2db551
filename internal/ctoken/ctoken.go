// Package ctoken splits C and C++ sources into tokens without looking at what they mean: no macro is expanded, no file included.
package ctoken

import "strings"

// Kind is what a token is.
type Kind uint8

// Kinds of tokens.
const (
	Ident     Kind = iota // names and keywords
	Number                // 1, 0x1f, 1.5e-3f, 1'000
	Text                  // "string", 'c', R"(raw)", with their prefixes
	Punct                 // an operator or a bracket, the longest that fits
	Comment               // with its marks, without the end of the line
	Directive             // a preprocessor directive from # to the end of its last line; comments in it are part of it
)

// Token is a token and where it stands in the source.
type Token struct {
	Kind       Kind
	Start, End int // offsets in bytes, the end exclusive
}

// Of returns the token's text in the source it was scanned from.
func (t Token) Of(source string) string { return source[t.Start:t.End] }

// Scan returns the tokens of a source, all of them whatever the source is: what no token begins with is a Punct of one byte.
func Scan(source string) []Token {
	s := &scanner{src: source, fresh: true}
	var out []Token
	for s.skip(); s.at < len(source); s.skip() {
		t := Token{Start: s.at}
		t.Kind = s.next()
		t.End = s.at
		s.fresh = t.Kind == Comment && s.fresh
		out = append(out, t)
	}
	return out
}

type scanner struct {
	src   string
	at    int
	fresh bool // nothing but space and comments stands before on the line
}

// skip passes over space and joined lines.
func (s *scanner) skip() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '\n':
			s.fresh = true
		case c == ' ', c == '\t', c == '\r', c == '\v', c == '\f':
		case c == '\\' && s.splice() > 0:
			s.at += s.splice() - 1
		default:
			return
		}
		s.at++
	}
}

// splice returns the length of a backslash and an end of line here, or 0.
func (s *scanner) splice() int {
	switch rest := s.src[s.at:]; {
	case strings.HasPrefix(rest, "\\\n"):
		return 2
	case strings.HasPrefix(rest, "\\\r\n"):
		return 3
	}
	return 0
}

func (s *scanner) next() Kind {
	rest := s.src[s.at:]
	switch c := rest[0]; {
	case c == '#' && s.fresh:
		s.directive()
		return Directive
	case strings.HasPrefix(rest, "//"):
		s.line()
		return Comment
	case strings.HasPrefix(rest, "/*"):
		s.block()
		return Comment
	case c >= '0' && c <= '9', c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		s.number()
		return Number
	case c == '"', c == '\'':
		s.quoted(c)
		return Text
	case letter(c):
		return s.word()
	}
	s.punct()
	return Punct
}

// line goes to the end of the line; joined lines are one.
func (s *scanner) line() {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		if n := s.splice(); n > 0 {
			s.at += n
			continue
		}
		s.at++
	}
	for s.at > 0 && s.src[s.at-1] == '\r' {
		s.at--
	}
}

func (s *scanner) block() {
	if end := strings.Index(s.src[s.at+2:], "*/"); end >= 0 {
		s.at += end + 4
		return
	}
	s.at = len(s.src)
}

// directive goes to the end of the directive; a comment of several lines in it goes on.
func (s *scanner) directive() {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		switch {
		case s.splice() > 0:
			s.at += s.splice()
		case strings.HasPrefix(s.src[s.at:], "//"):
			s.line()
		case strings.HasPrefix(s.src[s.at:], "/*"):
			s.block()
		default:
			s.at++
		}
	}
}

// number passes over a preprocessing number, which takes in more than numbers, as compilers do.
func (s *scanner) number() {
	for s.at++; s.at < len(s.src); s.at++ {
		c := s.src[s.at]
		sign := (c == '+' || c == '-') && strings.IndexByte("eEpP", s.src[s.at-1]) >= 0
		apart := c == '\'' && s.at+1 < len(s.src) && letterOrDigit(s.src[s.at+1])
		if !sign && !apart && c != '.' && !letterOrDigit(c) {
			return
		}
	}
}

// quoted passes over a string or character literal. One that is not closed ends with its line.
func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.src) && s.src[s.at] != '\n'; s.at++ {
		switch s.src[s.at] {
		case quote:
			s.at++
			return
		case '\\':
			if n := s.splice(); n > 0 {
				s.at += n - 1
			} else if s.at+1 < len(s.src) && s.src[s.at+1] != '\n' {
				s.at++
			}
		}
	}
}

// word passes over a name, or over a literal whose prefix it is.
func (s *scanner) word() Kind {
	start := s.at
	for s.at < len(s.src) && letterOrDigit(s.src[s.at]) {
		s.at++
	}
	if s.at == len(s.src) {
		return Ident
	}
	prefix := s.src[start:s.at]
	switch c := s.src[s.at]; {
	case c == '"' && (prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R"):
		s.raw()
		return Text
	case (c == '"' || c == '\'') && (prefix == "L" || prefix == "u" || prefix == "U" || prefix == "u8"):
		s.quoted(c)
		return Text
	}
	return Ident
}

// raw passes over a raw string literal from its quote on.
func (s *scanner) raw() {
	rest := s.src[s.at+1:]
	open := strings.IndexByte(rest, '(')
	if open < 0 || open > 16 {
		s.quoted('"')
		return
	}
	closing := ")" + rest[:open] + `"`
	end := strings.Index(rest[open:], closing)
	if end < 0 {
		s.at = len(s.src)
		return
	}
	s.at += 1 + open + end + len(closing)
}

// puncts lists the operators of several characters, longer ones before their beginnings.
var puncts = []string{
	"<<=", ">>=", "<=>", "->*", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
	"%=", "&=", "|=", "^=", "::", "##",
}

func (s *scanner) punct() {
	for _, p := range puncts {
		if strings.HasPrefix(s.src[s.at:], p) {
			s.at += len(p)
			return
		}
	}
	s.at++
}

// letter reports whether a name may begin with c; the bytes of characters outside ASCII count as letters.
func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func letterOrDigit(c byte) bool { return letter(c) || c >= '0' && c <= '9' }
