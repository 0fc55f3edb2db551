package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestParseShard(t *testing.T) {
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	for _, c := range []struct {
		text string
		env  func(string) string
		k, n int // 0, 0: an error
	}{
		{"1/1", env(), 1, 1}, {"3/8", env(), 3, 8}, {"0/8", env(), 0, 0}, {"9/8", env(), 0, 0}, {"x/8", env(), 0, 0}, {"3", env(), 0, 0},
		{"auto", env(), 0, 0},
		{"auto", env("SLURM_PROCID", "0", "SLURM_NTASKS", "4", "PMI_RANK", "1", "PMI_SIZE", "2"), 1, 4},
		{"auto", env("OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "4"), 4, 4},
		{"auto", env("PMI_RANK", "1", "PMI_SIZE", "2"), 2, 2},
		{"auto", env("PMI_RANK", "2", "PMI_SIZE", "2"), 0, 0},
		{"auto", env("SLURM_PROCID", "1"), 0, 0},
	} {
		s, err := parseShard(c.text, c.env)
		if s.K != c.k || s.N != c.n || (err == nil) != (c.n > 0) {
			t.Errorf("%s: %+v, %v", c.text, s, err)
		}
	}
}

// program writes a program of n units whose findings need several units each, and returns its folder.
func program(t *testing.T, n int) string {
	t.Helper()
	root := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("all.h", "#ifndef ALL_H\n#define ALL_H\n#include <mpi.h>\n#include <stdlib.h>\ndouble *pack(int);\nvoid put(double *, int);\n#endif\n")
	write("pack.c", "#include \"all.h\"\ndouble *pack(int n) { return malloc(n * sizeof(double)); }\n")
	write("put.c", "#include \"all.h\"\nvoid put(double *p, int n) { MPI_Send(p, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }\n")
	for i := range n {
		write(fmt.Sprintf("u%d.c", i), fmt.Sprintf("#include \"all.h\"\nvoid f%d(int n) {\n\tfor (int i = 0; i < n; i++) { double *p = pack(100000); put(p, 100000); free(p); }\n}\n", i))
	}
	return root
}

// output runs the program in a folder and returns its standard output; findings are no error.
func output(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, "mpivet"), args...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != exitFindings {
		if strings.Contains(errs.String(), "libclang") {
			t.Skip(errs.String())
		}
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	return out.Bytes()
}

// TestMPIShards has four processes of an MPI launcher fill one cache.
func TestMPIShards(t *testing.T) {
	launcher, err := exec.LookPath("mpiexec")
	if err != nil {
		t.Skip(err)
	}
	root := program(t, 14)
	want := output(t, root, "-no-cache", "-severity", "note", "-json")
	if n := bytes.Count(want, []byte(`"rule"`)); n < 14 {
		t.Fatalf("%d findings\n%s", n, want)
	}
	cache := filepath.Join(t.TempDir(), "cache")
	time.Sleep(100 * time.Millisecond)
	cmd := exec.Command(launcher, "-n", "4", filepath.Join(binDir, "mpivet"), "-cache", cache, "-shard", "auto", "-j", "1")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for k := 1; k <= 4; k++ {
		if !bytes.Contains(said, fmt.Appendf(nil, "part %d of 4 is in the cache: 4 files", k)) {
			t.Errorf("nothing from part %d:\n%s", k, said)
		}
	}
	if got := output(t, root, "-cache", cache, "-severity", "note", "-json"); !bytes.Equal(got, want) {
		t.Errorf("after four shards\n%s\nin one run\n%s", got, want)
	}
}

// TestInterrupt ends a run in the middle of its work. It stops at once and the cache it leaves is right.
func TestInterrupt(t *testing.T) {
	root := program(t, 60)
	cache := filepath.Join(t.TempDir(), "cache")
	want := output(t, root, "-no-cache", "-severity", "note", "-json")
	time.Sleep(100 * time.Millisecond)
	cmd := exec.Command(filepath.Join(binDir, "mpivet"), "-cache", cache, "-severity", "note", "-json", "-j", "1")
	cmd.Dir = root
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for entries := 0; entries < 8; { // in the middle: some units are kept
		found, _ := filepath.Glob(filepath.Join(cache, "??", "*"))
		entries = len(found)
		time.Sleep(5 * time.Millisecond)
	}
	began := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %s to stop", took)
	}
	if code := cmd.ProcessState.ExitCode(); code != exitWrong || errs.String() != "mpivet: interrupted\n" {
		t.Errorf("status %d: %s", code, &errs)
	}
	if got := output(t, root, "-cache", cache, "-severity", "note", "-json"); !bytes.Equal(got, want) {
		t.Errorf("after an interrupted run\n%s\notherwise\n%s", got, want)
	}
}
