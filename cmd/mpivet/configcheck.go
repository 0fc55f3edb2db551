package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"mpivet/config"
	"mpivet/report"
)

// checkConfig checks configuration files: those that are named, else the one that a run would read.
func checkConfig(w io.Writer, files []string, flag string) error {
	if len(files) == 0 && flag != "" {
		files = []string{flag}
	}
	if len(files) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return fmt.Errorf("finding the working directory: %w", err)
		}
		path := config.Find(dir)
		if path == "" {
			fmt.Fprintf(w, "no %s in the working directory or its parents\n", config.Name)
			return nil
		}
		files = []string{path}
	}
	var errs []error
	for _, file := range files {
		if _, err := config.Load(file, ruleNames()); err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintf(w, "%s: right\n", report.Safe(file))
	}
	return errors.Join(errs...)
}
