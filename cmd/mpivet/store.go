package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mpivet/cache"
	"mpivet/ir"
	"mpivet/rules"
)

// defaultCacheSize is the bound of the cache in bytes.
const defaultCacheSize = 1 << 30

// byteSize is a flag with a size in bytes, which may be written with K, M or G (powers of 1024; "MB" and "MiB" mean the same).
type byteSize int64

func (b *byteSize) String() string {
	n, unit := int64(*b), ""
	for _, u := range []string{"K", "M", "G"} {
		if n > 0 && n%1024 == 0 {
			n, unit = n/1024, u
		}
	}
	return strconv.FormatInt(n, 10) + unit
}

func (b *byteSize) Set(v string) error {
	number := strings.TrimRight(v, "KMGTiBkmgtb")
	shift := map[string]uint{"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
	unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(v[len(number):]), "B"), "I")
	by, ok := shift[unit]
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || !ok || n <= 0 || n > (1<<62)>>by {
		return fmt.Errorf("it must be a size such as 500M or 2G")
	}
	*b = byteSize(n << by)
	return nil
}

// defaultCache returns the folder of the cache where none is asked for.
func defaultCache() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(base, "mpivet", "cache"), nil
}

// openCache opens the cache, unless none is wanted. One that was asked for must be there; without the usual one the run is slower and
// that is all.
func (s *session) openCache() error {
	if s.noCache {
		return nil
	}
	dir, err := s.cache, error(nil)
	if dir == "" {
		dir, err = defaultCache()
	}
	if err == nil {
		s.store, err = cache.Open(dir, int64(s.cacheSize))
	}
	if err != nil && s.cache != "" {
		return fmt.Errorf("the cache %s: %w", s.cache, reason(err))
	}
	if err != nil && s.verbose {
		s.say("no cache: %v", err)
	}
	if s.store != nil {
		s.tool = identity(s.store)
	}
	return nil
}

// identity returns the hash of this program: another version may come to other results.
func identity(store *cache.Store) cache.Key {
	path, err := os.Executable()
	if err != nil {
		return cache.Sum([]byte(version + revision()))
	}
	files := cache.LoadFiles(store, cache.NewHash("program").Sum())
	defer files.Save()
	return files.Sum(path)
}

// cleanCache is the sub-command cache clean.
func cleanCache(o *options, w io.Writer) error {
	dir, err := o.cache, error(nil)
	if dir == "" {
		dir, err = defaultCache()
	}
	if err != nil {
		return err
	}
	n, size, err := cache.Clean(dir)
	if err != nil {
		return fmt.Errorf("cleaning the cache: %w", err)
	}
	fmt.Fprintf(w, "%s removed, %d kB\n", entries(n), (size+1023)/1024)
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// analysisKey is where the cache keeps what the rules find in a program: it depends on the units, on what else the pass holds before
// any analysis, and, for the fixes, on the text of the sources. It is the zero Key when there is no cache or the sources are just changing.
func (s *session) analysisKey(pass *rules.Pass) cache.Key {
	if s.store == nil {
		return cache.Key{}
	}
	h := cache.NewHash("findings")
	h.Key(s.tool)
	settings := *pass
	settings.Program, settings.Ages = nil, nil
	h.Str(fmt.Sprintf("%#v", settings))
	h.Str(s.paths.Abs("."))
	for _, p := range s.parts {
		if p.State == (cache.Key{}) {
			return cache.Key{}
		}
		h.Key(p.Key)
		h.Key(p.State)
	}
	for _, u := range s.units {
		data, err := ir.Encode(u)
		if err != nil {
			return cache.Key{}
		}
		h.Bytes(data)
		for _, file := range filesOf(u) {
			text, err := os.ReadFile(file)
			if err != nil {
				return cache.Key{}
			}
			h.Str(file)
			h.Bytes(text)
		}
	}
	return h.Sum()
}

// filesOf lists the files that the functions of a unit stand in.
func filesOf(u *ir.Unit) []string {
	var out []string
	for _, f := range u.Funcs {
		if f.Pos.IsValid() && !slices.Contains(out, f.Pos.File) {
			out = append(out, f.Pos.File)
		}
	}
	return out
}

// remembered returns what the rules found in the same program before.
func (s *session) remembered(key cache.Key) ([]rules.Finding, bool) {
	data := s.store.Get(key)
	if key == (cache.Key{}) || data == nil {
		return nil, false
	}
	var found []rules.Finding
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&found)
	return found, err == nil
}

// remember keeps what the rules found.
func (s *session) remember(key cache.Key) {
	var out bytes.Buffer
	if key != (cache.Key{}) && gob.NewEncoder(&out).Encode(s.found) == nil {
		s.store.Put(key, out.Bytes())
	}
}
