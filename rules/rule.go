// Package rules holds what every rule shares: the form of a finding, the documentation as data, and what a rule reads.
//
// A rule lives in a folder of its own below this one, which exports a variable Rule; package all lists them.
package rules

import (
	"mpivet/dataflow/age"
	"mpivet/ir"
)

// Doc is a rule's documentation as data. The command's explain and rules, the pages in docs/rules and the output forms that carry
// help render the same text. Text is plain prose; paragraphs are separated by an empty line. Before and After are program
// text, indented with tabs.
type Doc struct {
	Title    string // what is wrong, no capital, no full stop, at most 60 characters
	Severity string // what decides between warning and note
	Why      string // why it costs
	Fix      string // how to fix it
	Before   string // a program that is reported
	After    string // the same program after the fix
	Lang     string // language of Before and After: "c", "c++" or "go"
	Quiet    string // what it stays quiet about
	Measured string // a measured before and after as Markdown: what, a table, and the command that repeats it
	Since    string // the version of mpivet that had it first: "0.1"
}

// Rule is one rule.
type Rule struct {
	Name string // lower case letters and digits
	Doc  Doc
	Run  func(*Pass) []Finding
}

// DefaultEager is the size in bytes up to which a message counts as small: it is copied through memory that is registered
// already on every stack that was looked at.
const DefaultEager = 2048

// Pass is what a rule reads. Rules only read it; several may run at once.
type Pass struct {
	Program *ir.Program
	Ages    *age.Result // acquisitions that are communicated and not reused
	Machine Machine
	Eager   int64 // bytes; see DefaultEager
}
