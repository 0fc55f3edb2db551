// Package heapchurn holds the rule's analyzer under the name that Bazel's nogo looks for.
package heapchurn

import "mpivet/analyzers"

// Analyzer is analyzers.Heapchurn.
var Analyzer = analyzers.Heapchurn
