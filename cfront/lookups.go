package cfront

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"mpivet/cache"
	"mpivet/cfront/discover"
)

// lookups knows what the search for a unit's headers depends on besides their contents: which files of the names that are looked for
// there are. A header that appears where none was must have the units read again that would include it.
type lookups struct {
	files *cache.Files
	tree  *discover.Tree
	texts *discover.Texts
	roots []string

	mu      sync.Mutex
	deps    map[dep]cache.Key
	outside map[string]bool // path → is there such a file
}

// dep is a file that a unit consists of, read with certain folders outside of the project to search.
type dep struct{ path, folders string }

// of returns the hash of a file that a unit consists of: its content, and what its inclusion and its own includes can mean.
func (l *lookups) of(d dep) cache.Key {
	l.mu.Lock()
	key, ok := l.deps[d]
	l.mu.Unlock()
	if ok {
		return key
	}
	h := cache.NewHash("c file")
	h.Str(d.path)
	h.Key(l.files.Sum(d.path))
	h.List(l.tree.Named(filepath.Base(d.path)))
	if slices.ContainsFunc(l.roots, func(root string) bool { return within(d.path, root) }) {
		text := l.texts.Of(d.path)
		for _, inc := range text.Includes {
			l.name(h, inc.Name, d.folders)
		}
		for _, name := range text.Probes {
			l.name(h, name, d.folders)
		}
	}
	key = h.Sum()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deps[d] = key
	return key
}

// name adds what a header's name can mean.
func (l *lookups) name(h *cache.Hash, name, folders string) {
	h.Str(name)
	h.List(l.tree.Named(filepath.Base(name)))
	for folder := range strings.SplitSeq(folders, "\x00") {
		if folder != "" && l.exists(filepath.Join(folder, name)) {
			h.Str("in", folder)
		}
	}
}

func (l *lookups) exists(path string) bool {
	l.mu.Lock()
	there, ok := l.outside[path]
	l.mu.Unlock()
	if ok {
		return there
	}
	info, err := os.Stat(path)
	there = err == nil && info.Mode().IsRegular()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outside[path] = there
	return there
}

// foldersOf returns the folders outside of the project that compiler arguments name, and those that a compiler searches by itself.
func (l *lookups) foldersOf(args []string) string {
	var out []string
	add := func(dir string) {
		if filepath.IsAbs(dir) && !slices.Contains(out, dir) && !slices.ContainsFunc(l.roots, func(r string) bool { return within(dir, r) }) {
			out = append(out, dir)
		}
	}
	for i, arg := range args {
		for _, flag := range []string{"-I", "-isystem", "-iquote", "-idirafter"} {
			rest, ok := strings.CutPrefix(arg, flag)
			switch {
			case ok && rest != "":
				add(rest)
			case ok && i+1 < len(args):
				add(args[i+1])
			}
		}
	}
	for _, dir := range discover.SystemDirs() {
		add(dir)
	}
	return strings.Join(out, "\x00")
}
