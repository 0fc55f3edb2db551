package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// benchGo measures a generated Go module of which a few packages communicate, against go vet with its default analyzers; the go command's
// build cache is warm.
func benchGo(ctx context.Context, o options) (bool, error) {
	root, err := os.MkdirTemp("", "mpivet-bench-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(root)
	if err := generateGo(root, o.packages); err != nil {
		return false, err
	}
	if out, err := inFolder(ctx, root, "go", "build", "./...").CombinedOutput(); err != nil {
		return false, fmt.Errorf("building the module: %w\n%s", err, out)
	}
	results := newTable()
	var vet measure
	for range o.rounds {
		// go vet keeps its own results: the option, which no analyzer here heeds, makes it work as after a change.
		m, err := timed(inFolder(ctx, root, "go", "vet", fmt.Sprintf("-unusedresult.funcs=bench%d", time.Now().UnixNano()), "./..."))
		if err != nil {
			return false, err
		}
		vet.add(m)
		for _, step := range []struct {
			name string
			args []string
		}{{"Go", []string{"-no-cache"}}, {"Go, -all", []string{"-no-cache", "-all"}}} {
			m, err := runTool(ctx, o, root, variant{step.name, step.args})
			if err != nil {
				return false, err
			}
			results.add(step.name, m)
		}
	}
	fmt.Printf("generated module, %d packages\n", o.packages)
	results.print("go vet", vet)
	return results.at("Go").wall.Seconds() <= 1.2*vet.wall.Seconds(), nil
}

func inFolder(ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	return cmd
}

// timed runs a command and measures it; a status that is not 0 is no error.
func timed(cmd *exec.Cmd) (measure, error) {
	start := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return measure{}, err
	}
	return measure{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak: peakUsage(cmd.ProcessState)}, nil
}

// generateGo writes a module of n packages, every hundredth of which communicates.
func generateGo(root string, n int) error {
	files := map[string]string{
		"go.mod":       "module example.com/bench\n\ngo 1.26\n",
		"comm/comm.go": "package comm\n\nfunc MPI_Send(b []float64, n, t, dest, tag, comm int) {}\n",
	}
	for i := range n {
		body := fmt.Sprintf("package p%d\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n", i)
		switch {
		case i%100 == 99:
			body += "\n\t\"example.com/bench/comm\"\n)\n\nfunc Run(n int) {\n\tfor range n {\n\t\tcomm.MPI_Send(make([]float64, n), n, 0, 1, 0, 0)\n\t}\n}\n"
		case i >= 10:
			body += fmt.Sprintf("\n\tq \"example.com/bench/p%d\"\n)\n\nfunc Use() string { return q.Text(3) }\n", i/10)
		default:
			body += ")\n"
		}
		body += "\nfunc Text(n int) string { return strings.Repeat(fmt.Sprint(n), n) }\n"
		for k := range 20 {
			body += fmt.Sprintf("\nfunc F%d(list []int) (sum int) {\n\tfor i, x := range list {\n\t\tif x > i {\n\t\t\tsum += x * %d\n\t\t}\n\t}\n\treturn sum\n}\n", k, k+1)
		}
		files[fmt.Sprintf("p%d/p%d.go", i, i)] = body
	}
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(strings.TrimSpace(text)+"\n"), 0o666)); err != nil {
			return err
		}
	}
	return nil
}
