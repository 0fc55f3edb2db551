package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// survey is what a look at the file names below the directories of the arguments finds.
type survey struct {
	sources   bool     // there is any C, C++ or Go source
	unreadMPI int      // sources that use MPI and that no frontend reads
	languages []string // theirs, sorted
}

// look walks through the directories. What cannot be read is passed over: the frontends say so where it matters.
func look(dirs []string) survey {
	var s survey
	for _, dir := range dirs {
		// The walk's own error is the one of its root, which the frontends report.
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case d.Type().IsRegular():
				s.file(path, d.Name())
			}
			return nil
		})
	}
	return s
}

func (s *survey) file(path, name string) {
	switch kindOf(name) {
	case goSource, cSource, cHeader:
		s.sources = true
	case foreign:
		if usesMPI(path) {
			s.unreadMPI++
			if lang := languageOf(name); !slices.Contains(s.languages, lang) {
				s.languages = append(s.languages, lang)
				slices.Sort(s.languages)
			}
		}
	}
}

// maxForeign is how much of a source is searched for MPI, in bytes.
const maxForeign = 4 << 20

// usesMPI reports whether the text of a Fortran, CUDA or HIP source mentions MPI's procedures, module or header.
func usesMPI(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxForeign {
		return false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	text = bytes.ToLower(text)
	return bytes.Contains(text, []byte("mpi_")) || bytes.Contains(text, []byte("mpif.h")) || bytes.Contains(text, []byte("use mpi"))
}
