package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// A pkg is a package to check: its name, the folders of it to analyse, and additional mpivet flags.
type pkg struct {
	name    string
	folders []string
	flags   []string
}

// readPackages reads the list of packages. A line is a name, then folders and flags in any order (a flag and its value are one word,
// -D=NAME); # starts a comment. A non-empty choice limits the list to the comma-separated names in it.
func readPackages(file, choice string) ([]pkg, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the list of packages: %w", err)
	}
	all, err := parsePackages(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if choice == "" {
		return all, nil
	}
	var chosen []pkg
	for name := range strings.SplitSeq(choice, ",") {
		i := slices.IndexFunc(all, func(p pkg) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("package %q is not in %s", name, file)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func parsePackages(text string) ([]pkg, error) {
	var all []pkg
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		p := pkg{name: fields[0]}
		for _, f := range fields[1:] {
			if strings.HasPrefix(f, "-") {
				p.flags = append(p.flags, f)
			} else {
				p.folders = append(p.folders, f)
			}
		}
		if p.folders == nil {
			p.folders = []string{"."}
		}
		if slices.ContainsFunc(all, func(q pkg) bool { return q.name == p.name }) {
			return nil, fmt.Errorf("package %q is listed twice", p.name)
		}
		all = append(all, p)
	}
	return all, nil
}
