package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// lab compiles and runs the programs.
type lab struct {
	root string // of the repository
	dir  string // for what is built
}

// errNoMPI says that the MPI which an experiment needs is not here.
var errNoMPI = errors.New("not installed")

// command runs a program and returns what it writes to both outputs.
func command(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out.String())
	}
	return out.String(), nil
}

// prepare compiles the counter and both programs and returns the name of the MPI and of the C library.
func (l *lab) prepare(ctx context.Context, e experiment) (string, error) {
	compiler := "mpicc." + e.mpi
	for _, program := range []string{compiler, "mpiexec." + e.mpi} {
		if _, err := exec.LookPath(program); err != nil {
			return "", fmt.Errorf("%s: %w", program, errNoMPI)
		}
	}
	from := filepath.Join(l.root, "testdata", "measure")
	if _, err := command(ctx, compiler, "-O2", "-shared", "-fPIC", "-o", l.counter(e), filepath.Join(from, "count.c"), "-ldl"); err != nil {
		return "", err
	}
	for _, when := range []string{"before", "after"} {
		if _, err := command(ctx, compiler, "-O1", "-w", "-o", l.program(e, when), filepath.Join(from, e.rule, when+".c")); err != nil {
			return "", err
		}
	}
	return l.versions(ctx, e)
}

func (l *lab) counter(e experiment) string              { return filepath.Join(l.dir, e.mpi+"-count.so") }
func (l *lab) program(e experiment, when string) string { return filepath.Join(l.dir, e.rule+"-"+when) }

var mpiVersions = map[string]*regexp.Regexp{
	"mpich": regexp.MustCompile(`(?m)Version:\s+([0-9.]+)`), "openmpi": regexp.MustCompile(`\) ([0-9.]+)`),
}

var mpiNames = map[string]string{"mpich": "MPICH", "openmpi": "Open MPI"}

func (l *lab) versions(ctx context.Context, e experiment) (string, error) {
	text, err := command(ctx, "mpiexec."+e.mpi, "--version")
	if err != nil {
		return "", err
	}
	out := mpiNames[e.mpi]
	if m := mpiVersions[e.mpi].FindStringSubmatch(text); m != nil {
		out += " " + m[1]
	}
	if libc, err := command(ctx, "getconf", "GNU_LIBC_VERSION"); err == nil {
		out += " and " + strings.TrimSpace(libc)
	}
	return out, nil
}

var figure = regexp.MustCompile(`([a-z]+) (-?[0-9]+)`)

// run returns the figures of one run.
func (l *lab) run(ctx context.Context, e experiment, when, arg string) (map[string]int64, error) {
	args := append([]string{}, e.mpiexec...)
	args = append(args, "-n", strconv.Itoa(e.ranks), "env", "LD_PRELOAD="+l.counter(e), l.program(e, when))
	text, err := command(ctx, "mpiexec."+e.mpi, append(args, strings.Fields(arg)...)...)
	if err != nil {
		return nil, err
	}
	_, line, found := strings.Cut(text, "count: ")
	if !found {
		return nil, fmt.Errorf("the counter says nothing:\n%s", text)
	}
	line, _, _ = strings.Cut(line, "\n")
	out := map[string]int64{}
	for _, m := range figure.FindAllStringSubmatch(line, -1) {
		n, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			return nil, err
		}
		out[m[1]] = n
	}
	return out, nil
}
