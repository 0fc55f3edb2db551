package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"
)

var (
	//go:embed procedures.txt
	procedureList string
	//go:embed constants.txt
	constantList string
	//go:embed handles.txt
	handleList string
	//go:embed mpi.h.tmpl
	headerTemplate string
)

// header returns the text of mpi.h.
func header() ([]byte, error) {
	handles, err := handleSection(handleList)
	if err != nil {
		return nil, err
	}
	constants, err := sections(constantList, constant)
	if err != nil {
		return nil, err
	}
	prototypes, err := sections(procedureList, prototypes)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	t := template.Must(template.New("mpi.h").Parse(headerTemplate))
	err = t.Execute(&b, map[string]string{
		"Handles": handles, "Constants": constants, "Prototypes": prototypes,
	})
	return b.Bytes(), err
}

// lines calls f for each line of a list that is neither empty nor a comment.
func lines(list string, f func(line string) error) error {
	for i, line := range strings.Split(list, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if err := f(line); err != nil {
			return fmt.Errorf("line %d: %q: %w", i+1, line, err)
		}
	}
	return nil
}

// sections renders a list that has titles, one entry per line.
func sections(list string, entry func(line string) (string, error)) (string, error) {
	var b strings.Builder
	err := lines(list, func(line string) error {
		if title, ok := strings.CutPrefix(line, "== "); ok {
			fmt.Fprintf(&b, "\n/* %s */\n", title)
			return nil
		}
		text, err := entry(line)
		b.WriteString(text)
		return err
	})
	return b.String(), err
}

// constant renders "NAME value".
func constant(line string) (string, error) {
	name, value, ok := strings.Cut(line, " ")
	if !ok {
		return "", fmt.Errorf("want a name and a value")
	}
	return fmt.Sprintf("#define MPI_%s %s\n", name, value), nil
}
