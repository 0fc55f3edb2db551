package cfront

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"mpivet/cfront/compdb"
)

// installedMPI asks the compiler wrappers and pkg-config on PATH for the include
// folders of the installed MPI. It is nil where there is none. Nothing that an
// analysed program names is asked.
func installedMPI() []string {
	for _, query := range [][]string{
		{"mpicc", "-show"}, {"mpicxx", "-show"},
		{"pkg-config", "--cflags", "mpich"}, {"pkg-config", "--cflags", "ompi-c"},
	} {
		if dirs := askInclude(query); len(dirs) > 0 {
			return dirs
		}
	}
	return nil
}

// askTimeout bounds a question to a wrapper: some ask a license server.
const askTimeout = 5 * time.Second

func askInclude(query []string) []string {
	program, err := exec.LookPath(query[0])
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, query[1:]...).Output()
	if err != nil {
		return nil
	}
	words, err := compdb.Split(string(out))
	if err != nil {
		return nil
	}
	var dirs []string
	for i, word := range words {
		dir, ok := strings.CutPrefix(word, "-I")
		if ok && dir == "" && i+1 < len(words) {
			dir = words[i+1]
		}
		if ok && strings.HasPrefix(dir, "/") && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
