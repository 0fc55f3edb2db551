package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"mpivet/internal/nearest"
	"mpivet/rules"
	"mpivet/rules/all"
)

// version is the version of the program.
const version = "0.1.0"

const usage = `mpivet reports MPI code that keeps giving the network other memory, or that connects every process to every other.

usage:
  mpivet [flags] [packages, directories or files]   analyse (default ./...)
  mpivet explain RULE                               what, why, how to fix, with a before and after
  mpivet rules                                      one line per rule
  mpivet config check                               what is wrong with the configuration, if anything
  mpivet estimate [flags]                           queue pairs and memory for a pattern, a transport, a number of ranks
  mpivet cache clean                                remove what is kept between runs
  mpivet version

Arguments after -- are compiler arguments for C and C++. Exit status: 0 nothing at or above the threshold, 1 findings, 2 the
invocation is wrong or nothing could be analysed.

flags:
`

// printUsage prints the help text with all flags.
func printUsage(w io.Writer) { printFlags(w, usage, (&options{cacheSize: defaultCacheSize}).flagSet()) }

// printFlags prints head and one line for each flag.
func printFlags(w io.Writer, head string, fs *flag.FlagSet) {
	fmt.Fprint(w, head)
	fs.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		name := "-" + f.Name
		if arg != "" {
			name += " " + strings.ToUpper(arg)
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "-1" {
			text += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "  %-22s %s\n", name, text)
	})
}

// printRules prints one line per rule.
func printRules(w io.Writer) {
	for _, r := range all.Rules() {
		fmt.Fprintf(w, "%-10s %s\n", r.Name, r.Doc.Title)
	}
}

// explain prints the documentation of the rules that are named.
func explain(w io.Writer, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("explain needs the name of a rule: %s", strings.Join(ruleNames(), ", "))
	}
	for i, name := range names {
		r, err := ruleNamed(name)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprint(w, r.Text())
	}
	return nil
}

func ruleNames() []string {
	var names []string
	for _, r := range all.Rules() {
		names = append(names, r.Name)
	}
	return names
}

// ruleNamed returns the rule, or an error that names the one which was probably meant.
func ruleNamed(name string) (*rules.Rule, error) {
	for _, r := range all.Rules() {
		if r.Name == name {
			return r, nil
		}
	}
	if near := nearest.To(name, ruleNames()); near != "" {
		return nil, fmt.Errorf("unknown rule %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("unknown rule %q; known are %s", name, strings.Join(ruleNames(), ", "))
}

func printVersion(w io.Writer) {
	fmt.Fprintf(w, "mpivet %s%s %s %s/%s\n", version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision returns the commit that the program was built from, where the build recorded it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	text, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			text = " " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+"
		}
	}
	if text == "" {
		return ""
	}
	return text + dirty
}
