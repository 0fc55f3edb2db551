package html

import (
	"slices"
	"strings"

	"mpivet/report"
)

// diffLine is a line of a fix: Sign is "+", "-", " ", or "@" between parts of a file.
type diffLine struct{ Sign, Text string }

// diff shows what a fix changes.
func (m *maker) diff(x report.Fix) []diffLine {
	var files []string
	for _, e := range x.Edits {
		if !slices.Contains(files, e.Pos.File) {
			files = append(files, e.Pos.File)
		}
	}
	var out []diffLine
	for _, file := range files {
		before := m.texts.raw(file)
		edits := slices.DeleteFunc(slices.Clone(x.Edits), func(e report.Edit) bool { return e.Pos.File != file })
		after, err := report.Apply(before, edits)
		if err != nil {
			continue // the file is another one by now
		}
		out = append(out, diffLines(report.Unified(file, before, after))...)
	}
	return out
}

func diffLines(unified string) []diffLine {
	var out []diffLine
	for i, line := range strings.Split(strings.TrimSuffix(unified, "\n"), "\n") {
		if i < 2 || line == "" {
			continue // the names of the file
		}
		out = append(out, diffLine{line[:1], cleanText(line[1:])})
	}
	return out
}

func cleanText(line string) string {
	var b strings.Builder
	for _, s := range clean([]span{{Text: line}}) {
		b.WriteString(s.Text)
	}
	return b.String()
}
