// Command realcheck runs mpivet over real packages and compares the findings with the blessed ones.
//
// The packages are fetched as Debian source packages into a cache outside the repository and analysed without being built. For each,
// testdata/realcheck holds PACKAGE.golden (the findings, and the version they belong to) and PACKAGE.judged (what a reader of the code
// thinks of each finding). Findings that appear or disappear are shown as a diff, and the status is then 1.
//
//	go run ./internal/realcheck                     compare all packages
//	go run ./internal/realcheck -packages scotch    compare one
//	go run ./internal/realcheck -update             bless what is found now
//	go run ./internal/realcheck -update -newest     the same, for the newest version that apt offers
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"mpivet/internal/realcheck/debsrc"
)

type options struct {
	packages string
	update   bool
	newest   bool
	binary   string
	cache    string
	root     string
}

func main() {
	var o options
	flag.StringVar(&o.packages, "packages", "", "comma-separated `names`: only these of testdata/realcheck/packages.txt")
	flag.BoolVar(&o.update, "update", false, "bless: write what is found to the goldens")
	flag.BoolVar(&o.newest, "newest", false, "take the newest version that apt offers instead of the blessed one")
	flag.StringVar(&o.binary, "mpivet", "", "use this mpivet `program` instead of building the tree's")
	flag.StringVar(&o.cache, "cache", "", "`folder` for downloaded packages (default in the user's cache folder)")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "realcheck: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	same, err := check(ctx, o, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "realcheck:", err)
		os.Exit(2)
	case !same:
		os.Exit(1)
	}
}

// check compares all chosen packages and reports whether every one gives its blessed findings.
func check(ctx context.Context, o options, out io.Writer) (bool, error) {
	var err error
	if o.root, err = moduleRoot(); err != nil {
		return false, err
	}
	if o.cache == "" {
		if o.cache, err = debsrc.DefaultDir(); err != nil {
			return false, err
		}
	}
	data := filepath.Join(o.root, "testdata", "realcheck")
	list, err := readPackages(filepath.Join(data, "packages.txt"), o.packages)
	if err != nil {
		return false, err
	}
	if o.binary == "" {
		if o.binary, err = buildTool(ctx, o.root, o.cache); err != nil {
			return false, err
		}
	}
	cache := &debsrc.Cache{Dir: o.cache, Log: func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "realcheck: "+format+"\n", args...)
	}}
	same := true
	for _, p := range list {
		ok, err := checkPackage(ctx, o, cache, data, p, out)
		if err != nil {
			return false, fmt.Errorf("package %s: %w", p.name, err)
		}
		same = same && ok
	}
	return same, nil
}

// checkPackage compares one package, or blesses it, and reports whether the findings are the blessed ones.
func checkPackage(ctx context.Context, o options, cache *debsrc.Cache, data string, p pkg, out io.Writer) (bool, error) {
	file := filepath.Join(data, p.name+".golden")
	blessed, err := readGolden(file)
	switch {
	case os.IsNotExist(err) && !o.update:
		return false, fmt.Errorf("there is no %s yet; -update makes it", file)
	case err != nil && !os.IsNotExist(err):
		return false, err
	}
	version := blessed.version
	if o.newest {
		version = ""
	}
	src, err := cache.Get(ctx, p.name, version)
	if err != nil {
		return false, err
	}
	found, stats, err := analyse(ctx, o.binary, src.Root, p)
	if err != nil {
		return false, err
	}
	now := golden{version: src.Version, lines: found}
	gone, came := diff(blessed.lines, now.lines)
	same := len(gone)+len(came) == 0 && blessed.version == now.version
	fmt.Fprintf(out, "%s %s: %s; %d gone, %d new\n", p.name, src.Version, stats, len(gone), len(came))
	if blessed.version != now.version && blessed.version != "" {
		fmt.Fprintf(out, "  blessed for version %s\n", blessed.version)
	}
	for _, l := range gone {
		fmt.Fprintln(out, "-", l)
	}
	for _, l := range came {
		fmt.Fprintln(out, "+", l)
	}
	if o.update {
		if err := now.write(file); err != nil {
			return false, err
		}
		blessed, same = now, true
	}
	return same, reportJudgements(filepath.Join(data, p.name+".judged"), blessed.lines, out)
}

// reportJudgements says how the blessed findings were judged, and which were not.
func reportJudgements(file string, findings []finding, out io.Writer) error {
	js, err := readJudged(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	s := summarise(findings, js)
	fmt.Fprintf(out, "  judged: %d true, %d note-ok, %d false, %d not judged\n", s.count[verdictTrue], s.count[verdictNoteOK], s.count[verdictFalse], len(s.missing))
	for _, f := range s.missing {
		fmt.Fprintln(out, "  warning: no judgement for", f.key())
	}
	for _, k := range s.stale {
		fmt.Fprintln(out, "  warning: judgement for a finding that is not there:", k)
	}
	for _, k := range s.unread {
		fmt.Fprintln(out, "  warning: \"note-ok\" on a warning:", k)
	}
	return nil
}

// moduleRoot returns the folder with the go.mod that the working directory belongs to.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module mpivet\n") {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("run this inside the module mpivet")
		}
		dir = parent
	}
}
