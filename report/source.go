package report

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxSource is the size in bytes above which a file's text is not read: nobody reads lines of such a file.
const maxSource = 64 << 20

// sources holds the text of the files that findings lie in.
type sources struct {
	dir   string
	files map[string]*source
}

type source struct {
	text  string
	lines []string
	marks *marks // suppression comments, read when first asked for
}

func newSources(dir string) *sources { return &sources{dir: dir, files: map[string]*source{}} }

// file returns a file's text; that of a file which cannot be read is empty.
func (s *sources) file(name string) *source {
	if f, ok := s.files[name]; ok {
		return f
	}
	f := &source{}
	s.files[name] = f
	if text, ok := readSource(s.dir, name); ok {
		f.text = text
		f.lines = strings.Split(f.text, "\n")
	}
	return f
}

// Source returns the text of a source file by the name that the user reads. It reports false for what cannot be read or is no
// source by its name.
func (p *Paths) Source(name string) (string, bool) { return readSource(p.dir, name) }

// Module returns the text of a go.mod by the name that the user reads.
func (p *Paths) Module(name string) (string, bool) {
	if path.Base(name) != "go.mod" {
		return "", false
	}
	return readText(p.dir, name)
}

func readSource(dir, name string) (string, bool) {
	if !isSource(name) {
		return "", false
	}
	return readText(dir, name)
}

func readText(dir, name string) (string, bool) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return "", false
	}
	text, err := os.ReadFile(name)
	return string(text), err == nil
}

// sourceEndings are what names of C, C++ and Go sources end in, in lower case. Line directives can give any name to a line, and
// what a file holds that is no source is not to be shown.
var sourceEndings = strings.Fields(".c .cc .cpp .cxx .c++ .cp .h .hh .hpp .hxx .h++ .inl .ipp .tpp .tcc .txx .icc .ixx .cppm .inc .def " +
	".cu .cuh .hip .go .y .l")

func isSource(name string) bool {
	return slices.Contains(sourceEndings, strings.ToLower(filepath.Ext(name)))
}

// line returns line n, counted from 1, without its end; it is empty outside the file.
func (f *source) line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	return strings.TrimSuffix(f.lines[n-1], "\r")
}
