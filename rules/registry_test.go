package rules

import (
	"strings"
	"testing"
)

func complete(name string) *Rule {
	return &Rule{Name: name, Run: func(*Pass) []Finding { return nil }, Doc: Doc{
		Title: "something is wrong", Severity: "a warning", Why: "\n\tit costs\n\tmuch\n\n\tand more\n", Fix: "do it once", Before: "\nfor (;;)\n\tf();\n",
		After: "f();", Lang: "c", Quiet: "the rest", Since: "0.1",
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

What it stays quiet about

    the rest

Warning or note

    a warning

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
