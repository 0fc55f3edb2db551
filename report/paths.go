package report

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Paths turns file names into what the user reads: relative to the working directory where they lie below it, with
// forward slashes. It remembers what it worked out and is safe for use by several goroutines.
type Paths struct {
	dir, real string
	mu        sync.Mutex
	known     map[string]string
}

// NewPaths returns the mapping for a working directory, which must be absolute.
func NewPaths(dir string) *Paths {
	return &Paths{dir: dir, real: resolve(dir), known: map[string]string{}}
}

// Abs returns the absolute form of a file name, with symbolic links resolved, so that two names of one file are equal.
func (p *Paths) Abs(file string) string {
	if !filepath.IsAbs(file) {
		file = filepath.Join(p.dir, file)
	}
	return resolve(filepath.Clean(file))
}

// Display returns the name that the user reads.
func (p *Paths) Display(file string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if out, ok := p.known[file]; ok {
		return out
	}
	out := p.display(file)
	p.known[file] = out
	return out
}

func (p *Paths) display(file string) string {
	if file == "" {
		return ""
	}
	abs := file
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(p.dir, abs)
	}
	if rel, ok := below(p.dir, abs); ok {
		return rel
	}
	// The frontends may have resolved the symbolic links that the working directory's name contains, or the other way round.
	if rel, ok := below(p.real, resolve(abs)); ok {
		return rel
	}
	return filepath.ToSlash(filepath.Clean(abs))
}

func below(dir, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(os.PathSeparator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func resolve(path string) string {
	if out, err := filepath.EvalSymlinks(path); err == nil {
		return out
	}
	return path
}
