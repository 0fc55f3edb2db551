package rules

import "strings"

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
		text := trimProse(s.text)
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
