//go:build cgo

package lower

import (
	"bytes"
	"maps"
	"os"
	"strings"
	"sync"
	"time"
)

// A program's own name for a constant of MPI (#define REAL_T MPI_DOUBLE, #define NOBODY MPI_PROC_NULL) expands to what
// the installed mpi.h makes of it, so the definitions are read in the text.

// maxAliases bounds how many definitions lie between a name and MPI's.
const maxAliases = 4

// alias returns the constant of MPI that an object-like macro stands for, "" if it stands for none.
func (u *unit) alias(macro string) string {
	if u.aliases == nil {
		u.aliases = map[string]string{}
		for _, file := range u.files() {
			if u.mayDefineAliases(file) {
				maps.Copy(u.aliases, aliasesIn(file))
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

// aliasFile is what a file was seen to define; it is read again when it has changed.
type aliasFile struct {
	size    int64
	changed time.Time
	defines map[string]string
}

var (
	aliasMu    sync.Mutex
	aliasFiles = map[string]aliasFile{}
)

// aliasesIn returns the definitions in a file that are one name. Headers are shared by many units and read once.
func aliasesIn(file string) map[string]string {
	info, err := os.Stat(file)
	if err != nil {
		return nil
	}
	aliasMu.Lock()
	defer aliasMu.Unlock()
	if a, ok := aliasFiles[file]; ok && a.size == info.Size() && a.changed.Equal(info.ModTime()) {
		return a.defines
	}
	var defines map[string]string
	if b, err := os.ReadFile(file); err == nil && bytes.Contains(b, []byte("MPI_")) {
		defines = definedNames(string(b))
	}
	aliasFiles[file] = aliasFile{info.Size(), info.ModTime(), defines}
	return defines
}

// definedNames returns the object-like macros of a text that stand for one name, perhaps in parentheses.
func definedNames(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(line, "#") {
			continue
		}
		line, ok := strings.CutPrefix(strings.TrimLeft(line[1:], " \t"), "define")
		if !ok {
			continue
		}
		if i := strings.Index(line, "/*"); i >= 0 {
			line = line[:i]
		}
		line, _, _ = strings.Cut(line, "//")
		name, body, ok := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "\t", " ")), " ")
		body = strings.Trim(body, " ()")
		if ok && isIdent(name) && isIdent(body) {
			out[name] = body
		}
	}
	return out
}
