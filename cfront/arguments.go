package cfront

import (
	"path/filepath"

	"mpivet/cfront/compdb"
	"mpivet/cfront/headers"
)

// arguments makes the compiler arguments of units.
type arguments struct {
	headers string   // folder of the built-in headers
	system  []string // include folders of the installed MPI, if it comes first
	extra   []string // the user's for all files
	std     string   // the user's standard
	lang    compdb.Lang
}

// always are arguments for every unit: errors are counted, not cut off; names are
// not corrected to what they resemble; of the warnings only one is of use. What
// newer clangs refuse of old C is let through as by the older.
var always = []string{
	"-ferror-limit=0", "-fno-spell-checking", "-Wno-everything", "-Wimplicit-function-declaration",
	"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
	"-Wno-error=incompatible-function-pointer-types", "-Wno-unknown-warning-option",
}

func newArguments(opts Options, dir, headers string, system []string) arguments {
	a := arguments{headers: headers}
	a.extra, a.lang, a.std = compdb.Extra(opts.Compiler, dir)
	if opts.SystemMPI {
		a.system = system
	}
	return a
}

// of returns the arguments of one unit. The order is that of precedence: our
// headers, the unit's own folders, those found by looking, the user's.
func (a arguments) of(u unit) []string {
	args := u.args
	if args == nil {
		lang := u.lang
		if a.lang != "" {
			lang = a.lang
		}
		args = compdb.Language(lang, "")
	}
	language, rest := args[:2], args[2:]
	out := append([]string{}, language...)
	ours := filepath.Join(a.headers, headers.MPI)
	if len(a.system) == 0 {
		out = append(out, "-iquote", ours, "-I", ours)
	}
	out = append(out, "-I", filepath.Join(a.headers, headers.OMP))
	out = append(out, rest...)
	for _, dir := range u.found.Quotes {
		out = append(out, "-iquote", dir)
	}
	for _, dir := range u.found.Angles {
		out = append(out, "-idirafter", dir)
	}
	out = append(out, a.extra...)
	if std := compdb.Standard(a.std, compdb.Lang(language[1])); std != "" {
		out = append(out, "-std="+std)
	}
	for _, dir := range a.system {
		out = append(out, "-I", dir)
	}
	if len(a.system) > 0 {
		out = append(out, "-idirafter", ours)
	}
	return append(out, always...)
}
