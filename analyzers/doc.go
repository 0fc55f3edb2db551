// Package analyzers offers mpivet's rules as *analysis.Analyzer values: for go vet -vettool, for golangci-lint and for nogo.
//
// Such drivers show one package at a time. A package's functions, lowered to ir, are handed on to the packages that import
// it as a fact, so that a buffer is followed into the functions of dependencies. What callers do is not seen: a loop in
// another package is found when that package is analysed, and the finding then stands at the call in it. The command
// mpivet sees all packages at once and says more.
//
// Package golangci makes them a module plugin of golangci-lint. The packages named after the rules hold one analyzer each, in the
// variable Analyzer that nogo looks for. docs/CI.md has the lines for each driver.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"mpivet/rules/alltoall"
	"mpivet/rules/freshbuf"
	"mpivet/rules/heapchurn"
)

// The analyzers, one a rule.
var (
	Freshbuf  = newAnalyzer(&freshbuf.Rule)
	Heapchurn = newAnalyzer(&heapchurn.Rule)
	Alltoall  = newAnalyzer(&alltoall.Rule)
)

// All returns every analyzer.
func All() []*analysis.Analyzer { return []*analysis.Analyzer{Freshbuf, Heapchurn, Alltoall} }
