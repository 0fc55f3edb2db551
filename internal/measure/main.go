// Command measure runs the programs of testdata/measure under mpiexec and prints what they cost before and after the change that a rule
// asks for: registrations that an adapter's library would make, page faults, connections.
//
//	go run ./internal/measure            all rules
//	go run ./internal/measure freshbuf   one
//	go run ./internal/measure -update    write the tables to the rules, for their pages
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
)

func main() {
	update := flag.Bool("update", false, "write the tables to rules/RULE/measured.md")
	root := flag.String("root", ".", "`folder` of the repository")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *root, flag.Args(), *update); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, root string, names []string, update bool) error {
	dir, err := os.MkdirTemp("", "measure")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l := &lab{root: root, dir: dir}
	for _, e := range experiments {
		if len(names) > 0 && !slices.Contains(names, e.rule) {
			continue
		}
		text, err := l.table(ctx, e)
		if err != nil {
			return fmt.Errorf("%s: %w", e.rule, err)
		}
		fmt.Printf("%s\n\n%s\n", e.rule, text)
		if update {
			if err := os.WriteFile(filepath.Join(root, "rules", e.rule, "measured.md"), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
