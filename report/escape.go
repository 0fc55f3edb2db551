package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// quote puts a name from the analysed code in double quotes.
func quote(name string) string { return `"` + name + `"` }

// hostile reports whether a character may change what a terminal shows around it: C0 and C1 controls, and the marks
// that reverse or isolate the direction of text.
func hostile(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f:
		return true
	case r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// Safe returns text from the analysed code in a form that a terminal shows as it is: hostile characters and bytes that
// are not UTF-8 become visible escapes.
func Safe(text string) string { return safe(text, false) }

// safeLine is Safe for a line of source: tabs stay.
func safeLine(text string) string { return safe(text, true) }

// commands breaks what CI servers take for a command wherever it stands in a line of a log.
var commands = strings.NewReplacer("##[", `#\x23[`, "##vso[", `#\x23vso[`, "##teamcity[", `#\x23teamcity[`)

func safe(text string, keepTabs bool) string {
	if strings.Contains(text, "##") {
		text = commands.Replace(text)
	}
	if !strings.ContainsFunc(text, hostile) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r == '\t' && keepTabs, !hostile(r):
			b.WriteString(text[i : i+n])
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}
