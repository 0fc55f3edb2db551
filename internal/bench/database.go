package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mpivet/cfront/compdb"
)

// benchDatabase measures a project that was configured with a compilation database: clang over every unit of it, and mpivet as a user
// meets it, with an empty cache, with nothing changed, and with one file changed.
func benchDatabase(ctx context.Context, o options) (bool, error) {
	db, err := compdb.Load(filepath.Join(o.database, "compile_commands.json"))
	if err != nil {
		return false, err
	}
	units := slices.DeleteFunc(slices.Clone(db.Entries), func(e compdb.Entry) bool {
		_, err := os.Stat(e.File)
		return err != nil
	})
	if len(units) == 0 {
		return false, fmt.Errorf("%s lists no file that exists", db.Path)
	}
	fmt.Printf("%s: %d units, %d processes\n", o.database, len(units), o.procs)
	clang := &clangRun{program: o.clang, dir: o.database, procs: o.procs}
	for _, e := range units {
		clang.jobs = append(clang.jobs, append([]string{"-fsyntax-only", "-w"}, append(slices.Clone(e.Args), e.File)...))
	}
	var base measure
	results := newTable()
	for range o.rounds {
		m, err := clang.run(ctx)
		if err != nil {
			return false, err
		}
		base.add(m)
		if err := databaseRound(ctx, o, units[len(units)/2].File, results); err != nil {
			return false, err
		}
	}
	results.print(o.clang+" -fsyntax-only", base)
	return results.at("cold").wall.Seconds() <= o.maxRatio*base.wall.Seconds(), nil
}

// databaseRound runs mpivet in every state of the cache once. The file that it changes is put back.
func databaseRound(ctx context.Context, o options, file string, results *table) error {
	cache, err := os.MkdirTemp("", "mpivet-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	defer os.WriteFile(file, text, 0o644)
	step := func(name string, args ...string) error {
		v := variant{name, append([]string{"-p", o.database, "-cache", cache}, args...)}
		m, err := runTool(ctx, o, filepath.Dir(o.database), v)
		if err == nil {
			results.add(name, m)
		}
		return err
	}
	settle()
	if err := step("cold"); err != nil {
		return err
	}
	if err := step("warm"); err != nil {
		return err
	}
	if err := os.WriteFile(file, append(slices.Clone(text), "\nint mpivet_bench_changed;\n"...), 0o644); err != nil {
		return err
	}
	settle()
	if err := step("one changed"); err != nil {
		return err
	}
	if err := os.WriteFile(file, append(slices.Clone(text), "\nint mpivet_bench_again;\n"...), 0o644); err != nil {
		return err
	}
	settle()
	if err := step("parse only", "-shard", "1/1"); err != nil {
		return err
	}
	if !o.all {
		return nil
	}
	return step("-all, cold", "-all", "-no-cache")
}

// settle waits until a file that was written is older than a tick of the file system's clock.
func settle() { time.Sleep(200 * time.Millisecond) }

// table holds the measures of several runs by name, in the order in which the names first came.
type table struct {
	names []string
	best  map[string]*measure
}

func newTable() *table { return &table{best: map[string]*measure{}} }

func (t *table) add(name string, m measure) {
	if t.best[name] == nil {
		t.names = append(t.names, name)
		t.best[name] = &measure{}
	}
	t.best[name].add(m)
}

func (t *table) at(name string) measure {
	if m := t.best[name]; m != nil {
		return *m
	}
	return measure{}
}

// print writes a table in the form that docs/PERFORMANCE.md has it.
func (t *table) print(name string, base measure) {
	row := func(name string, m measure, ratio float64) {
		fmt.Printf("| %-24s | %8.2f | %8.2f | %7.3f | %9d |\n", name, m.wall.Seconds(), m.cpu.Seconds(), ratio, m.peak/mega)
	}
	fmt.Printf("| %-24s | wall, s  | CPU, s   | ratio   | peak, MB  |\n|%s|---------:|---------:|--------:|----------:|\n", "", strings.Repeat("-", 26))
	row(name, base, 1)
	for _, name := range t.names {
		m := *t.best[name]
		row("mpivet, "+name, m, m.wall.Seconds()/base.wall.Seconds())
	}
}
