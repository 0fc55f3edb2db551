package gofront

import (
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// root is one run of the go command: a folder and the patterns to ask for there.
type root struct {
	dir      string
	patterns []string
}

// findRoots splits the patterns by module. A pattern DIR/... takes in the modules nested below DIR, each a root of its own.
func findRoots(opts Options) ([]root, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	patterns := opts.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	byDir := map[string]*root{}
	var order []*root
	add := func(d, pattern string) {
		d, pattern = fromModule(d, pattern)
		r := byDir[d]
		if r == nil {
			r = &root{dir: d}
			byDir[d] = r
			order = append(order, r)
		}
		r.patterns = append(r.patterns, pattern)
	}
	for _, p := range patterns {
		if err := splitPattern(dir, p, add); err != nil {
			return nil, err
		}
	}
	out := make([]root, len(order))
	for i, r := range order {
		out[i] = *r
	}
	return out, nil
}

// fromModule rewrites a local pattern to start from the module around dir, so that one load serves the whole module.
func fromModule(dir, pattern string) (string, string) {
	mod := moduleAround(dir)
	if mod == "" || mod == dir || !isLocal(pattern) {
		return dir, pattern
	}
	rel, err := filepath.Rel(mod, dir)
	if err != nil {
		return dir, pattern
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(pattern, "."), "/")
	return mod, strings.TrimSuffix("./"+filepath.ToSlash(rel)+"/"+rest, "/")
}

func splitPattern(dir, p string, add func(dir, pattern string)) error {
	base, recursive := strings.CutSuffix(p, "...")
	base = strings.TrimSuffix(base, "/")
	if base == "" {
		base = "."
	}
	if !isLocal(p) {
		add(dir, p)
		return nil
	}
	abs := base
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(dir, base)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		add(filepath.Dir(abs), ".") // the rest of its package is needed to understand it
		return nil
	}
	if !recursive {
		add(abs, ".")
		return nil
	}
	nested, hasGo := modulesBelow(abs)
	if hasGo {
		addTree(abs, add)
	}
	for _, m := range nested {
		add(m, "./...")
	}
	return nil
}

// addTree asks for the packages of the module around dir; outside of any module, for the files of each folder.
func addTree(dir string, add func(dir, pattern string)) {
	if inModule(dir) {
		add(dir, "./...")
		return
	}
	for _, f := range looseFolders(dir) {
		add(f, ".")
	}
}

func isLocal(p string) bool {
	return p == "." || p == ".." || strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../") || filepath.IsAbs(p)
}

// inModule reports whether dir is part of a module.
func inModule(dir string) bool { return moduleAround(dir) != "" }

// moduleAround returns the nearest folder at or above dir that holds a go.mod, or "".
func moduleAround(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// skipDir reports whether the go command passes over a folder of that name.
func skipDir(name string) bool {
	return name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// modulesBelow returns the folders strictly below dir that hold a go.mod, and whether Go files lie outside of them.
func modulesBelow(dir string) (mods []string, hasGo bool) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if !d.IsDir() {
			if strings.HasSuffix(path, ".go") && !underAny(path, mods) {
				hasGo = true
			}
			return nil
		}
		if path == dir {
			return nil
		}
		if skipDir(d.Name()) {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
			mods = append(mods, path)
		}
		return nil
	})
	sort.Strings(mods)
	return mods, hasGo
}

func underAny(path string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(path, d+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// looseFolders returns the folders at and below dir that hold Go files outside of any module.
func looseFolders(dir string) []string {
	var out []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if path != dir {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || skipDir(d.Name()) {
				return fs.SkipDir
			}
		}
		if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) > 0 {
			out = append(out, path)
		}
		return nil
	})
	return out
}
