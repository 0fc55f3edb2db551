// Package freshbuf holds the rule's analyzer under the name that Bazel's nogo looks for.
package freshbuf

import "mpivet/analyzers"

// Analyzer is analyzers.Freshbuf.
var Analyzer = analyzers.Freshbuf
