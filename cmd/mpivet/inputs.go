package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// inputs are the command's arguments, sorted by who reads them.
type inputs struct {
	c     []string // C and C++ files, and directories to search
	goPat []string // Go package patterns: import paths, ./dir/..., and single files, whose packages are analysed
	files []string // files named one by one, of both languages: they limit what is reported
	dirs  []string // directories searched
	goPkg bool     // Go packages were asked for by import path
}

// kind says who reads a file.
type kind uint8

const (
	unreadable kind = iota // no frontend
	cSource
	cHeader
	goSource
	foreign // Fortran, CUDA, HIP: may use MPI, but no frontend reads it
)

var kinds = map[string]kind{
	".c": cSource, ".cc": cSource, ".cpp": cSource, ".cxx": cSource, ".c++": cSource, ".cp": cSource, ".C": cSource, ".CPP": cSource,
	".h": cHeader, ".hh": cHeader, ".hpp": cHeader, ".hxx": cHeader, ".h++": cHeader, ".H": cHeader,
	".inl": cHeader, ".ipp": cHeader, ".tpp": cHeader, ".tcc": cHeader, ".inc": cHeader,
	".go": goSource,
	".f":  foreign, ".F": foreign, ".for": foreign, ".FOR": foreign, ".ftn": foreign, ".f77": foreign, ".F77": foreign,
	".f90": foreign, ".F90": foreign, ".f95": foreign, ".F95": foreign, ".f03": foreign, ".F03": foreign, ".f08": foreign,
	".F08": foreign, ".cu": foreign, ".cuh": foreign, ".hip": foreign,
}

func kindOf(file string) kind { return kinds[filepath.Ext(file)] }

// sortArgs decides what each argument is. Without arguments it is ./...
func sortArgs(args []string) (*inputs, error) {
	if len(args) == 0 {
		args = []string{"./..."}
	}
	in := &inputs{}
	for _, arg := range args {
		if err := in.add(arg); err != nil {
			return nil, err
		}
	}
	return in, nil
}

func (in *inputs) add(arg string) error {
	if dir, ok := cutTree(arg); ok {
		switch {
		case !isPath(arg):
			in.addPackage(arg)
		case isDir(dir):
			in.addTree(dir)
		default:
			return fmt.Errorf("%s: no such folder", arg)
		}
		return nil
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		in.addTree(arg)
		return nil
	case err == nil:
		return in.addFile(arg, info)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", arg, reason(err))
	case isPath(arg) || kindOf(arg) != unreadable || strings.HasSuffix(arg, ".json"):
		return fmt.Errorf("%s: no such file or directory", arg)
	}
	in.addPackage(arg)
	return nil
}

func (in *inputs) addPackage(pattern string) {
	in.goPat = append(in.goPat, pattern)
	in.goPkg = true
}

func (in *inputs) addTree(dir string) {
	in.c = append(in.c, dir)
	in.goPat = append(in.goPat, localPattern(dir)+"/...")
	in.dirs = append(in.dirs, dir)
}

func (in *inputs) addFile(arg string, info os.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", arg)
	}
	switch kindOf(arg) {
	case cSource, cHeader:
		in.c = append(in.c, arg)
	case goSource:
		in.goPat = append(in.goPat, localPattern(arg))
	case foreign:
		return fmt.Errorf("%s: mpivet reads C, C++ and Go; no frontend reads %s", arg, languageOf(arg))
	default:
		return fmt.Errorf("%s: not a C, C++ or Go source", arg)
	}
	in.files = append(in.files, arg)
	return nil
}

// localPattern writes a path so that the go command does not take it for an import path.
func localPattern(path string) string {
	path = filepath.ToSlash(filepath.Clean(path))
	if filepath.IsAbs(path) || path == "." || path == ".." || strings.HasPrefix(path, "../") {
		return path
	}
	return "./" + path
}

// cutTree splits the directory off a pattern like ./src/...
func cutTree(arg string) (string, bool) {
	arg = filepath.ToSlash(arg)
	if arg == "..." {
		return ".", true
	}
	if dir, ok := strings.CutSuffix(arg, "/..."); ok {
		if dir == "" {
			dir = "/"
		}
		return dir, true
	}
	return "", strings.Contains(arg, "...")
}

// isPath reports whether an argument is written as a path in the file system rather than as an import path.
func isPath(arg string) bool {
	arg = filepath.ToSlash(arg)
	first, _, _ := strings.Cut(arg, "/")
	return filepath.IsAbs(arg) || first == "." || first == ".." || arg == "..."
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// reason drops the operation and the path from a file error.
func reason(err error) error {
	var perr *fs.PathError
	if errors.As(err, &perr) {
		return perr.Err
	}
	return err
}

func languageOf(file string) string {
	switch ext := strings.ToLower(filepath.Ext(file)); {
	case ext == ".cu" || ext == ".cuh":
		return "CUDA"
	case ext == ".hip":
		return "HIP"
	}
	return "Fortran"
}

// only returns what limits the report when files were named one by one, or nil when none were. Directories and packages that
// were asked for as well stay wholly in it.
func (in *inputs) only(abs func(string) string) func(file string) bool {
	if len(in.files) == 0 {
		return nil
	}
	holds := in.holds(abs)
	return func(file string) bool { return in.goPkg && kindOf(file) == goSource || holds(file) }
}

// searched returns which files a run looks at, or nil for Go packages named by import path: where they lie is not known here.
func (in *inputs) searched(abs func(string) string) func(file string) bool {
	if in.goPkg {
		return nil
	}
	return in.holds(abs)
}

// holds returns a function that reports whether a file is one that was named, or lies below a directory that was.
func (in *inputs) holds(abs func(string) string) func(file string) bool {
	named := map[string]bool{}
	for _, f := range in.files {
		named[abs(f)] = true
	}
	var trees []string
	for _, d := range in.dirs {
		trees = append(trees, strings.TrimSuffix(abs(d), string(filepath.Separator))+string(filepath.Separator))
	}
	return func(file string) bool {
		return named[file] || slices.ContainsFunc(trees, func(t string) bool { return strings.HasPrefix(file, t) })
	}
}
