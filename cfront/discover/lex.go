package discover

// kind is the class of a token.
type kind uint8

const (
	end       kind = iota
	name           // identifier or keyword
	punct          // one character
	literal        // string, character or number
	directive      // a whole preprocessor line, continuations joined, without '#'
)

type token struct {
	kind kind
	text string
}

// lexer cuts C and C++ text into tokens; comments vanish.
type lexer struct {
	src       string
	pos       int
	lineStart bool // only blanks were seen since the last newline
}

func newLexer(src string) *lexer { return &lexer{src: src, lineStart: true} }

// next returns the next token, one of kind end at the end.
func (l *lexer) next() token {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == '\n':
			l.lineStart = true
			l.pos++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\' || c == 0:
			l.pos++
		case c == '/' && l.skipComment():
		case c == '#' && l.lineStart:
			return l.directive()
		default:
			l.lineStart = false
			return l.token(c)
		}
	}
	return token{}
}

func (l *lexer) token(c byte) token {
	start := l.pos
	switch {
	case isLetter(c):
		for l.pos < len(l.src) && isWord(l.src[l.pos]) {
			l.pos++
		}
		if l.pos < len(l.src) && l.src[l.pos] == '"' && l.src[l.pos-1] == 'R' && l.pos-start <= 3 {
			l.rawString()
			return token{literal, ""}
		}
		return token{name, l.src[start:l.pos]}
	case c == '"' || c == '\'':
		l.quoted(c)
		return token{literal, ""}
	case isDigit(c):
		for l.pos < len(l.src) && (isWord(l.src[l.pos]) || l.src[l.pos] == '.' || l.digitSeparator()) {
			l.pos++
		}
		return token{literal, ""}
	}
	l.pos++
	return token{punct, l.src[start:l.pos]}
}

// digitSeparator reports whether a ' stands inside a number (1'000).
func (l *lexer) digitSeparator() bool {
	return l.src[l.pos] == '\'' && l.pos+1 < len(l.src) && isWord(l.src[l.pos+1])
}

// skipComment moves past a comment if one begins here.
func (l *lexer) skipComment() bool {
	rest := l.src[l.pos:]
	switch {
	case len(rest) > 1 && rest[1] == '/':
		for l.pos < len(l.src) && l.src[l.pos] != '\n' {
			l.pos += l.step()
		}
		return true
	case len(rest) > 1 && rest[1] == '*':
		for l.pos += 2; l.pos < len(l.src); l.pos++ {
			if l.src[l.pos] == '*' && l.pos+1 < len(l.src) && l.src[l.pos+1] == '/' {
				l.pos += 2
				return true
			}
		}
		return true
	}
	return false
}

// step is the width of the character here, an escaped one (or a joined line)
// taken as a whole.
func (l *lexer) step() int {
	if l.src[l.pos] != '\\' || l.pos+1 >= len(l.src) {
		return 1
	}
	if l.src[l.pos+1] == '\r' && l.pos+2 < len(l.src) && l.src[l.pos+2] == '\n' {
		return 3
	}
	return 2
}

// quoted moves past a string or character constant; it ends at the line's end if
// it is not closed, as in text that is switched off.
func (l *lexer) quoted(quote byte) {
	for l.pos++; l.pos < len(l.src); l.pos += l.step() {
		switch l.src[l.pos] {
		case quote:
			l.pos++
			return
		case '\n':
			return
		}
	}
	l.pos = min(l.pos, len(l.src))
}

// rawString moves past R"tag( … )tag".
func (l *lexer) rawString() {
	open := l.pos + 1
	l.pos = open
	for l.pos < len(l.src) && l.src[l.pos] != '(' && l.pos-open <= 16 {
		l.pos++
	}
	closing := ")" + l.src[open:min(l.pos, len(l.src))] + `"`
	for ; l.pos < len(l.src); l.pos++ {
		if l.src[l.pos] == ')' && len(l.src)-l.pos >= len(closing) && l.src[l.pos:l.pos+len(closing)] == closing {
			l.pos += len(closing)
			return
		}
	}
}

// directive reads to the end of the line, joining continued lines and leaving
// out comments.
func (l *lexer) directive() token {
	var text []byte
	for l.pos++; l.pos < len(l.src); {
		c := l.src[l.pos]
		switch {
		case c == '\n':
			return token{directive, string(text)}
		case c == '/' && l.skipComment():
			text = append(text, ' ')
		case c == '\\' && l.step() > 1 && l.src[l.pos+l.step()-1] == '\n':
			text = append(text, ' ')
			l.pos += l.step()
		case c == '"' || c == '\'':
			start := l.pos
			l.quoted(c)
			text = append(text, l.src[start:l.pos]...)
		default:
			text = append(text, c)
			l.pos++
		}
	}
	return token{directive, string(text)}
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || c == '$'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool { return isLetter(c) || isDigit(c) }
