package mpitest

import (
	"os"
	"path/filepath"
	"testing"
)

// Header is the mpi.h of an MPI implementation that is installed.
type Header struct {
	Vendor string
	Text   string // of mpi.h and of the headers beside it that declare the rest
}

// Where distributions put the headers.
var places = []struct {
	vendor string
	globs  []string
	files  []string
}{
	{
		"MPICH",
		[]string{"/usr/include/*/mpich", "/usr/include/mpich*", "/usr/lib*/mpich/include", "/opt/homebrew/opt/mpich/include"},
		[]string{"mpi.h", "mpi_proto.h", "mpio.h"},
	},
	{
		"Open MPI",
		[]string{"/usr/lib/*/openmpi/include", "/usr/include/openmpi*", "/usr/lib*/openmpi/include", "/opt/homebrew/opt/open-mpi/include"},
		[]string{"mpi.h"},
	},
}

// Each runs f as a subtest for MPICH and for Open MPI, and skips those that
// are not installed.
func Each(t *testing.T, f func(t *testing.T, h Header)) {
	for _, place := range places {
		t.Run(place.vendor, func(t *testing.T) {
			text := find(place.globs, place.files)
			if text == "" {
				t.Skipf("the headers of %s are not installed", place.vendor)
			}
			f(t, Header{Vendor: place.vendor, Text: text})
		})
	}
}

func find(globs, files []string) string {
	for _, g := range globs {
		dirs, _ := filepath.Glob(g)
		for _, dir := range dirs {
			var text string
			for _, name := range files {
				part, err := os.ReadFile(filepath.Join(dir, name))
				if err == nil {
					text += string(part) + "\n"
				}
			}
			if text != "" {
				return text
			}
		}
	}
	return ""
}
