package html

import (
	"fmt"
	"html/template"
	"path"
	"strings"

	"mpivet/fabric"
	"mpivet/report"
	"mpivet/rules"
)

// view is what the template shows.
type view struct {
	Policy, Version string
	Style           template.CSS
	Script          template.JS

	Warnings, Notes, Hidden, Silenced, Known int

	Files    report.Files
	Machine  string
	Rules    []ruleView
	Groups   []*group
	Patterns []patternView
	Chart    template.HTML
}

// ruleView is a rule with the number of its findings and its documentation.
type ruleView struct {
	Name, Title, Why, Fix, Quiet string
	Count                        int
}

// group is a file with its findings.
type group struct {
	ID, Dir, Name   string
	Warnings, Notes int
	Findings        []findingView
}

// findingView is a finding in the form in which the page shows it.
type findingView struct {
	ID, Rule, Severity, Path string
	Line, Col                int
	Function, Message        string
	Cost, Advice             string
	Fingerprint              string
	Chain                    []stepView
	Excerpts                 []excerpt
	Fixes                    []fixView
	Picture                  template.HTML
}

// stepView is a related position.
type stepView struct{ Role, Place, Func, Message string }

// fixView is a change that takes the cause of a finding away.
type fixView struct {
	Message string
	Diff    []diffLine
}

// maker fills a view in.
type maker struct {
	*report.Output
	texts   *texts
	machine fabric.Machine
	known   bool // the machine is
}

func newView(r *report.Report, o *report.Output) *view {
	m := &maker{Output: o, texts: newTexts(o.Paths)}
	if f, err := o.Machine.Fabric(); err == nil {
		m.machine, m.known = f, true
	}
	v := &view{
		Policy: policy, Style: template.CSS(style), Script: template.JS(script), Version: o.Version,
		Hidden: r.Hidden, Files: safeFiles(r.Files), Rules: ruleViews(r, o.Rules),
	}
	for i := range r.Marked {
		if r.Marked[i].State == report.Silenced {
			v.Silenced++
		} else {
			v.Known++
		}
	}
	if m.known {
		v.Machine = fmt.Sprintf("%s ranks, %d on a node, %s", fabric.Count(int64(m.machine.Ranks)), m.machine.PPN, m.machine.Transport.Title)
	}
	m.addFindings(v, r.Findings)
	v.Patterns, v.Chart = m.patterns(r.Findings)
	return v
}

// addFindings fills in the findings by file; they come in the order of their files.
func (m *maker) addFindings(v *view, list []report.Finding) {
	for i := range list {
		f := m.finding(&list[i], i+1)
		n := len(v.Groups)
		if n == 0 || path.Join(v.Groups[n-1].Dir, v.Groups[n-1].Name) != path.Clean(f.Path) {
			dir, name := path.Split(f.Path)
			v.Groups = append(v.Groups, &group{ID: fmt.Sprintf("file%d", n+1), Dir: dir, Name: name})
			n++
		}
		g := v.Groups[n-1]
		g.Findings = append(g.Findings, f)
		if list[i].Severity == rules.Warning {
			g.Warnings++
			v.Warnings++
		} else {
			g.Notes++
			v.Notes++
		}
	}
}

func (m *maker) finding(f *report.Finding, number int) findingView {
	out := findingView{
		ID: fmt.Sprintf("f%d", number), Rule: f.Rule, Severity: f.Severity.String(), Path: report.Safe(f.Pos.File),
		Line: f.Pos.Line, Col: f.Pos.Col, Function: report.Safe(f.Function), Message: report.Safe(f.Message),
		Cost: report.Safe(f.Cost), Advice: report.Safe(f.Advice), Fingerprint: f.Fingerprint,
		Chain: chain(f), Excerpts: m.excerpts(f), Picture: picture(f.Pattern),
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, fixView{Message: report.Safe(x.Message), Diff: m.diff(x)})
	}
	return out
}

// chain lists the related positions, the loop first and then inwards.
func chain(f *report.Finding) []stepView {
	var out []stepView
	for _, role := range []string{rules.RoleLoop, rules.RoleCaller, rules.RoleAcquire, rules.RoleCall, rules.RoleRelease} {
		for _, rel := range f.Related {
			if rel.Role == role {
				out = append(out, stepView{
					Role: role, Place: report.Safe(fmt.Sprintf("%s:%d", rel.Pos.File, rel.Pos.Line)),
					Func: report.Safe(rel.Func), Message: report.Safe(rel.Message),
				})
			}
		}
	}
	return out
}

func ruleViews(r *report.Report, list []*rules.Rule) []ruleView {
	count := map[string]int{}
	for i := range r.Findings {
		count[r.Findings[i].Rule]++
	}
	var out []ruleView
	for _, x := range list {
		out = append(out, ruleView{x.Name, x.Doc.Title, x.Doc.Why, x.Doc.Fix, x.Doc.Quiet, count[x.Name]})
		delete(count, x.Name)
	}
	for name, n := range count { // findings about comments that silence nothing belong to no rule
		out = append(out, ruleView{Name: name, Count: n})
	}
	return out
}

func safeFiles(f report.Files) report.Files {
	out := f
	out.Incomplete = nil
	for _, x := range f.Incomplete {
		out.Incomplete = append(out.Incomplete, report.Incomplete{File: report.Safe(x.File), Errors: x.Errors, First: report.Safe(x.First)})
	}
	return out
}

// paragraphs splits prose at its empty lines.
func paragraphs(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
