package heapchurn

import _ "embed"

// measured is what the programs in testdata/measure/heapchurn cost; internal/measure writes it.
//
//go:embed measured.md
var measured string
