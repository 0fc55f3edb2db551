package discover

import (
	"bytes"
	"strings"
)

// Text is what the scanner notes about one file.
type Text struct {
	Includes []Include
	Probes   []string // headers whose presence a condition asks for
	// Calls counts the calls of MPI procedures in the text, whatever condition
	// they are under, but for those in macros' bodies, under #if 0 and for debugging.
	Calls int
	// Needs lists the macros that must be defined for the MPI calls, or the
	// inclusion of mpi.h, to be read.
	Needs []string
	Binds []string // those of them for the inclusion of mpi.h
	Funcs []Func
	// Binding says that a C++ binding of MPI is included: its methods need not
	// have MPI in their names.
	Binding bool
	Binary  bool // holds NUL characters or is enormous: no source text
	Empty   bool // holds nothing
	CXX     bool // uses words that only C++ has
}

// Include is an #include line.
type Include struct {
	Name  string
	Angle bool // <name> instead of "name"
}

// Func is a function, a macro, or a variable with an initialiser: anything whose
// mention leads to what is mentioned in it.
type Func struct {
	Name string
	Refs []string // names it mentions, each once
	MPI  bool     // mentions MPI itself
	// Pastes says that it is a macro that makes names of parts of names, Macro that it is a macro at all.
	Pastes, Macro bool
}

// bindings are how the headers of C++ bindings of MPI begin.
var bindings = []string{"boost/mpi", "mpl/", "kamping/", "mpicxx.h", "rempi/", "oompi"}

// maxSource is the size in bytes beyond which a file is no source worth reading.
const maxSource = 64 << 20

// Scan reads a file's text.
func Scan(src []byte) *Text {
	t := &Text{}
	if bytes.IndexByte(src[:min(len(src), 8<<10)], 0) >= 0 {
		t.Binary = true
		return t
	}
	s := scanner{lex: newLexer(string(src)), out: t}
	s.run()
	t.Needs, t.Binds = unique(t.Needs), unique(t.Binds)
	return t
}

// mentionsMPI reports whether a name has to do with MPI: MPI_Send, PMPI_Send,
// hypre_MPI_Send, and the namespaces MPI and mpi.
func mentionsMPI(word string) bool {
	return strings.Contains(word, "MPI") || word == "mpi"
}

// isProcedure reports whether a name is spelled like an MPI procedure (MPI_Send,
// not MPI_INT or MPI_Comm, which are never called).
func isProcedure(word string) bool {
	word = strings.TrimPrefix(word, "P")
	return strings.HasPrefix(word, "MPI_") && len(word) > 5 && word[4] >= 'A' && word[4] <= 'Z' && word[5] >= 'a' && word[5] <= 'z'
}

// unique drops repetitions, keeping the order.
func unique(in []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
