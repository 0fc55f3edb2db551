package report

import (
	"cmp"
	"slices"
	"strings"

	"mpivet/ir"
	"mpivet/rules"
)

// run is one report in the making.
type run struct {
	*Options
	src    *sources
	list   []Finding
	result *Report
}

// steps are what findings go through, in this order.
var steps = []func(*run){
	(*run).attach,      // first: everything later compares the names that the user reads
	(*run).override,    // before deduplication, which keeps the higher severity
	(*run).dedupe,      // units that share a header report the same thing
	(*run).sort,        // before the fingerprints, whose ordinals follow the order in the file
	(*run).suppress,    // before the filters, so that a comment that does something is known as such whatever is asked for
	(*run).unused,      // after suppress, which finds out which comments do something
	(*run).fingerprint, // before anything is left out: a filter or an ignore must not rename the findings after it
	(*run).filter,      // the rules and files that were asked for
	(*run).compare,     // after the filter: what was not asked for is not missed in the baseline
	(*run).changed,     // after compare, so that known findings are met wherever they are
	(*run).threshold,   // the last filter: what it hides is counted, and nothing else should be in that count
	(*run).record,      // what would be reported, and no more
	(*run).fix,         // only for what is left, because it reads sources
	(*run).divide,      // what is reported, and what a comment or a baseline marks, which some forms show as such
}

// Run sends the findings through the steps.
func Run(found []rules.Finding, files Files, o Options) *Report {
	r := &run{Options: &o, src: newSources(o.Paths.dir), result: &Report{Files: files}}
	for _, f := range found {
		r.list = append(r.list, Finding{Finding: f})
	}
	for _, step := range steps {
		step(r)
	}
	r.result.Findings = r.list
	r.finishFiles()
	return r.result
}

// attach gives every position the file name that the user reads, and puts related positions in the order of their roles.
func (r *run) attach() {
	for i := range r.list {
		f := &r.list[i]
		f.Pos.File = r.Paths.Display(f.Pos.File)
		related := slices.Clone(f.Related)
		for j := range related {
			related[j].Pos.File = r.Paths.Display(related[j].Pos.File)
		}
		sortRelated(related)
		f.Related = related
	}
}

var roleOrder = []string{rules.RoleCall, rules.RoleLoop, rules.RoleCaller, rules.RoleAcquire, rules.RoleRelease}

// sortRelated groups by role. Within a role the rule's order stays: a chain of calls is told from the loop inwards.
func sortRelated(list []rules.Related) {
	slices.SortStableFunc(list, func(a, b rules.Related) int {
		return cmp.Compare(slices.Index(roleOrder, a.Role), slices.Index(roleOrder, b.Role))
	})
}

func (r *run) override() {
	if r.Severity == nil {
		return
	}
	r.keep(func(f *Finding) bool {
		o, ok := r.Severity(f.Rule, r.Paths.Abs(f.Pos.File))
		if ok {
			f.Severity = o.Level
		}
		return !ok || !o.Off
	})
}

// dedupe joins findings of one rule at one position.
func (r *run) dedupe() {
	type key struct {
		rule, file string
		line, col  int
	}
	first := map[key]int{}
	var out []Finding
	for _, f := range r.list {
		k := key{f.Rule, f.Pos.File, f.Pos.Line, f.Pos.Col}
		if at, ok := first[k]; ok {
			out[at] = join(out[at], f)
			continue
		}
		first[k] = len(out)
		out = append(out, f)
	}
	r.list = out
}

// join keeps the finding that says more, with the calls and releases of both.
func join(a, b Finding) Finding {
	if b.Severity > a.Severity {
		a, b = b, a
	}
	for _, rel := range b.Related {
		if rel.Role == rules.RoleCall || rel.Role == rules.RoleRelease {
			if !slices.ContainsFunc(a.Related, func(x rules.Related) bool { return x.Role == rel.Role && x.Pos == rel.Pos }) {
				a.Related = append(a.Related, rel)
			}
		}
	}
	sortRelated(a.Related)
	return a
}

func (r *run) sort() {
	slices.SortStableFunc(r.list, func(a, b Finding) int { return compareFindings(&a, &b) })
}

func compareFindings(a, b *Finding) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), strings.Compare(a.Rule, b.Rule))
}

func comparePos(a, b ir.Pos) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// suppress marks what a comment silences.
func (r *run) suppress() {
	for i := range r.list {
		f := &r.list[i]
		if m := r.marksOf(f.Pos.File).silences(f.Rule, f.Pos.Line, max(f.Pos.Line, f.Pos.EndLine)); m != nil {
			f.State, f.Reason = Silenced, m.reason
		}
	}
}

// marksOf returns the comments of a file that silence something.
func (r *run) marksOf(file string) *marks {
	src := r.src.file(file)
	if src.marks == nil {
		src.marks = readMarks(file, src.text, r.Known)
		r.result.Malformed = append(r.result.Malformed, src.marks.malformed...)
	}
	return src.marks
}

func (r *run) filter() {
	r.keep(func(f *Finding) bool {
		if len(r.Rules) > 0 && f.Rule != UnusedIgnore && !slices.Contains(r.Rules, f.Rule) {
			return false
		}
		if r.Ignored != nil && r.Ignored(r.Paths.Abs(f.Pos.File)) {
			return false
		}
		return r.Only == nil || r.touchesOnly(f)
	})
	r.result.Malformed = slices.DeleteFunc(r.result.Malformed, func(m Malformed) bool {
		file := r.Paths.Abs(m.Pos.File)
		return r.Ignored != nil && r.Ignored(file) || r.Only != nil && !r.Only(file)
	})
}

// touchesOnly reports whether any position of f lies in one of the files that were asked for.
func (r *run) touchesOnly(f *Finding) bool {
	if r.Only(r.Paths.Abs(f.Pos.File)) {
		return true
	}
	return slices.ContainsFunc(f.Related, func(x rules.Related) bool { return r.Only(r.Paths.Abs(x.Pos.File)) })
}

func (r *run) threshold() {
	r.keep(func(f *Finding) bool {
		if f.Severity >= r.Threshold {
			return true
		}
		if f.State == Reported {
			r.result.Hidden++
		}
		return false
	})
}

// divide takes what is not reported out of the list.
func (r *run) divide() {
	r.keep(func(f *Finding) bool {
		if f.State != Reported {
			r.result.Marked = append(r.result.Marked, *f)
		}
		return f.State == Reported
	})
}

func (r *run) keep(wanted func(*Finding) bool) {
	out := r.list[:0]
	for i := range r.list {
		if wanted(&r.list[i]) {
			out = append(out, r.list[i])
		}
	}
	r.list = out
}

// finishFiles gives the incomplete files the names that the user reads, sorted, one entry a file.
func (r *run) finishFiles() {
	var out []Incomplete
	for _, f := range r.result.Files.Incomplete {
		f.File = r.Paths.Display(f.File)
		f.First = strings.Join(strings.Fields(f.First), " ")
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Incomplete) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.First, b.First))
	})
	r.result.Files.Incomplete = slices.CompactFunc(out, func(a, b Incomplete) bool { return a.File == b.File })
}
