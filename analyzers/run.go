package analyzers

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"mpivet/config"
	"mpivet/gofront"
	"mpivet/report"
	"mpivet/rules"
	"mpivet/rules/all"
)

// settings are the flags of an analyzer.
type settings struct {
	rule     *rules.Rule
	severity string
	ranks    int
	ppn      int
	machine  string
}

func newAnalyzer(r *rules.Rule) *analysis.Analyzer {
	s := &settings{rule: r}
	a := &analysis.Analyzer{
		Name:     r.Name,
		Doc:      r.Doc.Title + "\n\n" + r.Doc.Why + "\n\n" + r.Doc.Fix,
		Requires: []*analysis.Analyzer{lowered},
		Run:      s.run,
	}
	a.Flags.StringVar(&s.severity, "severity", "warning", "lowest severity to report: note or warning")
	a.Flags.IntVar(&s.ranks, "ranks", 0, "number of processes that costs are worked out for")
	a.Flags.IntVar(&s.ppn, "ppn", 0, "processes on a node")
	a.Flags.StringVar(&s.machine, "transport", "", "transport: rc, xrc, ud, dc")
	return a
}

func (s *settings) run(pass *analysis.Pass) (any, error) {
	p := pass.ResultOf[lowered].(*program)
	if p.own == nil || !p.communicates || len(pass.Files) == 0 {
		return nil, nil
	}
	threshold, ok := rules.ParseSeverity(s.severity)
	if !ok {
		return nil, fmt.Errorf("severity %q is neither note nor warning", s.severity)
	}
	cfg, err := configuration(pass)
	if err != nil {
		return nil, err
	}
	rp := &rules.Pass{Program: p.ir, Machine: s.over(cfg), Eager: rules.DefaultEager, Ages: p.ages()}
	if cfg.Eager != nil {
		rp.Eager = int64(*cfg.Eager)
	}
	places := newPlaces(pass)
	found := atHome(s.rule.Run(rp), p, places)
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the working directory: %w", err)
	}
	opts := report.Options{Paths: report.NewPaths(dir), Known: ruleNames(), Threshold: threshold,
		Severity: func(rule, file string) (report.Override, bool) {
			v, ok := cfg.Severity(rule, file)
			return report.Override(v), ok
		}, Ignored: cfg.Ignored}
	for _, f := range report.Run(found, report.Files{}, opts).Findings {
		places.report(pass, f.Finding, opts.Paths.Abs)
	}
	return nil, nil
}

// over puts the flags over what the configuration says about the machine.
func (s *settings) over(cfg *config.Config) rules.Machine {
	flags := config.Machine{Ranks: s.ranks, PPN: s.ppn, Transport: s.machine}
	return flags.Over(cfg.Machine.Over(rules.DefaultMachine))
}

// configuration reads the .mpivet.yaml that is nearest to the package.
func configuration(pass *analysis.Pass) (*config.Config, error) {
	file := pass.Fset.Position(pass.Files[0].Package).Filename
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	path := config.Find(dir)
	if path == "" {
		return &config.Config{}, nil
	}
	return config.Load(path, ruleNames())
}

// Tables hands over what the configuration says about functions.
func Tables(c *config.Config) *gofront.Tables {
	t := &gofront.Tables{
		Allocators: map[string]gofront.Allocator{}, Releases: map[string]gofront.Release{},
		Pools: map[string]bool{}, Wrappers: map[string]gofront.Wrapper{},
	}
	for _, a := range c.Allocators {
		t.Allocators[a.Name] = gofront.Allocator{Out: index(a.Out), Size: a.Size, Of: index(a.Of), Zero: a.Zeroed}
	}
	for _, r := range c.Releases {
		t.Releases[r.Name] = gofront.Release{Arg: r.Arg, Indirect: r.Indirect}
	}
	for _, name := range c.Pools {
		t.Pools[name] = true
	}
	for _, w := range c.Wrappers {
		t.Wrappers[w.Name] = gofront.Wrapper{Like: w.Like, Args: w.Args}
	}
	return t
}

// index is the index of an argument, -1 for none.
func index(i *int) int {
	if i == nil {
		return -1
	}
	return *i
}

func ruleNames() []string {
	var names []string
	for _, r := range all.Rules() {
		names = append(names, r.Name)
	}
	return names
}

// atHome keeps the findings that concern the package at hand. One that stands in a dependency is moved to the nearest call
// in this package; a function that other packages can call may be called in their loops, so that it costs is only a note.
func atHome(found []rules.Finding, p *program, places *places) []rules.Finding {
	exported := map[string]bool{}
	for _, f := range p.own.Funcs {
		if f.Exported {
			exported[f.Display] = true
		}
	}
	var out []rules.Finding
	for _, f := range found {
		if !places.has(f.Pos) && !places.move(&f) {
			continue
		}
		if f.Rule == "heapchurn" && exported[f.Function] && !hasLoop(f) {
			f.Severity = rules.Note
		}
		out = append(out, f)
	}
	return out
}

func hasLoop(f rules.Finding) bool {
	for _, r := range f.Related {
		if r.Role == rules.RoleLoop {
			return true
		}
	}
	return false
}
