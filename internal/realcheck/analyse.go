package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// buildTool builds the tree's mpivet into the cache and returns the program's path.
func buildTool(ctx context.Context, root, cache string) (string, error) {
	bin := filepath.Join(cache, "bin", "mpivet")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", bin, "./cmd/mpivet")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building mpivet: %w\n%s", err, bytes.TrimSpace(out))
	}
	return bin, nil
}

// result is the part of mpivet's JSON that is compared.
type result struct {
	Version  int `json:"version"`
	Findings []struct {
		Rule     string `json:"rule"`
		Severity string `json:"severity"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Message  string `json:"message"`
	} `json:"findings"`
	Files struct {
		Analysed   int               `json:"analysed"`
		Skipped    int               `json:"skipped"`
		Incomplete []json.RawMessage `json:"incomplete"`
	} `json:"files"`
}

// analyse runs mpivet over the package's folders below root and returns the findings, sorted, and a line of figures.
func analyse(ctx context.Context, binary, root string, p pkg) ([]finding, string, error) {
	args := append([]string{"-json", "-severity", "note"}, p.flags...)
	args = append(args, p.folders...)
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = root
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, "", fmt.Errorf("mpivet: %w\n%s", err, lastLines(errs.String(), 10))
	}
	found, res, err := decode(out.Bytes())
	if err != nil {
		return nil, "", err
	}
	warnings := 0
	for _, f := range found {
		if f.severity == "warning" {
			warnings++
		}
	}
	stats := fmt.Sprintf("%d warnings, %d notes, %d files analysed, %d skipped, %d incomplete, %.1f s", warnings, len(found)-warnings,
		res.Files.Analysed, res.Files.Skipped, len(res.Files.Incomplete), time.Since(start).Seconds())
	return found, stats, nil
}

func decode(text []byte) ([]finding, result, error) {
	var res result
	if err := json.Unmarshal(text, &res); err != nil {
		return nil, res, fmt.Errorf("reading mpivet's JSON: %w", err)
	}
	if res.Version != 1 {
		return nil, res, fmt.Errorf("mpivet's JSON has version %d, want 1", res.Version)
	}
	var found []finding
	for _, f := range res.Findings {
		message := strings.Join(strings.Fields(f.Message), " ")
		if f.Rule == "" || f.Severity == "" || f.File == "" || f.Line < 1 || message == "" {
			return nil, res, fmt.Errorf("mpivet's JSON has an unusable finding: %+v", f)
		}
		path := strings.ReplaceAll(f.File, " ", "%20") // a golden's fields are separated by spaces
		found = append(found, finding{rule: f.Rule, severity: f.Severity, path: path, line: f.Line, message: message})
	}
	slices.SortFunc(found, compareFindings)
	return found, res, nil
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
