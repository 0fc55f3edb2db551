package rules

import (
	"strings"
	"testing"
)

func complete(name string) *Rule {
	return &Rule{Name: name, Run: func(*Pass) []Finding { return nil }, Doc: Doc{
		Title: "something is wrong", Severity: "a warning", Why: "\n\tit costs\n\tmuch\n\n\tand more\n", Fix: "do it once", Before: "\nfor (;;)\n\tf();\n",
		After: "f();", Lang: "c", Quiet: "the rest", Measured: "ran it\n\n| size | before |\n|---|---|\n| 1 | 1,000 |\n| 20 | 3 |\n\n`run` repeats it", Since: "0.1",
	}}
}

func TestCheck(t *testing.T) {
	if err := Check([]*Rule{complete("a"), complete("b2")}); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(*Rule){
		"registered twice":        func(r *Rule) { r.Name = "a" },
		"lower case letters":      func(r *Rule) { r.Name = "No-Name" },
		"no Run":                  func(r *Rule) { r.Run = nil },
		"has no Quiet":            func(r *Rule) { r.Doc.Quiet = " " },
		"has no Title":            func(r *Rule) { r.Doc.Title = "" },
		"longer than 60":          func(r *Rule) { r.Doc.Title = strings.Repeat("x", 61) },
		"ends in a full stop":     func(r *Rule) { r.Doc.Title = "it is wrong." },
		"starts with a capital":   func(r *Rule) { r.Doc.Title = "It is wrong" },
		"rule \"b\": documentati": func(r *Rule) { r.Doc.Since = "" },
	} {
		r := complete("b")
		spoil(r)
		if err := Check([]*Rule{complete("a"), r}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestText(t *testing.T) {
	want := `a: something is wrong

Why it costs

    it costs
    much

    and more

How to fix it

    do it once

Before

    for (;;)
        f();

After

    f();

Measured before and after

    ran it

    size   before
    1       1,000
    20          3

    run repeats it

What it stays quiet about

    the rest

Warning or note

    a warning

How to silence it

    A comment mpivet:ignore a with the reason, on the line of the finding or the
    line above it; mpivet:ignore-file a for a whole file. In C and C++
    NOLINT(mpivet-a) and NOLINTNEXTLINE(mpivet-a) do too, in Go //nolint:mpivet.
    In .mpivet.yaml, severities: {a: note} makes its findings notes and off
    switches it off, and ignore: leaves folders out. A baseline
    (-write-baseline, -baseline) keeps what is known from being reported.

Since version 0.1.
`
	if got := complete("a").Text(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestMarkdown(t *testing.T) {
	got := complete("a").Markdown()
	for _, part := range []string{"# a: something is wrong\n", "## Before\n\n```c\nfor (;;)\n\tf();\n```\n", "it costs\nmuch\n\nand more\n"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
}

func TestWrap(t *testing.T) {
	got := wrap("one two three\n\nµµµµ five\nlongerthanwide x", 8)
	if want := "one two\nthree\n\nµµµµ\nfive\nlongerthanwide\nx"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
