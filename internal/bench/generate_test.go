package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestGenerate(t *testing.T) {
	root := t.TempDir()
	if err := generate(root, 120); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]int{"d0": perFolder, "d1": perFolder, "d2": 120 - 2*perFolder} {
		files, err := filepath.Glob(filepath.Join(root, "src", folder, "*.c"))
		if err != nil || len(files) != want {
			t.Errorf("%s: %d units, %v", folder, len(files), err)
		}
	}
}

func TestGenerateGo(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	if err := generateGo(root, 110); err != nil {
		t.Fatal(err)
	}
	cmd := inFolder(context.Background(), root, "go", "vet", "./p99", "./p109", "./p5")
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestCounts(t *testing.T) {
	var c counts
	if err := c.Set("200,2000"); err != nil || len(c) != 2 || c[1] != 2000 {
		t.Errorf("%v, %v", c, err)
	}
	for _, bad := range []string{"", "x", "0", "3,"} {
		if err := c.Set(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
