package fix

import (
	"strings"

	"mpivet/dataflow/age"
	"mpivet/ir"
	"mpivet/mpi"
)

// completes reports whether every communication of the block is one whose end is visible in the function: blocking calls, and
// nonblocking ones of the function itself, for which waits are looked for in the source.
func (f *Fixer) completes(ch *age.Churn) bool {
	for _, c := range ch.Comms {
		comm, ok := c.In.(*ir.Comm)
		if !ok || comm.Proc == nil {
			return false
		}
		if comm.Proc.Kind == mpi.OneSided || strings.HasSuffix(comm.Proc.Name, "_init") {
			return false
		}
		if comm.Req != nil && (len(c.Via) > 0 || c.Fn != ch.Fn || requestName(comm) == "") {
			return false
		}
	}
	return len(ch.Comms) > 0
}

// pending lists the nonblocking calls that communicate the block.
func pending(ch *age.Churn) []*ir.Comm {
	var out []*ir.Comm
	for _, c := range ch.Comms {
		if comm, ok := c.In.(*ir.Comm); ok && comm.Req != nil {
			out = append(out, comm)
		}
	}
	return out
}

// requestName is the local variable that holds the request of a nonblocking call, or nothing.
func requestName(c *ir.Comm) string {
	if c.Req == nil || c.Req.Root == nil || c.Req.Root.Kind != ir.Local {
		return ""
	}
	return plainName(c.Req.Root)
}
