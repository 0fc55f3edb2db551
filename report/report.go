package report

import (
	"mpivet/ir"
	"mpivet/rules"
)

// Finding is a finding with what the output forms add to it.
type Finding struct {
	rules.Finding
	// Fingerprint names the finding across runs: it survives edits elsewhere in the file.
	Fingerprint string
	Fixes       []Fix
}

// Incomplete is a file that could not be analysed in full.
type Incomplete struct {
	File   string `json:"file"`
	Errors int    `json:"errors"`
	First  string `json:"first"` // the first error, on one line
}

// Files counts what was looked at.
type Files struct {
	Analysed   int
	Skipped    int
	Incomplete []Incomplete
}

// Report is what a writer prints. Paths in it are as the user reads them.
type Report struct {
	Findings []Finding // sorted by file, line, column, rule
	Files    Files
	// Hidden counts findings below the severity threshold.
	Hidden int
	// Malformed lists the suppression comments that could not be understood.
	Malformed []Malformed
}

// Malformed is a suppression comment that says something mpivet does not understand.
type Malformed struct {
	Pos     ir.Pos
	Message string
}

// Options says what is reported.
type Options struct {
	// Paths maps the file names of positions to what the user reads.
	Paths *Paths
	// Rules limits the report to these; empty means all.
	Rules []string
	// Known lists the names of all rules, for suppression comments.
	Known []string
	// Threshold is the lowest severity that is reported.
	Threshold rules.Severity
	// Severity changes a rule's severity: to a fixed one, or to none at all when Off.
	Severity map[string]Override
	// Ignored reports whether findings in a file are not wanted; nil means never. It is given the absolute path.
	Ignored func(file string) bool
	// Only limits the report to findings that have any of their positions in a file for which it holds; nil means no limit. It
	// is given the absolute path.
	Only func(file string) bool
	// Fixes works out how a finding can be mended; nil means that nobody asks.
	Fixes func(f *Finding) []Fix
}

// Override is a severity that the configuration sets for a rule.
type Override struct {
	Off   bool
	Level rules.Severity
}
