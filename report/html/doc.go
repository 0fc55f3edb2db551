// Package html writes the report that people look at: one file without anything from elsewhere, with the findings by file, the
// source around what belongs together, what it costs and what to do.
//
// Everything that comes from the analysed project is hostile text. It reaches the page through html/template only, after
// report.Safe; the page's policy lets neither a request leave it nor a script run that is not the page's own.
package html
