// Package headers holds the C headers that mpivet brings along, so that a
// program can be read where its own are missing: mpi.h (MPI-4.1, every
// constant readable), omp.h, and the few headers that belong to a compiler.
//
// They are written for reading programs. Nothing can be built with them.
package headers

//go:generate go run ./gen -o mpi/mpi.h

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The folders of FS. They are apart so that each can be put on the search path
// by itself: an installed mpi.h still needs our omp.h.
const (
	MPI          = "mpi"          // mpi.h
	OMP          = "omp"          // omp.h
	Freestanding = "freestanding" // stddef.h, stdarg.h and others, in place of a resource directory
)

// FS holds the headers in the folders MPI, OMP and Freestanding.
//
//go:embed mpi/*.h omp/*.h freestanding/*.h
var FS embed.FS

// Digest returns a short name for the contents of FS, in hexadecimal. It
// changes whenever a header does.
func Digest() string {
	sum := sha256.New()
	err := each(func(name string, text []byte) error {
		fmt.Fprintf(sum, "%s %d\n", name, len(text))
		sum.Write(text)
		return nil
	})
	if err != nil {
		panic("headers: reading embedded files: " + err.Error())
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Extract writes the headers to dir, which then has the folders of FS. It is
// atomic: dir appears with all its contents or not at all, and is left alone
// once complete, also when several processes extract at once. A folder with
// other contents is replaced.
func Extract(dir string) error {
	if complete(dir) {
		return nil
	}
	if err := extract(dir); err != nil && !complete(dir) {
		return fmt.Errorf("writing the built-in headers to %s: %w", dir, err)
	}
	return nil
}

func extract(dir string) (err error) {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	staging, err := os.MkdirTemp(parent, ".headers-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staging)) }()

	fresh := filepath.Join(staging, "new")
	if err := writeTo(fresh); err != nil {
		return err
	}
	if err := os.Rename(fresh, dir); err == nil || complete(dir) {
		return nil
	}
	// What is in the way is damaged or older.
	if err := os.Rename(dir, filepath.Join(staging, "old")); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

func writeTo(dir string) error {
	return each(func(name string, text []byte) error {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return os.WriteFile(file, text, 0o644)
	})
}

// complete reports whether dir holds every header with the right contents.
func complete(dir string) bool {
	return each(func(name string, text []byte) error {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil && !bytes.Equal(got, text) {
			err = errors.New("other contents")
		}
		return err
	}) == nil
}

// each calls f for every header, in lexical order of the slash-separated names.
func each(f func(name string, text []byte) error) error {
	return fs.WalkDir(FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := FS.ReadFile(name)
		if err != nil {
			return err
		}
		return f(name, text)
	})
}
