package discover

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/cfront/compdb"
)

// Tree is what lies below a folder.
type Tree struct {
	Root    string
	Sources []string // C and C++ sources, sorted
	Headers []string // C and C++ headers, sorted
	// byName finds any file by the last part of its path; headers have many
	// names.
	byName map[string][]string
}

// maxFiles bounds how many files of a tree are looked at.
const maxFiles = 1_000_000

// headerNames are the extensions of headers; the other C and C++ files are
// translation units.
var headerNames = map[string]bool{
	".h": true, ".hh": true, ".hpp": true, ".hxx": true, ".h++": true, ".H": true,
	".tcc": true, ".ipp": true, ".inl": true, ".tpp": true,
}

// IsHeader reports whether a file is a C or C++ header by its name.
func IsHeader(file string) bool { return headerNames[filepath.Ext(file)] }

// IsSource reports whether a file is a C or C++ translation unit by its name.
func IsSource(file string) bool {
	ext := filepath.Ext(file)
	return compdb.LangOf(file) != "" && !headerNames[ext] && ext != ".i" && ext != ".ii"
}

// Walk looks through a folder. Folders of version control and other hidden ones
// are left out; of build folders only the headers count.
func Walk(root string) (*Tree, error) {
	t := &Tree{Root: root, byName: map[string][]string{}}
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if path == root {
				return err
			}
			return nil // an unreadable folder
		case d.IsDir():
			if path != root && skipped(d.Name()) {
				return fs.SkipDir
			}
		default:
			if n++; n > maxFiles {
				return fs.SkipAll
			}
			t.add(path, d)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.dropBuilt()
	return t, nil
}

// List looks at the headers of one folder, and at nothing below it.
func List(dir string) (*Tree, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	t := &Tree{Root: dir, byName: map[string][]string{}}
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); !e.IsDir() && IsHeader(path) {
			t.add(path, e)
		}
	}
	return t, nil
}

// skipped reports whether a folder of that name holds nothing of a project's.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") && name != "." && name != ".." || name == "node_modules" || name == "CMakeFiles" || name == "CVS" ||
		name == "autom4te.cache" || name == "__pycache__"
}

func (t *Tree) add(path string, d fs.DirEntry) {
	if d.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0 {
		return
	}
	t.byName[d.Name()] = append(t.byName[d.Name()], path)
	switch {
	case d.Type()&fs.ModeSymlink != 0: // what it points to is met in its own place
	case IsSource(path):
		t.Sources = append(t.Sources, path)
	case IsHeader(path):
		t.Headers = append(t.Headers, path)
	}
}

// buildMarks are files that build systems leave at the top of a build folder.
var buildMarks = []string{"CMakeCache.txt", "build.ninja", "config.status"}

// dropBuilt removes what lies in build folders from the sources: copies and
// generated code. A build in the source folder itself is no such folder.
func (t *Tree) dropBuilt() {
	var built []string
	for _, mark := range buildMarks {
		for _, path := range t.byName[mark] {
			dir := filepath.Dir(path)
			if dir != t.Root && strings.Contains(strings.ToLower(filepath.Base(dir)), "build") {
				built = append(built, dir+string(filepath.Separator))
			}
		}
	}
	inBuilt := func(path string) bool {
		return slices.ContainsFunc(built, func(dir string) bool { return strings.HasPrefix(path, dir) })
	}
	t.Sources = slices.DeleteFunc(t.Sources, inBuilt)
}

// Named returns the files of the tree whose path ends with a name.
func (t *Tree) Named(base string) []string { return t.byName[base] }

// Merge adds another tree to this one.
func (t *Tree) Merge(other *Tree) {
	t.Sources = merged(t.Sources, other.Sources)
	t.Headers = merged(t.Headers, other.Headers)
	for name, paths := range other.byName {
		t.byName[name] = merged(t.byName[name], paths)
	}
}

func merged(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
