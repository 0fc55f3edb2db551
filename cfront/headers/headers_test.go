package headers

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestExtract(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", Digest())
	for range 2 { // the second time finds everything in place
		if err := Extract(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{MPI + "/mpi.h", OMP + "/omp.h", Freestanding + "/stddef.h"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 1 {
		t.Errorf("the parent folder holds %v", left)
	}
}

func TestExtractRepairs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "headers")
	if err := Extract(dir); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, MPI, "mpi.h")
	if err := os.WriteFile(file, []byte("#error"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, OMP, "omp.h")); err != nil {
		t.Fatal(err)
	}
	if err := Extract(dir); err != nil {
		t.Fatal(err)
	}
	if !complete(dir) {
		t.Error("a damaged folder was not replaced")
	}
}

func TestExtractAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "headers")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := Extract(dir); err != nil {
				t.Error(err)
			}
			if !complete(dir) {
				t.Error("incomplete after Extract")
			}
		})
	}
	wg.Wait()
}

func TestExtractFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Extract(filepath.Join(file, "headers")); err == nil {
		t.Error("Extract below a file succeeds")
	}
}
