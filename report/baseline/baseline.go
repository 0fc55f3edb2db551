// Package baseline keeps the findings that a project knows and has put off, so that only new ones are reported.
//
// A finding is known again by its rule, its file, the text of its line without spacing, and an ordinal among the findings that
// are equal in these. None of them changes when other lines of the file do.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/internal/atomicfile"
)

// version is the version of the file's form.
const version = 1

// maxFile is the size in bytes above which a file is no baseline.
const maxFile = 256 << 20

// Entry is a known finding.
type Entry struct {
	Rule    string `json:"rule"`
	File    string `json:"file"` // relative to the baseline's folder, with forward slashes
	Text    string `json:"text"` // of the line, each run of spacing one blank
	Ordinal int    `json:"ordinal,omitempty"`
}

// Baseline holds the known findings. It remembers which ones were met.
type Baseline struct {
	dir   string // of the file, absolute, with symbolic links resolved
	known map[Entry]bool
	met   map[Entry]bool
}

type file struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// New returns an empty baseline that will be written to path.
func New(path string) (*Baseline, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	return &Baseline{dir: dir, known: map[Entry]bool{}, met: map[Entry]bool{}}, nil
}

// Read reads a baseline.
func Read(path string) (*Baseline, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is no baseline: not a regular file of at most %d bytes", path, maxFile)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f file
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w", path, err)
	}
	if f.Version != version {
		return nil, fmt.Errorf("%s has version %d; this mpivet reads version %d: write it anew", path, f.Version, version)
	}
	b, err := New(path)
	if err != nil {
		return nil, err
	}
	for _, e := range f.Findings {
		b.known[e] = true
	}
	return b, nil
}

// entry returns e with its file, given by its absolute path, as the baseline names it.
func (b *Baseline) entry(e Entry) Entry {
	if rel, err := filepath.Rel(b.dir, e.File); err == nil {
		e.File = rel
	}
	e.File = strings.ToValidUTF8(filepath.ToSlash(e.File), "\uFFFD")
	e.Text = strings.ToValidUTF8(e.Text, "\uFFFD")
	return e
}

// Knows reports whether a finding, whose file is given by its absolute path, is a known one.
func (b *Baseline) Knows(e Entry) bool {
	e = b.entry(e)
	if !b.known[e] {
		return false
	}
	b.met[e] = true
	return true
}

// Add adds a finding, whose file is given by its absolute path.
func (b *Baseline) Add(e Entry) { b.known[b.entry(e)] = true }

// Len returns the number of known findings.
func (b *Baseline) Len() int { return len(b.known) }

// Gone returns the known findings that were not met, sorted, with the absolute paths of their files.
func (b *Baseline) Gone() []Entry {
	var out []Entry
	for _, e := range b.sorted() {
		if !b.met[e] {
			if !filepath.IsAbs(filepath.FromSlash(e.File)) {
				e.File = filepath.Join(b.dir, filepath.FromSlash(e.File))
			}
			out = append(out, e)
		}
	}
	return out
}

func (b *Baseline) sorted() []Entry {
	var out []Entry
	for e := range b.known {
		out = append(out, e)
	}
	slices.SortFunc(out, func(x, y Entry) int {
		return cmp.Or(strings.Compare(x.File, y.File), strings.Compare(x.Text, y.Text), strings.Compare(x.Rule, y.Rule), cmp.Compare(x.Ordinal, y.Ordinal))
	})
	return out
}

// Write writes the baseline, a line a finding, so that changes to it merge.
func (b *Baseline) Write(path string) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"version\": %d, \"findings\": [", version)
	for i, e := range b.sorted() {
		if i > 0 {
			out.WriteByte(',')
		}
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		out.WriteString("\n  ")
		out.Write(line)
	}
	out.WriteString("\n]}\n")
	return atomicfile.Write(path, out.Bytes())
}
