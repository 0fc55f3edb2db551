package cfront

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/cfront/compdb"
	"mpivet/cfront/discover"
)

// inputs is what the user named, with absolute paths.
type inputs struct {
	files []string
	dirs  []string
}

func sortInputs(args []string) (inputs, error) {
	var in inputs
	for _, arg := range args {
		if dir, ok := strings.CutSuffix(arg, "..."); ok {
			arg = filepath.Clean(dir + ".")
		}
		path, err := filepath.Abs(arg)
		if err != nil {
			return in, fmt.Errorf("%s: %w", arg, err)
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return in, err
		case info.IsDir():
			in.dirs = append(in.dirs, path)
		case info.Mode().IsRegular():
			in.files = append(in.files, path)
		default:
			return in, fmt.Errorf("%s: not a regular file", arg)
		}
	}
	return in, nil
}

// first returns the input that the compilation database is searched from.
func (in inputs) first() string {
	if len(in.files) > 0 {
		return in.files[0]
	}
	return in.dirs[0]
}

// concern reports whether a database that was found is about what was named: it
// may be another program's in a parent of it.
func (in inputs) concern(db *compdb.Database) bool {
	project := projectOf(db)
	for _, file := range in.files {
		if within(file, project) {
			return true
		}
	}
	return slices.ContainsFunc(db.Entries, func(e compdb.Entry) bool {
		return slices.ContainsFunc(in.dirs, func(dir string) bool { return within(e.File, dir) })
	})
}

// roots returns the folders whose files belong to the program: those that were
// named, the ones around the files that were named, and more that the caller
// adds. Folders within others are left out.
func (in inputs) roots(more ...string) []string {
	all := append(append([]string{}, in.dirs...), more...)
	for _, file := range in.files {
		all = append(all, around(file))
	}
	var out []string
	for i, dir := range all {
		inner := false
		for j, other := range all {
			inner = inner || other != dir && within(dir, other) || other == dir && j < i
		}
		if !inner {
			out = append(out, dir)
		}
	}
	return out
}

// around returns the folder that holds the program a file belongs to: the work
// tree of its version control, else the working directory if the file lies below
// it, else its own folder.
func around(file string) string {
	dir := filepath.Dir(file)
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		for _, mark := range []string{".git", ".hg", ".svn"} {
			if _, err := os.Stat(filepath.Join(at, mark)); err == nil && !broad(at) {
				return at
			}
		}
	}
	if wd, err := os.Getwd(); err == nil && within(file, wd) && !broad(wd) {
		return wd
	}
	return dir
}

// broad reports whether a folder is shared by programs that have nothing to do
// with each other.
func broad(dir string) bool {
	home, err := os.UserHomeDir()
	return dir == filepath.Dir(dir) || dir == filepath.Clean(os.TempDir()) || err == nil && dir == filepath.Clean(home)
}

// within reports whether a path is a folder or lies in it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// walk looks through all roots. A shared folder that was not named itself is
// searched without its subfolders.
func (in inputs) walk(roots []string) (*discover.Tree, error) {
	var tree *discover.Tree
	for _, root := range roots {
		find := discover.Walk
		if broad(root) && !in.named(root) {
			find = discover.List
		}
		t, err := find(root)
		if err != nil {
			return nil, err
		}
		if tree == nil {
			tree = t
		} else {
			tree.Merge(t)
		}
	}
	return tree, nil
}

func (in inputs) named(dir string) bool {
	return slices.Contains(in.dirs, dir)
}
