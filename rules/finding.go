package rules

import "mpivet/ir"

// Severity says how much a finding matters.
type Severity uint8

// Severities in rising order. Warning is the threshold at which the command's exit status becomes 1, unless another is asked for.
const (
	Note Severity = iota
	Warning
)

// String returns the severity as the output forms and the configuration spell it.
func (s Severity) String() string {
	if s == Note {
		return "note"
	}
	return "warning"
}

// ParseSeverity reads what String writes and reports whether text is a severity.
func ParseSeverity(text string) (Severity, bool) {
	switch text {
	case "note":
		return Note, true
	case "warning":
		return Warning, true
	}
	return Note, false
}

// Roles of related positions.
const (
	RoleCall    = "call"    // the communication call (the MPI procedure's, or the binding's)
	RoleLoop    = "loop"    // the innermost loop that repeats; at most one for a finding
	RoleCaller  = "caller"  // a call between the loop and the acquisition or the communication call
	RoleAcquire = "acquire" // the allocator inside the function that the finding's position calls
	RoleRelease = "release" // where the memory or object is given up
)

// Related is another place that belongs to a finding.
type Related struct {
	Role    string // one of the Role constants
	Pos     ir.Pos
	Message string // lower case, without position and full stop: "sent by MPI_Isend"
	Func    string // the function that Pos lies in, as a reader knows it
}

// Finding is one thing a rule has to say.
type Finding struct {
	Rule     string
	Severity Severity
	Pos      ir.Pos // the acquisition; for alltoall the call
	Function string // the function that Pos lies in, as a reader knows it
	Message  string // one line, lower case, no full stop, without position and rule
	Cost     string // why it costs, with figures where they are known, else the formula
	Advice   string // what to do instead
	// Pattern is the pattern of alltoall as package fabric names it, and Communicator what it is over: "world",
	// "sub-communicator", "node", "unknown". Else both are empty.
	Pattern, Communicator string
	Peers                 string // alltoall: the ranks that one rank is connected to, "n-1"; else empty
	Buffer                string // the buffer or object as written in the source; may be empty
	Related               []Related
	Fixes                 []Fix // changes of which any one takes the cause away
}
