//go:build cgo

package clang

import (
	"fmt"
	"regexp"
	"slices"

	gc "github.com/go-clang/clang-v15/clang"
)

var (
	missingHeader = regexp.MustCompile(`^'([^']*)' file not found`)
	undeclared    = regexp.MustCompile(`(?:undeclared identifier|unknown type name|implicit declaration of function|undeclared function|undeclared library function|no type named) '([^']*)'`)
)

var unknownType = regexp.MustCompile(`^(?:unknown type name|must use '[a-z]+' tag to refer to type) '([^']*)'`)

// maxUndeclared bounds how many undeclared names, and places of errors, are kept.
const maxUndeclared = 1000

// summarise counts a unit's errors and frees libclang's records of them.
func summarise(tu gc.TranslationUnit) Diagnostics {
	var sum Diagnostics
	names := map[string]bool{}
	for i := range tu.NumDiagnostics() {
		d := tu.Diagnostic(i)
		text := d.Spelling()
		if d.Severity() >= gc.Diagnostic_Error {
			sum.Errors++
			if file, line, _, offset := d.Location().FileLocation(); line > 0 && len(sum.At) < maxUndeclared {
				sum.At = append(sum.At, ErrorAt{file.Name(), int(offset)})
			}
			if sum.First == "" {
				sum.First = locate(d.Location(), text)
			}
		}
		if m := missingHeader.FindStringSubmatch(text); m != nil {
			sum.Missing = append(sum.Missing, m[1])
		}
		if m := unknownType.FindStringSubmatch(text); m != nil && !slices.Contains(sum.Types, m[1]) && len(sum.Types) < maxUndeclared {
			sum.Types = append(sum.Types, m[1])
		}
		if m := undeclared.FindStringSubmatch(text); m != nil && !names[m[1]] && len(names) < maxUndeclared {
			names[m[1]] = true
			sum.Undeclared = append(sum.Undeclared, m[1])
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
