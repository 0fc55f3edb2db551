// Package casetest runs mpivet over small programs whose comments say what is expected; testdata/cases/README.md describes them.
package casetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Case is one program.
type Case struct {
	Name string // "c/halo_exchange_mallocs_per_side.c"
	Path string // a file or a folder
}

// extensions are those of the files that may hold marks.
var extensions = []string{".c", ".cc", ".cpp", ".h", ".hh", ".hpp", ".go"}

// stubs is the folder of the Go bindings that cases import; it is no case.
const stubs = "stubs"

// List returns the cases below root, a folder with one folder per language.
func List(root string) ([]Case, error) {
	root, err := filepath.Abs(root) // a link in a laid out case must not depend on the working directory
	if err != nil {
		return nil, fmt.Errorf("listing the cases: %w", err)
	}
	langs, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("listing the cases: %w", err)
	}
	var out []Case
	for _, lang := range langs {
		if !lang.IsDir() {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(root, lang.Name()))
		if err != nil {
			return nil, fmt.Errorf("listing the cases: %w", err)
		}
		for _, e := range entries {
			if e.Name() != stubs {
				out = append(out, Case{lang.Name() + "/" + e.Name(), filepath.Join(root, lang.Name(), e.Name())})
			}
		}
	}
	return out, nil
}

// Expected is what the marks of a case ask for. File names are relative to the case's folder, with forward slashes.
type Expected struct {
	Want    []Want
	Related []Related
}

// Want is a finding that is asked for.
type Want struct {
	File     string
	Line     int
	Rule     string
	Severity string // "warning", "note" or "any"
}

// Related is a related position that a finding must have.
type Related struct {
	File string
	Line int
	Rule string
	Role string // "call" or "loop"
}

// LayOut copies the case into dir without its marks and returns what these ask for, with the folder to analyse and the
// argument to give to mpivet there.
func (c Case) LayOut(dir string) (exp Expected, at, arg string, err error) {
	info, err := os.Stat(c.Path)
	if err != nil {
		return exp, "", "", err
	}
	if !info.IsDir() {
		base := filepath.Base(c.Path)
		return exp, dir, base, exp.copy(c.Path, filepath.Join(dir, base), base)
	}
	at = filepath.Join(dir, filepath.Base(c.Path))
	err = filepath.WalkDir(c.Path, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.Path, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(at, rel), 0o755)
		}
		return exp.copy(path, filepath.Join(at, rel), filepath.ToSlash(rel))
	})
	if err != nil {
		return exp, "", "", err
	}
	return exp, at, "./...", linkStubs(filepath.Dir(c.Path), dir)
}

func linkStubs(from, to string) error {
	from = filepath.Join(from, stubs)
	if _, err := os.Stat(from); err != nil {
		return nil // a language without stubs
	}
	return os.Symlink(from, filepath.Join(to, stubs))
}

// copy copies one file, reading and removing its marks.
func (e *Expected) copy(from, to, name string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if slices.Contains(extensions, filepath.Ext(from)) {
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if code, words, ok := cutMark(line); ok {
				lines[i] = strings.TrimRight(code, " \t")
				e.read(name, i+1, words)
			}
		}
		text = []byte(strings.Join(lines, "\n"))
	}
	return os.WriteFile(to, text, 0o644)
}

var markWords = []string{"want", "call", "loop"}

// cutMark splits a line before its mark and returns the words of the mark.
func cutMark(line string) (code string, words []string, ok bool) {
	i := strings.LastIndex(line, "//")
	if i < 0 {
		return line, nil, false
	}
	words = strings.Fields(line[i+2:])
	if len(words) == 0 || !slices.Contains(markWords, words[0]) {
		return line, nil, false
	}
	return line[:i], words, true
}

func (e *Expected) read(file string, line int, words []string) {
	role := ""
	for _, w := range words {
		if slices.Contains(markWords, w) {
			role = w
			continue
		}
		rule, severity, found := strings.Cut(w, ":")
		if !found {
			severity = "warning"
		}
		if role == "want" {
			e.Want = append(e.Want, Want{file, line, rule, severity})
		} else {
			e.Related = append(e.Related, Related{file, line, rule, role})
		}
	}
}
