package compdb

import (
	"fmt"
	"os"
	"path/filepath"
)

// Name is the file name of a compilation database.
const Name = "compile_commands.json"

// Find returns the path of the compilation database that belongs to an input.
// With dir set it must be there (dir may name the file itself). Otherwise the
// input's parents and their build folders are searched, nearest first; the
// result is "" when there is none.
func Find(dir, input string) (string, error) {
	if dir != "" {
		return findIn(dir)
	}
	at, err := filepath.Abs(input)
	if err != nil {
		return "", fmt.Errorf("finding the compilation database of %s: %w", input, err)
	}
	if !isDir(at) {
		at = filepath.Dir(at)
	}
	for {
		for _, path := range []string{filepath.Join(at, Name), filepath.Join(at, "build", Name)} {
			if isFile(path) {
				return path, nil
			}
		}
		parent := filepath.Dir(at)
		if parent == at {
			return "", nil
		}
		at = parent
	}
}

func findIn(dir string) (string, error) {
	path := dir
	if isDir(dir) {
		path = filepath.Join(dir, Name)
	}
	if !isFile(path) {
		return "", fmt.Errorf("no %s in %s", Name, dir)
	}
	return filepath.Abs(path)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFile reports whether path is a regular file: opening a pipe or a device that
// a database names could block for ever.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
