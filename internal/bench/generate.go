package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// benchGenerated measures programs of more and more units: the time for one should stay the same.
func benchGenerated(ctx context.Context, o options) (bool, error) {
	results := newTable()
	fmt.Printf("generated programs, %d processes\n| units | wall, s | ms a unit | main process, MB | warm, s |\n|---:|---:|---:|---:|---:|\n", o.procs)
	for _, n := range o.units {
		root, err := os.MkdirTemp("", "mpivet-bench-")
		if err != nil {
			return false, err
		}
		defer os.RemoveAll(root)
		if err := generate(root, n); err != nil {
			return false, err
		}
		settle()
		cold, err := runTool(ctx, o, root, variant{"cold", []string{"-cache", filepath.Join(root, ".cache")}})
		if err != nil {
			return false, err
		}
		warm, err := runTool(ctx, o, root, variant{"warm", []string{"-cache", filepath.Join(root, ".cache")}})
		if err != nil {
			return false, err
		}
		results.add(fmt.Sprint(n), cold)
		fmt.Printf("| %d | %.2f | %.2f | %d | %.2f |\n", n, cold.wall.Seconds(), cold.wall.Seconds()*1000/float64(n), cold.main/mega, warm.wall.Seconds())
	}
	return true, nil
}

// perFolder is how many units a generated folder holds.
const perFolder = 50

// generate writes a program of n units in folders: every fifth communicates, through a wrapper of its folder, what another unit has
// acquired; the others compute.
func generate(root string, n int) error {
	write := func(name, text string) error {
		path := filepath.Join(root, "src", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o666)
	}
	head := "#ifndef ALL_H\n#define ALL_H\n#include <mpi.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <math.h>\nstruct field { double *data; int n, rank, size; };\n#endif\n"
	if err := write("all.h", head); err != nil {
		return err
	}
	for i := range n {
		folder, at := i/perFolder, i%perFolder
		var text string
		switch {
		case at == 0:
			text = fmt.Sprintf("void put%d(double *p, int n, int to) { MPI_Send(p, n, MPI_DOUBLE, to, 0, MPI_COMM_WORLD); }\ndouble *get%d(int n) { return malloc(n * sizeof(double)); }\n", folder, folder)
		case at%5 == 0:
			text = fmt.Sprintf("void put%d(double *, int, int);\ndouble *get%d(int);\nvoid exchange%d(struct field *f) {\n\tfor (int to = 0; to < f->size; to++) { double *p = get%d(f->n); for (int k = 0; k < f->n; k++) p[k] = f->data[k]; put%d(p, f->n, to); free(p); }\n}\n", folder, folder, i, folder, folder)
		default:
			text = fmt.Sprintf("double compute%d(struct field *f, int k) {\n\tdouble s = 0;\n%s\treturn s;\n}\n", i, strings.Repeat("\tfor (int j = 0; j < f->n; j++) { s += sqrt(f->data[j] * k); if (s > 1e9) s /= 2; }\n", 10))
		}
		if err := write(fmt.Sprintf("d%d/u%d.c", folder, i), "#include \"../all.h\"\n"+text); err != nil {
			return err
		}
	}
	return nil
}
