// Package diff knows which lines a change touches, so that only findings on them are reported.
package diff

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Changes holds the lines that were added or changed, by the absolute path of the file with symbolic links resolved.
type Changes struct {
	files map[string][]span
}

// span is a range of lines, both included.
type span struct{ first, last int }

// Touches reports whether any of the lines from first to last of a file was added or changed.
func (c *Changes) Touches(file string, first, last int) bool {
	for _, s := range c.files[file] {
		if s.first <= last && first <= s.last {
			return true
		}
	}
	return false
}

// FromPatch reads a patch, as git diff or diff -u write it. Its names start at the top of the repository that dir lies in, or at
// dir; "-" stands for the input.
func FromPatch(path, dir string, input io.Reader) (*Changes, error) {
	in := input
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	bases := []string{dir}
	if top := findTop(dir); top != "" && top != dir {
		bases = []string{top, dir}
	}
	return parse(in, bases)
}

// findTop returns the nearest folder from dir upwards that holds a .git, or "".
func findTop(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// parse reads a patch whose names start at one of bases: the first in which the file exists.
func parse(in io.Reader, bases []string) (*Changes, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("reading the patch: %w", err)
	}
	files, _, err := gitdiff.Parse(bytes.NewReader(addPrefixes(text)))
	if err != nil {
		return nil, fmt.Errorf("reading the patch: %w", err)
	}
	c := &Changes{files: map[string][]span{}}
	for _, f := range files {
		if f.IsDelete || f.NewName == "" {
			continue
		}
		path := locate(f.NewName, bases)
		for _, fragment := range f.TextFragments {
			c.files[path] = append(c.files[path], added(fragment)...)
		}
	}
	return c, nil
}

// locate returns the path of a file that a patch names. Names in plain patches keep the folder that git's prefix is.
func locate(name string, bases []string) string {
	names := []string{filepath.FromSlash(name)}
	if _, rest, ok := strings.Cut(name, "/"); ok {
		names = append(names, filepath.FromSlash(rest))
	}
	for _, n := range names {
		for _, base := range bases {
			path := filepath.Join(base, n)
			if real, err := filepath.EvalSymlinks(path); err == nil {
				return real
			}
		}
	}
	return filepath.Join(bases[0], names[0])
}

// added returns the lines that a fragment of a patch adds, as they are numbered after it.
func added(f *gitdiff.TextFragment) []span {
	var out []span
	line := int(f.NewPosition)
	for _, l := range f.Lines {
		switch l.Op {
		case gitdiff.OpAdd:
			if n := len(out); n > 0 && out[n-1].last == line-1 {
				out[n-1].last = line
			} else {
				out = append(out, span{line, line})
			}
			line++
		case gitdiff.OpContext:
			line++
		}
	}
	return out
}
