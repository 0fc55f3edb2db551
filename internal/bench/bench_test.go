package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestParsePeak(t *testing.T) {
	if got := parsePeak("Name:\tx\nVmPeak:\t  99 kB\nVmHWM:\t    2048 kB\n"); got != 2*mega {
		t.Errorf("peak %d", got)
	}
	if got := parsePeak("Name:\tx\n"); got != 0 {
		t.Errorf("peak %d of a process without memory", got)
	}
}

func TestMeasureKeepsBestTimeAndWorstPeak(t *testing.T) {
	var m measure
	m.add(measure{wall: 3 * time.Second, peak: 10, units: 4})
	m.add(measure{wall: 2 * time.Second, peak: 5, units: 4})
	if m.wall != 2*time.Second || m.peak != 10 {
		t.Errorf("%+v", m)
	}
}

func TestFamilyHasChildren(t *testing.T) {
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("no /proc")
	}
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	if !slices.Contains(family(os.Getpid()), cmd.Process.Pid) {
		t.Error("the child is not in the family")
	}
	if peakOf(cmd.Process.Pid) == 0 {
		t.Error("the child has no peak")
	}
}

func TestNewClangCollects(t *testing.T) {
	root := t.TempDir()
	for _, f := range []string{"src/a.c", "src/sub/b.cpp", "src/inc/h.h", "src/README", "other/c.c"} {
		name := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("int x;\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Any program will do here: it is started on each file and only its being started matters.
	c, err := newClang(options{clang: "true", folder: "src", procs: 2, defines: "A,B=1"}, root)
	if err != nil {
		t.Skip(err)
	}
	if len(c.files) != 2 || !slices.Contains(c.args, "-I"+filepath.Join(root, "src/inc")) || !slices.Contains(c.args, "-DB=1") {
		t.Errorf("%+v", c)
	}
	if m, err := c.run(context.Background()); err != nil || m.wall <= 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := newClang(options{clang: "true", folder: "none"}, root); err == nil {
		t.Error("a folder that does not exist was accepted")
	}
}
