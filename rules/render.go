package rules

import (
	"strings"
	"unicode/utf8"
)

// Markdown renders a rule's page for docs/rules.
func (r *Rule) Markdown() string {
	var b strings.Builder
	b.WriteString("# " + r.Name + ": " + r.Doc.Title + "\n\n")
	for _, s := range r.Doc.sections() {
		b.WriteString("## " + s.head + "\n\n")
		if s.code {
			b.WriteString("```" + r.Doc.Lang + "\n" + trimCode(s.text) + "\n```\n\n")
			continue
		}
		b.WriteString(trimProse(s.text) + "\n\n")
	}
	b.WriteString("Since version " + r.Doc.Since + ".\n")
	return b.String()
}

// Text renders what the command's explain prints.
func (r *Rule) Text() string {
	var b strings.Builder
	b.WriteString(r.Name + ": " + r.Doc.Title + "\n")
	for _, s := range r.Doc.sections() {
		b.WriteString("\n" + s.head + "\n\n")
		text := wrap(trimProse(s.text), textWidth)
		if s.code {
			text = trimCode(s.text)
		}
		for _, line := range strings.Split(text, "\n") {
			if line != "" {
				line = "    " + strings.ReplaceAll(line, "\t", "    ")
			}
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("\nSince version " + r.Doc.Since + ".\n")
	return b.String()
}

type section struct {
	head, text string
	code       bool
}

// sections lists what Text and Markdown show, in their order.
func (d Doc) sections() []section {
	return []section{
		{head: "Why it costs", text: d.Why},
		{head: "How to fix it", text: d.Fix},
		{head: "Before", text: d.Before, code: true},
		{head: "After", text: d.After, code: true},
		{head: "What it stays quiet about", text: d.Quiet},
		{head: "Warning or note", text: d.Severity},
	}
}

// textWidth is the width in characters to which Text wraps prose, without the indentation.
const textWidth = 76

// wrap breaks each line of text between words so that it is at most width characters long.
func wrap(text string, width int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		at := 0
		for j, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case j == 0:
			case at+1+n > width:
				b.WriteByte('\n')
				at = 0
			default:
				b.WriteByte(' ')
				at++
			}
			b.WriteString(word)
			at += n
		}
	}
	return b.String()
}

// trimProse removes the blank lines and the indentation that a raw string literal brings along.
func trimProse(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

// trimCode removes blank lines at both ends and keeps the indentation.
func trimCode(text string) string { return strings.Trim(text, "\n") }
