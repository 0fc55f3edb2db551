package alltoall

import _ "embed"

// measured is what the programs in testdata/measure/alltoall cost; internal/measure writes it.
//
//go:embed measured.md
var measured string
