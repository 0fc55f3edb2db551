//go:build cgo

package lower

import (
	"os"
	"regexp"
	"strings"
)

// A program's own name for a constant of MPI (#define REAL_T MPI_DOUBLE, #define NOBODY MPI_PROC_NULL) expands to what
// the installed mpi.h makes of it, so the definitions are read in the text.

var aliasDefinition = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(*[ \t]*(\w+)[ \t]*\)*[ \t]*(?:/[*/].*)?\r?$`)

// maxAliases bounds how many definitions lie between a name and MPI's.
const maxAliases = 4

// alias returns the constant of MPI that an object-like macro stands for, "" if it stands for none.
func (u *unit) alias(macro string) string {
	if u.aliases == nil {
		u.aliases = map[string]string{}
		for _, file := range u.files() {
			if u.mayDefineAliases(file) {
				u.readAliases(file)
			}
		}
	}
	for range maxAliases {
		macro = u.aliases[macro]
		if macro == "" || isMPIName(macro) {
			return macro
		}
	}
	return ""
}

// mayDefineAliases reports whether a file is worth reading: the project's, or that of a library that lies elsewhere
// than the system's headers.
func (u *unit) mayDefineAliases(file string) bool {
	if u.opts.ProjectFile != nil && u.opts.ProjectFile(file) {
		return true
	}
	return !strings.HasPrefix(file, "/usr/")
}

func (u *unit) readAliases(file string) {
	b, err := os.ReadFile(file)
	if err != nil {
		return
	}
	text := string(b)
	for _, m := range aliasDefinition.FindAllStringSubmatch(text, -1) {
		if isIdentStart(m[2][0]) {
			u.aliases[m[1]] = m[2]
		}
	}
}
