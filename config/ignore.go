package config

import (
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
)

// Ignored reports whether a file, given by its absolute path with symbolic links resolved, matches one of the patterns. A pattern that names a folder
// covers everything in it.
func (c *Config) Ignored(file string) bool {
	if len(c.Ignore) == 0 {
		return false
	}
	rel, err := filepath.Rel(c.dir, file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, g := range c.Ignore {
		if doublestar.MatchUnvalidated(string(g), rel) || doublestar.MatchUnvalidated(string(g)+"/**", rel) {
			return true
		}
	}
	return false
}

// folder returns the folder of the configuration file in the form that Ignored compares with.
func folder(path string) (string, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}
