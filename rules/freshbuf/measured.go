package freshbuf

import _ "embed"

// measured is what the programs in testdata/measure/freshbuf cost; internal/measure writes it.
//
//go:embed measured.md
var measured string
