package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"mpivet/ir"
	"mpivet/rules"
)

// maxResults is the number of results that GitHub's code scanning takes in one run.
const maxResults = 25_000

// baseID stands for the working directory in the names of files.
const baseID = "%SRCROOT%"

// WriteSARIF writes the report in the Static Analysis Results Interchange Format 2.1.0. What a comment silences and what the
// baseline knows is in it too, and marked.
func WriteSARIF(w io.Writer, r *Report, o *Output) error {
	return writeSARIF(w, r, o, maxResults)
}

// writeSARIF writes at most limit results.
func writeSARIF(w io.Writer, r *Report, o *Output, limit int) error {
	s := &sarifWriter{Output: o, report: r, limit: limit, columns: newColumns(o.Paths), index: map[string]int{}}
	return encode(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{s.run()},
	})
}

type sarifWriter struct {
	*Output
	report  *Report
	limit   int // of results
	columns columns
	index   map[string]int // of each rule in the list of rules
}

func (s *sarifWriter) run() sarifRun {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "mpivet", SemanticVersion: s.Version, Rules: s.rules()}},
		Bases:      map[string]sarifBase{baseID: {sarifText{"the working directory of the run"}}},
		Invocation: []sarifInvocation{{Successful: true}},
		Results:    []sarifResult{},
		ColumnKind: "utf16CodeUnits",
	}
	list := byPosition(s.report.Findings, s.report.Marked)
	inv := &run.Invocation[0]
	for _, f := range s.report.Files.Incomplete {
		inv.Notices = append(inv.Notices, sarifNotice{
			Level:     "warning",
			Message:   sarifText{fmt.Sprintf("analysed only as far as possible, errors: %d, first: %s", f.Errors, sarifMessage(f.First))},
			Locations: []sarifLocation{{Physical: sarifPlace{Artifact: artifact(f.File)}}},
		})
	}
	if len(list) > s.limit {
		inv.Notices = append(inv.Notices, sarifNotice{Level: "warning", Message: sarifText{
			fmt.Sprintf("%d findings, of which the %d most important are listed", len(list), s.limit)}})
		list = mostImportant(list, s.limit)
	}
	for _, f := range list {
		run.Results = append(run.Results, s.result(f))
	}
	return run
}

// mostImportant returns the n findings that should be seen first, in their order in list.
func mostImportant(list []*Finding, n int) []*Finding {
	plain := make([]Finding, len(list))
	for i, f := range list {
		plain[i] = *f
	}
	out := byImportance(plain)[:n]
	slices.SortStableFunc(out, compareFindings)
	return out
}

func (s *sarifWriter) rules() []sarifRule {
	out := make([]sarifRule, 0, len(s.Rules))
	for i, r := range append(slices.Clone(s.Rules), &unusedDoc) {
		s.index[r.Name] = i
		out = append(out, sarifRule{
			ID: r.Name, Name: r.Name,
			Short: sarifText{r.Doc.Title}, Full: sarifText{firstParagraph(r.Doc.Why)},
			Help:       sarifHelp{Text: r.Text(), Markdown: r.Markdown()},
			Default:    sarifDefault{Level: "warning"},
			Properties: sarifProperties{Tags: []string{"mpi", "performance"}, Precision: "high", Severity: "warning"},
		})
	}
	return out
}

func firstParagraph(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n\n")
	return strings.Join(strings.Fields(text), " ")
}

func (s *sarifWriter) result(f *Finding) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, Index: s.ruleIndex(f.Rule), Level: f.Severity.String(),
		Message:      sarifText{sarifMessage(paragraphs(f, "\n"))},
		Locations:    []sarifLocation{s.location(f.Pos, f.Function)},
		Fingerprints: map[string]string{"mpivet/v1": f.Fingerprint},
		Flows:        s.flows(f),
		Fixes:        s.fixes(f),
	}
	for i, rel := range f.Related {
		loc := s.location(rel.Pos, rel.Func)
		id := i + 1
		loc.ID, loc.Message = &id, &sarifText{sarifMessage(related(rel))}
		out.Related = append(out.Related, loc)
	}
	if f.State == Silenced {
		out.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: Safe(f.Reason)}}
	}
	switch {
	case f.State == Known:
		out.BaselineState = "unchanged"
	case s.report.Compared:
		out.BaselineState = "new"
	}
	return out
}

func (s *sarifWriter) ruleIndex(rule string) *int {
	if i, ok := s.index[rule]; ok {
		return &i
	}
	return nil
}

func (s *sarifWriter) location(p ir.Pos, function string) sarifLocation {
	loc := sarifLocation{Physical: sarifPlace{Artifact: artifact(p.File), Region: s.region(p)}}
	if function != "" {
		loc.Logical = []sarifLogical{{Name: Safe(function), Kind: "function"}}
	}
	return loc
}

// region returns the part of a file; the end column is exclusive, as it is in positions.
func (s *sarifWriter) region(p ir.Pos) *sarifRegion {
	if p.Line < 1 {
		return nil
	}
	r := &sarifRegion{StartLine: p.Line}
	start, end := s.columns.utf16(p)
	if p.Col > 0 {
		r.StartColumn = start
	}
	if p.EndLine >= p.Line && p.EndCol > 0 {
		r.EndLine, r.EndColumn = p.EndLine, end
	}
	return r
}

// flows tells how a finding comes about where calls lie between its loop and its position: the loop, the calls, the memory, what
// is done with it.
func (s *sarifWriter) flows(f *Finding) []sarifFlow {
	if calls(f) == 0 {
		return nil
	}
	var steps []sarifStep
	add := func(loc sarifLocation, message string) {
		loc.Message = &sarifText{sarifMessage(message)}
		steps = append(steps, sarifStep{loc})
	}
	role := func(role string) {
		for _, rel := range f.Related {
			if rel.Role == role {
				add(s.location(rel.Pos, rel.Func), related(rel))
			}
		}
	}
	role(rules.RoleLoop)
	role(rules.RoleCaller)
	add(s.location(f.Pos, f.Function), Safe(f.Message))
	role(rules.RoleAcquire)
	role(rules.RoleCall)
	role(rules.RoleRelease)
	return []sarifFlow{{[]sarifThread{{steps}}}}
}

func (s *sarifWriter) fixes(f *Finding) []sarifFix {
	var out []sarifFix
	for _, x := range f.Fixes {
		fix := sarifFix{Message: sarifText{sarifMessage(Safe(x.Message))}}
		at := map[string]int{}
		for _, e := range x.Edits {
			i, ok := at[e.Pos.File]
			if !ok {
				i = len(fix.Changes)
				at[e.Pos.File] = i
				fix.Changes = append(fix.Changes, sarifChange{Artifact: artifact(e.Pos.File)})
			}
			fix.Changes[i].Replacements = append(fix.Changes[i].Replacements,
				sarifReplacement{Deleted: s.region(e.Pos), Inserted: sarifText{e.NewText}})
		}
		if len(fix.Changes) > 0 {
			out = append(out, fix)
		}
	}
	return out
}

// artifact returns the name of a file as a URI: relative to the working directory, or absolute where it lies elsewhere.
func artifact(file string) sarifArtifact {
	if filepath.IsAbs(filepath.FromSlash(file)) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(file, "/")}).String()}
	}
	parts := strings.Split(file, "/")
	for i := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(parts[i]), ":", "%3A") // the first would end a scheme
	}
	return sarifArtifact{URI: strings.Join(parts, "/"), Base: baseID}
}

// sarifMessage makes text one that readers show as it is: square brackets before a parenthesis would be a link.
func sarifMessage(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Safe(lines[i])
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "](", `\](`)
}
