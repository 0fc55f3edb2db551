// Command bench compares the time of mpivet over a real package with that of clang's syntax check over the same files, in one run, and
// takes the peak memory of every process.
//
//	go run ./internal/bench                  scotch, as a user runs it
//	go run ./internal/bench -all             and with every unit parsed, not only those that can matter
//	go run ./internal/bench -rounds 5        more rounds; the best of each counts
//	go run ./internal/bench -max-ratio 0.6 -max-memory 600
//	go run ./internal/bench -p DIR           a project that is configured with a compilation database in DIR
//	go run ./internal/bench -go 500          a generated Go module, against go vet
//	go run ./internal/bench -units 200,2000  generated programs of so many units
//
// The status is 1 when a limit is exceeded. Each round of mpivet starts with an empty cache folder.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"mpivet/internal/realcheck/debsrc"
)

type options struct {
	pkg, folder, clang, binary, cache, defines string
	rounds, procs                              int
	maxRatio                                   float64
	maxMemory                                  int64
	all                                        bool
	database                                   string
	units                                      counts
	packages                                   int
}

func main() {
	var o options
	flag.StringVar(&o.pkg, "package", "scotch", "Debian source package to measure")
	flag.StringVar(&o.folder, "folder", "src", "folder of it")
	flag.StringVar(&o.clang, "clang", "clang-15", "compiler to compare with")
	flag.StringVar(&o.binary, "mpivet", "", "use this mpivet `program` instead of building the tree's")
	flag.StringVar(&o.cache, "cache", "", "`folder` for downloaded packages")
	flag.StringVar(&o.defines, "D", "SCOTCH_PTSCOTCH", "comma-separated `macros` that both get")
	flag.StringVar(&o.database, "p", "", "`folder` of a compilation database, to measure its project instead of a package")
	flag.Var(&o.units, "units", "`numbers` of units of generated programs, to measure those instead")
	flag.IntVar(&o.packages, "go", 0, "measure a generated Go module of so many `packages` instead")
	flag.BoolVar(&o.all, "all", false, "measure mpivet -all, which parses every unit, as well")
	flag.IntVar(&o.rounds, "rounds", 3, "rounds; the best time of each program counts")
	flag.IntVar(&o.procs, "j", runtime.NumCPU(), "processes of each program")
	flag.Float64Var(&o.maxRatio, "max-ratio", 0.6, "highest time of mpivet as a share of clang's")
	flag.Int64Var(&o.maxMemory, "max-memory", 600, "highest peak memory of a process in `MB`")
	flag.Parse()
	ok, err := bench(context.Background(), o)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
}

// bench measures and reports whether the limits hold.
func bench(ctx context.Context, o options) (bool, error) {
	if err := fill(ctx, &o); err != nil {
		return false, err
	}
	switch {
	case o.database != "":
		return benchDatabase(ctx, o)
	case len(o.units) > 0:
		return benchGenerated(ctx, o)
	case o.packages > 0:
		return benchGo(ctx, o)
	}
	src, err := (&debsrc.Cache{Dir: o.cache}).Get(ctx, o.pkg, pinned(o.pkg))
	if err != nil {
		return false, err
	}
	clang, err := newClang(o, src.Root)
	if err != nil {
		return false, err
	}
	fmt.Printf("%s %s, %s: %d files, %d processes, best of %d rounds\n", src.Name, src.Version, o.folder, len(clang.files), o.procs, o.rounds)
	variants := []variant{{"mpivet", nil}}
	if o.all {
		variants = append(variants, variant{"mpivet -all", []string{"-all"}})
	}
	var base measure
	best := make([]measure, len(variants))
	for range o.rounds {
		m, err := clang.run(ctx)
		if err != nil {
			return false, err
		}
		base.add(m)
		for i, v := range variants {
			m, err := runTool(ctx, o, src.Root, v)
			if err != nil {
				return false, err
			}
			best[i].add(m)
		}
	}
	fmt.Printf("%-14s %6.2f s          peak %4d MB a process\n", o.clang, base.wall.Seconds(), base.peak/mega)
	ok := true
	for i, v := range variants {
		m := best[i]
		ratio := m.wall.Seconds() / base.wall.Seconds()
		within := ratio <= o.maxRatio && m.peak/mega < o.maxMemory
		ok = ok && within
		fmt.Printf("%-14s %6.2f s  ×%.2f   peak %4d MB a process, %d units analysed%s\n", v.name, m.wall.Seconds(), ratio, m.peak/mega, m.units,
			map[bool]string{true: "", false: "  over the limit"}[within])
	}
	return ok, nil
}

// fill completes the options: the cache folder and the program.
func fill(ctx context.Context, o *options) error {
	var err error
	if o.cache == "" {
		if o.cache, err = debsrc.DefaultDir(); err != nil {
			return err
		}
	}
	if o.binary == "" {
		o.binary = filepath.Join(o.cache, "bin", "mpivet-bench")
		out, err := exec.CommandContext(ctx, "go", "build", "-o", o.binary, "mpivet/cmd/mpivet").CombinedOutput()
		if err != nil {
			return fmt.Errorf("building mpivet: %w\n%s", err, out)
		}
	}
	if o.database != "" {
		if o.database, err = filepath.Abs(o.database); err != nil {
			return err
		}
	}
	if o.database != "" || len(o.units) > 0 || o.packages > 0 {
		o.defines = "" // the package's
	}
	o.binary, err = filepath.Abs(o.binary)
	return err
}

// pinned returns the version that the golden of the package was blessed for, or nothing for the newest.
func pinned(name string) string {
	text, err := os.ReadFile(filepath.Join("testdata", "realcheck", name+".golden"))
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	version, ok := strings.CutPrefix(first, "# version ")
	if !ok {
		return ""
	}
	return strings.TrimSpace(version)
}

const mega = 1 << 20

// counts is a flag with numbers separated by commas.
type counts []int

func (c *counts) String() string { return fmt.Sprint(*c) }

func (c *counts) Set(v string) error {
	for text := range strings.SplitSeq(v, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of units", text)
		}
		*c = append(*c, n)
	}
	return nil
}

// A measure is the cost of one run, or the best of several: the shortest time, and the largest peak memory of a process in bytes.
type measure struct {
	wall  time.Duration
	cpu   time.Duration // of all processes
	peak  int64
	main  int64 // peak of mpivet's own process
	units int
}

func (m *measure) add(n measure) {
	if m.wall == 0 || n.wall < m.wall {
		m.wall, m.cpu = n.wall, n.cpu
	}
	m.peak = max(m.peak, n.peak)
	m.main = max(m.main, n.main)
	m.units = n.units
}
