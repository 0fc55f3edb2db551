package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A variant is a way to run mpivet.
type variant struct {
	name string
	args []string
}

// runTool runs mpivet over the folder with an empty cache and watches it and the processes it starts.
func runTool(ctx context.Context, o options, root string, v variant) (measure, error) {
	home, err := os.MkdirTemp("", "mpivet-bench-")
	if err != nil {
		return measure{}, err
	}
	defer os.RemoveAll(home)
	args := append([]string{"-json", "-severity", "note"}, v.args...)
	for d := range strings.SplitSeq(o.defines, ",") {
		if d != "" {
			args = append(args, "-D="+d)
		}
	}
	cmd := exec.CommandContext(ctx, o.binary, append(args, target(o))...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+home, "GOMAXPROCS="+strconv.Itoa(o.procs))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return measure{}, fmt.Errorf("starting mpivet: %w", err)
	}
	watched := watch(cmd.Process.Pid)
	err = cmd.Wait()
	m := measure{wall: time.Since(start)}
	state := cmd.ProcessState
	m.cpu = state.UserTime() + state.SystemTime()
	m.peak = watched.stop()
	m.main = watched.first
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return m, fmt.Errorf("%s: %w\n%s", v.name, err, errs.String())
	}
	if out.Len() == 0 && slices.Contains(v.args, "-shard") {
		return m, nil
	}
	var doc struct {
		Files struct {
			Analysed int `json:"analysed"`
		} `json:"files"`
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		return m, fmt.Errorf("%s: reading the JSON: %w", v.name, err)
	}
	m.units = doc.Files.Analysed
	return m, nil
}

// target is what mpivet is given to analyse.
func target(o options) string {
	if o.database != "" || len(o.units) > 0 || o.packages > 0 {
		return "./..."
	}
	return o.folder
}
