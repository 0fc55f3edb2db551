package report

import (
	"maps"
	"slices"
	"strings"

	"mpivet/ir"
	"mpivet/rules"
)

// UnusedIgnore is the name that findings about comments carry which silence nothing.
const UnusedIgnore = "unusedignore"

// unusedDoc describes these findings where output forms describe rules.
var unusedDoc = rules.Rule{Name: UnusedIgnore, Doc: rules.Doc{
	Title:    "a comment that silences nothing",
	Severity: "always a warning; it is looked for with -unused-ignores only",
	Why:      "A comment that silences a finding which is no longer there would hide the next one on its line.",
	Fix:      "Remove the comment, or the names of the rules that it does not need.",
	Before:   "\tint n = 0; // mpivet:ignore freshbuf runs once\n",
	After:    "\tint n = 0;\n",
	Lang:     "c",
	Quiet:    "Comments that silence other tools too, as NOLINT(*) does; comments in files that could not be analysed in full, and in code that this configuration drops.",
	Since:    "0.2",
}}

// unused adds a finding for each comment in the analysed files that names a rule and silences nothing of it.
func (r *run) unused() {
	if r.Analysed == nil {
		return
	}
	incomplete := map[string]bool{}
	for _, f := range r.result.Files.Incomplete {
		incomplete[r.Paths.Display(f.File)] = true
	}
	code := map[string]map[int]bool{} // by the names that the user reads: several names may mean one file
	for name, lines := range r.Analysed {
		file := r.Paths.Display(name)
		if code[file] == nil {
			code[file] = map[int]bool{}
		}
		maps.Copy(code[file], lines)
	}
	for _, file := range slices.Sorted(maps.Keys(code)) {
		if incomplete[file] {
			continue
		}
		dropped := map[int]bool{}
		if !strings.HasSuffix(file, ".go") {
			dropped = conditional(r.src.file(file).lines)
		}
		for _, m := range r.marksOf(file).list {
			// Where no code was seen between #if and #endif, another configuration may need the comment.
			if !dropped[m.first] || code[file][m.first] {
				r.list = append(r.list, r.unusedIn(m)...)
			}
		}
	}
	r.sort()
}

func (r *run) unusedIn(m *mark) []Finding {
	var names []string
	for _, p := range m.patterns {
		if !m.used[p] && strings.HasPrefix(p, tidyPrefix) && !r.isOff(strings.TrimPrefix(p, tidyPrefix), m.pos.File) {
			names = append(names, p)
		}
	}
	if len(names) == 0 {
		return nil
	}
	if !strings.HasPrefix(m.form, "NOLINT") {
		for i := range names {
			names[i] = strings.TrimPrefix(names[i], tidyPrefix)
		}
	}
	what := m.form
	if !slices.Equal(names, []string{allRules}) {
		what += " of " + strings.Join(names, " and ")
	}
	line := r.src.file(m.pos.File).line(m.pos.Line)
	return []Finding{{Finding: rules.Finding{
		Rule: UnusedIgnore, Severity: rules.Warning,
		Pos:     ir.Pos{File: m.pos.File, Line: m.pos.Line, Col: 1, EndLine: m.pos.Line, EndCol: len(line) + 1},
		Message: what + " silences nothing",
		Advice:  "remove it",
	}}}
}

// isOff reports whether the configuration turns a rule off in a file.
func (r *run) isOff(rule, file string) bool {
	if r.Severity == nil {
		return false
	}
	o, ok := r.Severity(rule, r.Paths.Abs(file))
	return ok && o.Off
}
