package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"
)

// maxFile is the size in bytes above which a file is no configuration.
const maxFile = 1 << 20

// Find looks for a configuration file in dir and its parents and returns its path, or "" when there is none.
func Find(dir string) string {
	for {
		path := filepath.Join(dir, Name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Load reads the configuration file at path. Rules lists the names of the rules, for the severities.
func Load(path string, rules []string) (*Config, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", plain(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("reading the configuration %s: %w", path, plain(err))
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, maxFile)
	}
	c, err := parse(text, rules)
	var at *lineError
	switch {
	case errors.As(err, &at):
		return nil, fmt.Errorf("%s:%d: %s", path, at.line, at.text)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if c.dir, err = folder(path); err != nil {
		return nil, fmt.Errorf("finding the folder of %s: %w", path, plain(err))
	}
	return c, nil
}

// plain drops the operation and the path from a file error: the caller names the file.
func plain(err error) error {
	var perr *fs.PathError
	if errors.As(err, &perr) {
		return fmt.Errorf("%s: %w", perr.Path, perr.Err)
	}
	return err
}

// lineError is a mistake on a line of the file.
type lineError struct {
	line int
	text string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

func errorAt(n *yaml.Node, format string, args ...any) error {
	return &lineError{n.Line, fmt.Sprintf(format, args...)}
}

func parse(text []byte, rules []string) (*Config, error) {
	c := &Config{}
	var doc yaml.Node
	err := yaml.Unmarshal(text, &doc)
	if err != nil {
		return nil, syntax(err)
	}
	if len(doc.Content) == 0 { // an empty file
		return c, nil
	}
	if err := check(doc.Content[0], rules); err != nil {
		return nil, err
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(c); err != nil {
		return nil, syntax(err)
	}
	return c, nil
}
