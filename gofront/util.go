package gofront

import (
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// lookupEnv returns the last value of name in env.
func lookupEnv(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// cgoFiles lists the Go files at and below dir that import C, without nested modules.
func cgoFiles(dir string) []string {
	var out []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if d.IsDir() {
			_, modErr := os.Stat(filepath.Join(path, "go.mod"))
			if path != dir && (skipDir(d.Name()) || modErr == nil) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") {
			if src, err := os.ReadFile(path); err == nil && importsC(src) {
				out = append(out, path)
			}
		}
		return nil
	})
	return out
}
