package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"mpivet/cfront"
	"mpivet/internal/nearest"
	"mpivet/rules"
)

// options are the command's flags.
type options struct {
	args     []string // packages, directories and files
	compiler []string // extra compiler arguments, those after --

	json      bool
	format    string
	output    string
	rules     list
	severity  string
	threshold rules.Severity

	database   string
	std        string
	include    multi
	define     multi
	extra      multi // clang-tidy's names for what follows --
	extraFirst multi
	libclang   string
	mpiHeaders string

	tags string
	test bool

	ranks, ppn int
	transport  string

	jobs      int
	all       bool
	cache     string
	cacheSize byteSize
	noCache   bool
	shard     string
	part      cfront.Shard

	newFromRev, newFromMergeBase, newFromPatch string
	baseline, writeBaseline                    string
	unusedIgnores                              bool
	fix, fixDiff                               bool

	context    int
	strict     bool
	verbose    bool
	quiet      bool
	noProgress bool
	color      string
	config     string
}

// multi is a flag that may be given several times.
type multi []string

func (m *multi) String() string     { return strings.Join(*m, " ") }
func (m *multi) Set(v string) error { *m = append(*m, v); return nil }

// list is a flag with a list separated by commas, which may be given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(v string) error {
	for name := range strings.SplitSeq(v, ",") {
		if name = strings.TrimSpace(name); name != "" {
			*l = append(*l, name)
		}
	}
	return nil
}

// flagSet returns the flags, which write into o.
func (o *options) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("mpivet", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // parse says what is wrong, on one line
	fs.BoolVar(&o.json, "json", false, "short for -format json")
	fs.StringVar(&o.format, "format", "text", "output `form`: "+orList(formNames))
	fs.StringVar(&o.output, "o", "", "write the findings to this `file` instead of standard output")
	fs.Var(&o.rules, "rules", "report only these `rules`, separated by commas")
	fs.StringVar(&o.severity, "severity", "warning", "`threshold` of what is reported: note or warning")
	fs.StringVar(&o.database, "p", "", "`folder` of compile_commands.json (default: found in the parents of the sources and their build folders)")
	fs.StringVar(&o.std, "std", "", "C or C++ `standard`, such as c11 or c++20")
	fs.Var(&o.include, "I", "add a `folder` of C and C++ headers")
	fs.Var(&o.define, "D", "define a C and C++ `macro`, NAME or NAME=VALUE")
	fs.Var(&o.extra, "extra-arg", "`argument` for the compiler, as clang-tidy has it; what follows -- is the same")
	fs.Var(&o.extraFirst, "extra-arg-before", "`argument` for the compiler that comes before the others")
	fs.StringVar(&o.libclang, "libclang", "", "`file` of the libclang to use")
	fs.StringVar(&o.mpiHeaders, "mpi-headers", "builtin", "which mpi.h comes first, builtin or system: mpivet's own or the `one` installed")
	fs.StringVar(&o.tags, "tags", "", "Go build `tags`, separated by commas")
	fs.BoolVar(&o.test, "test", true, "analyse Go test files too")
	fs.IntVar(&o.ranks, "ranks", 0, "`processes` of the machine that costs are worked out for (default 1024)")
	fs.IntVar(&o.ppn, "ppn", 0, "`processes` on a node of it (default 32)")
	fs.StringVar(&o.transport, "transport", "", "`transport` between its nodes: rc, xrc, ud, dc, … (default rc)")
	fs.StringVar(&o.newFromRev, "new-from-rev", "", "report only findings with a position on lines changed since this `revision`")
	fs.StringVar(&o.newFromMergeBase, "new-from-merge-base", "", "report only findings with a position on lines changed since the branch left the one of this `revision`")
	fs.StringVar(&o.newFromPatch, "new-from-patch", "", "report only findings with a position on lines changed by the patch in this `file`, - for standard input")
	fs.StringVar(&o.baseline, "baseline", "", "do not report the known findings in this `file`; -v lists those that are fixed")
	fs.StringVar(&o.writeBaseline, "write-baseline", "", "write what is found to this `file`, as known, and report nothing")
	fs.BoolVar(&o.unusedIgnores, "unused-ignores", false, "report comments that silence nothing; parses every unit, as -all does")
	fs.BoolVar(&o.fix, "fix", false, "make the changes that provably take the cause of a finding away, and report the rest")
	fs.BoolVar(&o.fixDiff, "fix-diff", false, "print those changes as a unified diff instead of the findings")
	fs.IntVar(&o.jobs, "j", 0, "worker `processes` (default: one per core)")
	fs.BoolVar(&o.all, "all", false, "parse every C and C++ unit, not only those that can matter")
	fs.StringVar(&o.cache, "cache", "", "`folder` that keeps results between runs (default: mpivet/cache in the user's cache folder)")
	fs.Var(&o.cacheSize, "cache-size", "`bytes` that the cache may take, such as 500M; what was not used for longest goes first")
	fs.BoolVar(&o.noCache, "no-cache", false, "keep nothing between runs")
	fs.StringVar(&o.shard, "shard", "", "only parse the K-th of N `parts` of the C and C++ units into the cache: K/N, or auto under Slurm or MPI")
	fs.IntVar(&o.context, "c", -1, "show the finding's line of source with `n` lines around it")
	fs.BoolVar(&o.strict, "strict", false, "exit with status 2 when a file could not be analysed in full")
	fs.BoolVar(&o.verbose, "v", false, "show related positions, cost and advice, and list incomplete files")
	fs.BoolVar(&o.quiet, "q", false, "print findings and errors only")
	fs.BoolVar(&o.noProgress, "no-progress", false, "no progress line, which only a terminal gets anyway")
	fs.StringVar(&o.color, "color", "auto", "`when` to colour the output: auto, always or never")
	fs.StringVar(&o.config, "config", "", "configuration `file` (default: .mpivet.yaml in the working directory or its parents)")
	return fs
}

// parse reads the command line. Flags may stand before, between and after the other arguments; everything after -- is for the
// compiler.
func parse(args []string) (*options, error) {
	o := &options{cacheSize: defaultCacheSize}
	fs := o.flagSet()
	if i := slices.Index(args, "--"); i >= 0 {
		args, o.compiler = args[:i], args[i+1:]
	}
	if err := refuseFiles(args); err != nil {
		return nil, err
	}
	args = splitGlued(args)
	for {
		if err := fs.Parse(args); err != nil {
			return nil, explainFlagError(fs, err)
		}
		if fs.NArg() == 0 {
			break
		}
		o.args = append(o.args, fs.Arg(0))
		args = fs.Args()[1:]
	}
	return o, o.check()
}

// refuseFiles refuses flags that are files: scripts and hooks hand over the names of a project's files, and one that is called
// -o=main.c must not be obeyed.
func refuseFiles(args []string) error {
	for _, a := range args {
		if len(a) < 2 || a[0] != '-' {
			continue
		}
		if _, err := os.Lstat(a); err == nil {
			return fmt.Errorf("%s is a file, not taken for a flag; write ./%s for the file", a, a)
		}
	}
	return nil
}

// splitGlued rewrites -Idir and -DNAME, which compilers accept in one word, to a form that the flag package reads.
func splitGlued(args []string) []string {
	out := slices.Clone(args)
	for i, a := range out {
		if len(a) > 2 && (strings.HasPrefix(a, "-I") || strings.HasPrefix(a, "-D")) && a[2] != '=' {
			out[i] = a[:2] + "=" + a[2:]
		}
	}
	return out
}

// explainFlagError adds the flag that was probably meant.
func explainFlagError(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return err
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	if near := nearest.To(name, known); near != "" && len(name) > 1 {
		return fmt.Errorf("unknown flag -%s; did you mean -%s?", name, near)
	}
	return fmt.Errorf("unknown flag -%s; mpivet -help lists the flags", name)
}

// check refuses values that flags cannot have.
func (o *options) check() error {
	if o.json {
		o.format = "json"
	}
	for _, c := range []struct {
		flag, value string
		allowed     []string
	}{
		{"format", o.format, formNames},
		{"color", o.color, []string{"auto", "always", "never"}},
		{"mpi-headers", o.mpiHeaders, []string{"builtin", "system"}},
		{"severity", o.severity, []string{"note", "warning"}},
	} {
		if !slices.Contains(c.allowed, c.value) {
			return fmt.Errorf("-%s %q: it must be %s", c.flag, c.value, orList(c.allowed))
		}
	}
	if err := o.exclusive(); err != nil {
		return err
	}
	var err error
	if o.part, err = parseShard(o.shard, os.Getenv); err != nil {
		return err
	}
	if o.part.N > 0 && o.noCache {
		return errors.New("-shard needs the cache, which -no-cache turns off")
	}
	o.threshold, _ = rules.ParseSeverity(o.severity)
	for _, c := range []struct {
		flag  string
		value int
	}{{"j", o.jobs}, {"ranks", o.ranks}, {"ppn", o.ppn}} {
		if c.value < 0 {
			return fmt.Errorf("-%s %d: it must be 1 or more", c.flag, c.value)
		}
	}
	o.all = o.all || o.unusedIgnores
	return nil
}

// exclusive refuses flags that exclude each other.
func (o *options) exclusive() error {
	var given []string
	for _, f := range []struct{ name, value string }{
		{"-new-from-rev", o.newFromRev}, {"-new-from-merge-base", o.newFromMergeBase}, {"-new-from-patch", o.newFromPatch},
	} {
		if f.value != "" {
			given = append(given, f.name)
		}
	}
	if o.fix && o.fixDiff {
		given = []string{"-fix", "-fix-diff"}
	}
	if len(given) > 1 {
		return errors.New(strings.Join(given, " and ") + " exclude each other")
	}
	return nil
}

// orList joins names as a sentence does.
func orList(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
