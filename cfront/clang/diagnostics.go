//go:build cgo

package clang

import (
	"fmt"
	"regexp"

	gc "github.com/go-clang/clang-v15/clang"
)

var missingHeader = regexp.MustCompile(`^'([^']*)' file not found`)

// summarise counts a unit's errors and frees libclang's records of them.
func summarise(tu gc.TranslationUnit) Diagnostics {
	var sum Diagnostics
	for i := range tu.NumDiagnostics() {
		d := tu.Diagnostic(i)
		if d.Severity() >= gc.Diagnostic_Error {
			sum.Errors++
			text := d.Spelling()
			if sum.First == "" {
				sum.First = locate(d.Location(), text)
			}
			if m := missingHeader.FindStringSubmatch(text); m != nil {
				sum.Missing = append(sum.Missing, m[1])
			}
		}
		d.Dispose()
	}
	return sum
}

func locate(at SourceLocation, text string) string {
	file, line, column, _ := at.FileLocation()
	if line == 0 {
		return text
	}
	return fmt.Sprintf("%s:%d:%d: %s", file.Name(), line, column, text)
}
