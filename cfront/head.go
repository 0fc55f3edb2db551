package cfront

import (
	"bytes"
	"strings"
)

// A head is what a source begins with before anything else but comments: lines that include headers. Units that have one in common can
// share its parse.

// headLine is an #include at the beginning of a source.
type headLine struct {
	from, to int    // of the line in the text, without its end
	name     string // with its quotes or angle brackets
}

// maxHead bounds how many includes of a head are looked at.
const maxHead = 12

// headOf returns the includes that a source begins with.
func headOf(text []byte) []headLine {
	var out []headLine
	for at := 0; len(out) < maxHead; {
		at = skipBlank(text, at)
		if at >= len(text) || text[at] != '#' {
			return out
		}
		end := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n
		}
		name := included(string(text[at+1 : end]))
		if name == "" {
			return out
		}
		out = append(out, headLine{at, end, name})
		at = end
	}
	return out
}

// skipBlank moves past white space and comments.
func skipBlank(text []byte, at int) int {
	for at < len(text) {
		switch rest := text[at:]; {
		case bytes.IndexByte([]byte(" \t\r\n\f\v"), text[at]) >= 0:
			at++
		case bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 || bytes.HasSuffix(bytes.TrimRight(rest[:n], " \t\r"), []byte(`\`)) {
				return len(text)
			}
			at += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest[2:], []byte("*/"))
			if n < 0 {
				return len(text)
			}
			at += n + 4
		default:
			return at
		}
	}
	return at
}

// included returns what the rest of a line after # includes, "" if it is no plain include with nothing behind it but a comment.
func included(line string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "include")
	rest = strings.TrimSpace(rest)
	if !ok || len(rest) < 3 {
		return ""
	}
	closing := map[byte]string{'"': `"`, '<': ">"}[rest[0]]
	if closing == "" {
		return ""
	}
	n := strings.Index(rest[1:], closing)
	if n <= 0 {
		return ""
	}
	name, tail := rest[:n+2], strings.TrimSpace(rest[n+2:])
	comment := strings.HasPrefix(tail, "/*") && strings.Index(tail, "*/") == len(tail)-2 && len(tail) >= 4 ||
		strings.HasPrefix(tail, "//") && !strings.HasSuffix(tail, `\`)
	if tail != "" && !comment || strings.ContainsAny(name, `\*?`) || strings.Contains(name, "//") {
		return ""
	}
	return name
}

// blankHead returns a text in which the first includes are white space of the same length, so that all other positions stay.
// It fails if they are not those of the head.
func blankHead(text []byte, head []string) ([]byte, bool) {
	lines := headOf(text)
	if len(lines) < len(head) {
		return nil, false
	}
	out := bytes.Clone(text)
	for i, name := range head {
		if lines[i].name != name {
			return nil, false
		}
		for at := lines[i].from; at < lines[i].to; at++ {
			if out[at] != '\r' {
				out[at] = ' '
			}
		}
	}
	return out, true
}
