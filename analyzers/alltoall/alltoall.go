// Package alltoall holds the rule's analyzer under the name that Bazel's nogo looks for.
package alltoall

import "mpivet/analyzers"

// Analyzer is analyzers.Alltoall.
var Analyzer = analyzers.Alltoall
