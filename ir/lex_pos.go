package ir

import (
	"strconv"
	"strings"
)

// atSign reads what begins with @: a position (@12:3, @"file.c":12:3-9, @-) or the name of a global or function.
func (l *lexer) atSign() error {
	start := l.at
	l.at++
	switch {
	case strings.HasPrefix(l.rest(), "-"):
		l.at++
		l.add(token{kind: tokPos, hasFile: true}, start)
		return nil
	case l.digitFollows():
		return l.position(token{kind: tokPos}, start)
	case !l.nameFollows(0):
		return l.fail(start, "a name or a position must follow @")
	}
	isQuoted := strings.HasPrefix(l.rest(), `"`)
	name, err := l.nameOrQuoted()
	if err != nil {
		return err
	}
	if isQuoted && strings.HasPrefix(l.rest(), ":") {
		l.at++
		if l.digitFollows() {
			return l.position(token{kind: tokPos, hasFile: true, pos: Pos{File: name}}, start)
		}
		l.at--
	}
	l.add(token{kind: tokGlobal, text: name}, start)
	return nil
}

func (l *lexer) digitFollows() bool {
	return l.at < len(l.text) && l.text[l.at] >= '0' && l.text[l.at] <= '9'
}

// position reads line[:col][-[line:]col] into t.
func (l *lexer) position(t token, start int) error {
	line, col, _, err := l.pair(start)
	if err != nil {
		return err
	}
	if line == 0 {
		return l.fail(start, "lines count from 1")
	}
	t.pos.Line, t.pos.Col = line, col
	if strings.HasPrefix(l.rest(), "-") {
		l.at++
		a, b, both, err := l.pair(start)
		if err != nil {
			return err
		}
		t.pos.EndLine, t.pos.EndCol = line, a
		if both {
			t.pos.EndLine, t.pos.EndCol = a, b
		}
	}
	l.add(t, start)
	return nil
}

// pair reads a or a:b.
func (l *lexer) pair(start int) (a, b int, both bool, err error) {
	if a, err = l.number(start); err != nil || !strings.HasPrefix(l.rest(), ":") {
		return a, 0, false, err
	}
	l.at++
	b, err = l.number(start)
	return a, b, true, err
}

func (l *lexer) number(start int) (int, error) {
	v, err := strconv.ParseInt(l.digits(), 10, 32)
	if err != nil {
		return 0, l.fail(start, "malformed position")
	}
	return int(v), nil
}
