package report

import (
	"cmp"
	"slices"

	"mpivet/rules"
)

// Output is what the writers of the output forms are told besides the report.
type Output struct {
	Version string        // of mpivet
	Rules   []*rules.Rule // all rules, whose documentation some forms carry
	Paths   *Paths
	Machine rules.Machine // that costs are worked out for
}

// byImportance returns the findings with those first that should be seen when not all can be: warnings before notes, and those
// with the nearest loop before those with more calls in between.
func byImportance(list []Finding) []*Finding {
	out := make([]*Finding, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	slices.SortStableFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(calls(a), calls(b)))
	})
	return out
}

// calls counts the calls that lie between a finding's loop and its position.
func calls(f *Finding) int {
	n := 0
	for _, rel := range f.Related {
		if rel.Role == rules.RoleCaller {
			n++
		}
	}
	return n
}

// byPosition returns the findings of both lists, each of which is sorted, in the order of the report.
func byPosition(a, b []Finding) []*Finding {
	out := make([]*Finding, 0, len(a)+len(b))
	for _, list := range [][]Finding{a, b} {
		for i := range list {
			out = append(out, &list[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *Finding) int { return compareFindings(a, b) })
	return out
}

// related says what a related position is, for readers who see it alone.
func related(rel rules.Related) string {
	text := rel.Role
	if rel.Message != "" {
		text += ": " + rel.Message
	}
	if rel.Func != "" {
		text += " (in " + rel.Func + ")"
	}
	return Safe(text)
}

// paragraphs joins the message of a finding with its cost and its advice.
func paragraphs(f *Finding, sep string) string {
	text := f.Message
	if f.Cost != "" {
		text += sep + "cost: " + f.Cost
	}
	if f.Advice != "" {
		text += sep + "advice: " + f.Advice
	}
	return text
}
