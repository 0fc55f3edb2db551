package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Markdown renders a rule's page for docs/rules.
func (r *Rule) Markdown() string {
	var b strings.Builder
	b.WriteString("# " + r.Name + ": " + r.Doc.Title + "\n\n")
	for _, s := range r.sections() {
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
	for _, s := range r.sections() {
		b.WriteString("\n" + s.head + "\n\n")
		text := wrap(strings.ReplaceAll(trimProse(s.text), "`", ""), textWidth)
		switch {
		case s.code:
			text = trimCode(s.text)
		case s.table:
			text = wrapTable(trimProse(s.text))
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
	table      bool // prose and tables, as they are
}

// sections lists what Text and Markdown show, in their order.
func (r *Rule) sections() []section {
	d := r.Doc
	return []section{
		{head: "Why it costs", text: d.Why},
		{head: "How to fix it", text: d.Fix},
		{head: "Before", text: d.Before, code: true},
		{head: "After", text: d.After, code: true},
		{head: "Measured before and after", text: d.Measured, table: true},
		{head: "What it stays quiet about", text: d.Quiet},
		{head: "Warning or note", text: d.Severity},
		{head: "How to silence it", text: r.silence()},
	}
}

// silence says how a finding of the rule is kept from being reported.
func (r *Rule) silence() string {
	return fmt.Sprintf("A comment `mpivet:ignore %s` with the reason, on the line of the finding or the line above it; `mpivet:ignore-file %s` for a whole file. "+
		"In C and C++ `NOLINT(mpivet-%s)` and `NOLINTNEXTLINE(mpivet-%s)` do too, in Go `//nolint:mpivet`. "+
		"In `.mpivet.yaml`, `severities: {%s: note}` makes its findings notes and `off` switches it off, and `ignore:` leaves folders out. "+
		"A baseline (`-write-baseline`, `-baseline`) keeps what is known from being reported.", r.Name, r.Name, r.Name, r.Name, r.Name)
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

// wrapTable aligns the columns of tables and wraps the rest.
func wrapTable(text string) string {
	var out []string
	var rows [][]string
	flush := func() {
		out = append(out, align(rows)...)
		rows = nil
	}
	for _, line := range strings.Split(text, "\n") {
		if cells, ok := cells(line); ok {
			if !strings.HasPrefix(line, "|---") {
				rows = append(rows, cells)
			}
			continue
		}
		flush()
		out = append(out, wrap(strings.ReplaceAll(line, "`", ""), textWidth))
	}
	flush()
	return strings.Join(out, "\n")
}

// cells splits a row of a table.
func cells(line string) ([]string, bool) {
	if !strings.HasPrefix(line, "|") {
		return nil, false
	}
	var out []string
	for _, c := range strings.Split(strings.Trim(line, "|"), "|") {
		out = append(out, strings.TrimSpace(c))
	}
	return out, true
}

// align writes rows with columns of one width, figures to the right.
func align(rows [][]string) []string {
	width := map[int]int{}
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var out []string
	for _, row := range rows {
		var b strings.Builder
		for i, c := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i == 0 {
				b.WriteString(c + pad)
			} else {
				b.WriteString("   " + pad + c)
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
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
