package churn_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"mpivet/dataflow/age"
	"mpivet/ir"
	"mpivet/rules"
	"mpivet/rules/churn"
)

// A specCase is one program. A file of testdata/spec is a txtar archive of units in the textual form of package ir. The
// unit "name.c" is a program of its own; units "name/a.c" and "name/b.c" belong together. What is expected stands in comments
// at the ends of lines, several separated by semicolons:
//
//	// want RULE[:note|:any] [in LABEL]   a finding stands at this line; LABEL is the header of its loop, ? when
//	                                      the loop does not matter; without it the finding must have no loop
//	// may RULE[:note|:any]               a finding may stand here; its loop does not matter
//	// call, caller, acquire, release     some finding has a related position with that role here
//
// Everything else that is reported is noise.
type specCase struct {
	name  string
	units []specUnit
}

type specUnit struct {
	name, text string
}

// mark is an expectation.
type mark struct {
	at       string // file:line
	kind     string // want, may, or a role
	rule     string
	severity string // warning, note, any
	loop     string // label, "?" or ""
}

func parseCases(topic string, data []byte) ([]*specCase, error) {
	ar := txtar.Parse(data)
	byName := map[string]*specCase{}
	var out []*specCase
	for _, f := range ar.Files {
		name, unit, many := strings.Cut(f.Name, "/")
		if !many {
			unit = name
			name = strings.TrimSuffix(name, extension(name))
		}
		name = topic + "/" + name
		c := byName[name]
		if c == nil {
			c = &specCase{name: name}
			byName[name] = c
			out = append(out, c)
		}
		for _, u := range c.units {
			if u.name == unit {
				return nil, fmt.Errorf("%s: unit %s stands twice", name, unit)
			}
		}
		c.units = append(c.units, specUnit{name: unit, text: string(f.Data)})
	}
	return out, nil
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

// parse returns the units of the program, freshly made.
func (c *specCase) parse(t testing.TB) []*ir.Unit {
	t.Helper()
	var out []*ir.Unit
	for _, su := range c.units {
		u, err := ir.ParseUnit(su.name, su.text)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(strings.TrimSpace(su.text), "unit") {
			u.Lang = langOf(su.name)
		}
		for _, err := range ir.Sanity(u) {
			t.Errorf("not sane: %v", err)
		}
		out = append(out, u)
	}
	return out
}

func langOf(name string) ir.Lang {
	switch extension(name) {
	case ".cc":
		return ir.CXX
	case ".go":
		return ir.Go
	}
	return ir.C
}

// findings returns what both rules report for a program.
func findings(units []*ir.Unit) []rules.Finding {
	prog := ir.NewProgram(units)
	p := &rules.Pass{Program: prog, Ages: age.Analyse(prog), Machine: rules.DefaultMachine, Eager: rules.DefaultEager}
	return append(churn.Findings(p, churn.Freshbuf), churn.Findings(p, churn.Heapchurn)...)
}

var marked = regexp.MustCompile(`//\s*((?:want|may|call|caller|acquire|release)\b.*)$`)

// marks reads the expectations of a program.
func (c *specCase) marks(t testing.TB) []mark {
	var out []mark
	for _, u := range c.units {
		for i, line := range strings.Split(u.text, "\n") {
			m := marked.FindStringSubmatch(line)
			if m == nil || strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			for _, text := range strings.Split(m[1], ";") {
				out = append(out, parseMark(t, fmt.Sprintf("%s:%d", u.name, i+1), text))
			}
		}
	}
	return out
}

func parseMark(t testing.TB, at, text string) mark {
	t.Helper()
	words := strings.Fields(text)
	m := mark{at: at, kind: words[0]}
	if m.kind != "want" && m.kind != "may" {
		if len(words) > 1 {
			t.Fatalf("%s: mark %q", at, text)
		}
		return m
	}
	if len(words) != 2 && (len(words) != 4 || words[2] != "in") {
		t.Fatalf("%s: mark %q", at, text)
	}
	rule, sev, ok := strings.Cut(words[1], ":")
	if !ok {
		sev = "warning"
	}
	m.rule, m.severity = rule, sev
	if len(words) == 4 {
		m.loop = words[3]
	}
	return m
}

// place returns the place of a position as marks write it.
func place(p ir.Pos) string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// verdict analyses the program and returns where the result differs from the marks.
func (c *specCase) verdict(t testing.TB) []string {
	t.Helper()
	marks := c.marks(t)
	found := findings(c.parse(t))
	var faults []string
	used := make([]bool, len(found))
	for _, m := range marks {
		switch m.kind {
		case "want", "may":
			if fault := c.expected(m, found, used); fault != "" {
				faults = append(faults, fault)
			}
		default:
			if !hasRole(found, m.kind, m.at) {
				faults = append(faults, fmt.Sprintf("%s: no finding has a %s here", m.at, m.kind))
			}
		}
	}
	for i, f := range found {
		if !used[i] {
			faults = append(faults, fmt.Sprintf("%s: noise: %s", place(f.Pos), describe(f)))
		}
	}
	return faults
}

// expected marks the finding that m expects as used and returns what is wrong with it.
func (c *specCase) expected(m mark, found []rules.Finding, used []bool) string {
	for i, f := range found {
		if used[i] || place(f.Pos) != m.at || f.Rule != m.rule {
			continue
		}
		used[i] = true
		if m.severity != "any" && f.Severity.String() != m.severity {
			return fmt.Sprintf("%s: want a %s: %s", m.at, m.severity, describe(f))
		}
		if m.kind == "may" || m.loop == "?" {
			return ""
		}
		want := ""
		if m.loop != "" {
			want = c.label(m.loop)
		}
		if got := loopOf(f); got != want {
			return fmt.Sprintf("%s: want loop %q at %q, got %q: %s", m.at, m.loop, want, got, describe(f))
		}
		return ""
	}
	if m.kind == "may" {
		return ""
	}
	return fmt.Sprintf("%s: missed: %s:%s", m.at, m.rule, m.severity)
}

// label returns the place of a label.
func (c *specCase) label(name string) string {
	for _, u := range c.units {
		for i, line := range strings.Split(u.text, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), name+":") {
				return fmt.Sprintf("%s:%d", u.name, i+1)
			}
		}
	}
	return "no label " + name
}

func loopOf(f rules.Finding) string {
	at := ""
	for _, r := range f.Related {
		if r.Role == rules.RoleLoop {
			if at != "" {
				return "two loops"
			}
			at = place(r.Pos)
		}
	}
	return at
}

func hasRole(found []rules.Finding, role, at string) bool {
	for _, f := range found {
		for _, r := range f.Related {
			if r.Role == role && place(r.Pos) == at {
				return true
			}
		}
	}
	return false
}

func describe(f rules.Finding) string {
	return fmt.Sprintf("%s: %s (%s)", f.Severity, f.Message, f.Rule)
}
