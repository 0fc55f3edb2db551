package config

import (
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
)

// Ignored reports whether a file, given by its absolute path with symbolic links resolved, matches one of the patterns of Ignore.
func (c *Config) Ignored(file string) bool { return c.matches(c.Ignore, file) }

// Severity returns the severity that is configured for a rule in a file, given as for Ignored, and whether there is one.
func (c *Config) Severity(rule, file string) (Severity, bool) {
	for _, o := range slices.Backward(c.Overrides) {
		if v, ok := o.Severities[rule]; ok && c.matches(o.Paths, file) {
			return v, true
		}
	}
	v, ok := c.Severities[rule]
	return v, ok
}

// matches reports whether a file matches one of the patterns. A pattern that names a folder covers everything in it.
func (c *Config) matches(patterns []Glob, file string) bool {
	if len(patterns) == 0 {
		return false
	}
	rel, err := filepath.Rel(c.dir, file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(patterns, func(g Glob) bool {
		return doublestar.MatchUnvalidated(string(g), rel) || doublestar.MatchUnvalidated(string(g)+"/**", rel)
	})
}

// folder returns the folder of the configuration file in the form that Ignored compares with.
func folder(path string) (string, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}
