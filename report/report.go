package report

import (
	"mpivet/ir"
	"mpivet/report/baseline"
	"mpivet/rules"
)

// Finding is a finding with what the output forms add to it.
type Finding struct {
	rules.Finding
	// Fingerprint names the finding across runs: it survives edits elsewhere in the file.
	Fingerprint string
	Fixes       []Fix
	Fixed       bool // one of Fixes is made
	State       State
	ordinal     int    // among the findings with the same rule, file and text of the line
	Reason      string // what the comment that silences it says; may be empty
}

// State says what becomes of a finding.
type State uint8

// States of a finding.
const (
	Reported State = iota
	Silenced       // by a comment
	Known          // by the baseline
)

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
	// Marked are the findings that would be reported but for a comment or the baseline, sorted likewise.
	Marked []Finding
	// Compared says that there was a baseline: what is reported is new.
	Compared bool
	Files    Files
	// Hidden counts findings below the severity threshold.
	Hidden int
	// Gone are the known findings of the baseline that are no longer there.
	Gone []baseline.Entry
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
	// Severity changes a rule's severity in a file, given by its absolute path: to a fixed one, or to none at all when Off; nil
	// changes none.
	Severity func(rule, file string) (Override, bool)
	// Analysed holds the files in which comments that silence nothing are looked for, with the lines on which code was seen; nil
	// means that nobody asks.
	Analysed map[string]map[int]bool
	// Ignored reports whether findings in a file are not wanted; nil means never. It is given the absolute path.
	Ignored func(file string) bool
	// Only limits the report to findings that have any of their positions in a file for which it holds; nil means no limit. It
	// is given the absolute path.
	Only func(file string) bool
	// Baseline holds the known findings, which are marked and not reported; nil means none. It is told which ones were met.
	Baseline *baseline.Baseline
	// Searched reports whether the run would meet the findings in a file, given by its absolute path, if there are any; nil means
	// always. Known findings elsewhere are not called gone.
	Searched func(file string) bool
	// Record is told every finding that would be written to a baseline: what is reported and what Baseline knows; nil means
	// that nobody asks. All of them become known.
	Record *baseline.Baseline
	// Changed limits the report to findings that have any of their positions on lines for which it holds; nil means no limit. It
	// is given the absolute path.
	Changed func(file string, first, last int) bool
}

// Override is a severity that the configuration sets for a rule.
type Override struct {
	Off   bool
	Level rules.Severity
}
