package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"mpivet/ir"
)

// Apply makes edits in the text of a file, all of them or none. It fails where they overlap or lie outside the text.
func Apply(text string, edits []Edit) (string, error) {
	starts := lineStarts(text)
	type change struct {
		from, to int
		text     string
	}
	var list []change
	for _, e := range edits {
		from, to := offset(text, starts, e.Pos.Line, e.Pos.Col), offset(text, starts, e.Pos.EndLine, e.Pos.EndCol)
		if from < 0 || to < from {
			return "", fmt.Errorf("no such place in the file: %s", span(e.Pos))
		}
		list = append(list, change{from, to, e.NewText})
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var b strings.Builder
	at := 0
	for _, c := range list {
		if c.from < at {
			return "", fmt.Errorf("two edits overlap")
		}
		b.WriteString(text[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	b.WriteString(text[at:])
	return b.String(), nil
}

func span(p ir.Pos) string { return fmt.Sprintf("%d:%d to %d:%d", p.Line, p.Col, p.EndLine, p.EndCol) }

// lineStarts returns the offsets of the lines of text.
func lineStarts(text string) []int {
	out := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// offset returns where a line and column stand, or -1.
func offset(text string, starts []int, line, col int) int {
	if line < 1 || line > len(starts) || col < 1 {
		return -1
	}
	end := len(text)
	if line < len(starts) {
		end = starts[line] - 1
	}
	if at := starts[line-1] + col - 1; at <= end {
		return at
	}
	return -1
}

// Unified returns the difference between two texts of a file in the form that patch and git apply read, with three lines
// around each change; it is empty when they are the same.
func Unified(name, before, after string) string {
	return udiff.Unified("a/"+name, "b/"+name, before, after)
}
