package cache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file of a cache's folder.
type entry struct {
	path string
	size int64
	used time.Time
}

// Close ends the use of the cache in this run: where it has grown beyond its limit the entries that were not used for longest go.
func (s *Store) Close() {
	if s == nil || s.limit <= 0 || s.written.Load() == 0 {
		return
	}
	entries := list(s.dir)
	total := int64(0)
	for _, e := range entries {
		total += e.size
	}
	if total <= s.limit {
		return
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path))
	})
	// A little more than needed goes, so that the next run need not trim again.
	for _, e := range entries {
		if total <= s.limit-s.limit/10 {
			return
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
}

// abandoned is the age at which a file that is being written belongs to a run that was killed.
const abandoned = time.Hour

// list returns the entries below a cache's folder, and removes what killed runs have left. Other files are passed over: a folder
// that the user names may hold anything.
func list(dir string) []entry {
	var out []entry
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // another run may be removing it
		case d.IsDir():
			if path != dir && (filepath.Dir(path) != dir || !isHex(d.Name(), 2)) {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		switch {
		case isAside(d.Name()) && time.Since(info.ModTime()) > abandoned:
			_ = os.Remove(path)
		case isHex(d.Name(), 2*len(Key{})-2) && filepath.Dir(path) != dir:
			out = append(out, entry{path, info.Size(), info.ModTime()})
		}
		return nil
	})
	return out
}

func isAside(name string) bool {
	rest, ok := strings.CutPrefix(name, asidePrefix)
	return ok && isHex(rest, 16)
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// Clean removes all entries of the cache in a folder, and the folder if nothing else is in it. It returns how many there were and their
// size in bytes.
func Clean(dir string) (n int, size int64, err error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	} else if err != nil {
		return 0, 0, err
	}
	folders := map[string]bool{}
	for _, e := range list(dir) {
		if err = errors.Join(err, os.Remove(e.path)); err != nil {
			continue
		}
		n++
		size += e.size
		folders[filepath.Dir(e.path)] = true
	}
	for folder := range folders {
		_ = os.Remove(folder) // stays where another run has just written
	}
	_ = os.Remove(dir)
	return n, size, err
}
