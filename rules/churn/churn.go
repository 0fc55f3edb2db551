// Package churn turns what the age analysis found into the findings of freshbuf and heapchurn: which of the two it is, how
// much it matters, and what to say.
package churn

import (
	"regexp"
	"strings"

	"mpivet/dataflow/age"
	"mpivet/dataflow/steady"
	"mpivet/ir"
	"mpivet/mpi"
	"mpivet/rules"
)

// Names of the two rules.
const (
	Freshbuf  = "freshbuf"
	Heapchurn = "heapchurn"
)

// Findings returns the findings of one of the two rules.
func Findings(p *rules.Pass, rule string) []rules.Finding {
	if p.Ages == nil {
		return nil
	}
	var out []rules.Finding
	freed := freedObjects(p.Program)
	for _, ch := range p.Ages.Churns {
		c := *ch
		c.Leaked = c.Leaked && !freed[madeBy(ch)] // else this one may be among those freed elsewhere
		if ruleOf(&c) == rule && !quiet(&c) {
			out = append(out, finding(p, &c))
		}
	}
	return out
}

// freedObjects returns the classes of objects that the program frees somewhere.
func freedObjects(prog *ir.Program) map[mpi.Object]bool {
	out := map[mpi.Object]bool{}
	if prog == nil {
		return out
	}
	for _, fn := range prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if r, ok := in.(*ir.Release); ok {
					if p := mpi.Lookup(r.How); p != nil && p.Frees != mpi.NoObject {
						out[p.Frees] = true
					}
				}
			}
		}
	}
	return out
}

// ruleOf says which rule a churn belongs to: freshbuf where a loop communicates storage that is new in each pass,
// heapchurn where no loop holds both, where a kept block changes its size, and for MPI's objects.
func ruleOf(ch *age.Churn) string {
	if ch.Loop == nil || ch.GivenUp != "" || ch.Kind == ir.Object {
		return Heapchurn
	}
	return Freshbuf
}

// quiet reports whether a churn is not worth a word: objects that stay, and those that pin or hold next to nothing.
func quiet(ch *age.Churn) bool {
	if ch.Kind != ir.Object {
		return false
	}
	return ch.Kept || ch.Piled && !ch.Repeats || ch.Setup || objectCosts[madeBy(ch)] == "" || ch.Described == steady.Changes && !ch.Leaked
}

func severity(p *rules.Pass, ch *age.Churn) rules.Severity {
	switch {
	case ch.Kept, ch.Piled && !ch.Repeats, ch.Setup, ch.PartOf != nil, ch.Loop == nil && ch.Seen == age.Called:
		return rules.Note
	case ch.Kind == ir.Object:
		if ch.Described == steady.Unclear && !ch.Leaked {
			return rules.Note // it may describe the data of each call or pass, so that keeping one would not do
		}
		return rules.Warning
	case ch.Same, small(p, ch), few(p, ch) != "", unowned(p, ch):
		return rules.Note
	}
	return rules.Warning
}

// few says what messages have a number for that is small without being constant, "" when one of them is not of that kind.
func few(p *rules.Pass, ch *age.Churn) string {
	what := ""
	for _, c := range ch.Comms {
		switch {
		case c.Count == age.PerRank:
			what = "a number per rank"
		case c.Count == age.PerChar:
			what = "the text of a string"
		case c.Size < 0 || c.Size > p.Eager:
			return ""
		}
	}
	return what
}

// unowned reports whether nothing that is seen releases the block, where the language does not do that by itself and it is not seen to
// leak either: it is likely kept by something that is not seen.
func unowned(p *rules.Pass, ch *age.Churn) bool {
	return len(ch.Releases) == 0 && !ch.Leaked && ch.GivenUp == "" && p.Program != nil && langOf(p.Program, ch.Fn) != ir.Go
}

// small reports whether every message is provably at or under the eager threshold.
func small(p *rules.Pass, ch *age.Churn) bool {
	if k, ok := ch.Size.(ir.Const); ok && k.V > 0 && k.V <= p.Eager {
		return true
	}
	for _, c := range ch.Comms {
		if c.Size < 0 || c.Size > p.Eager {
			return false
		}
	}
	return len(ch.Comms) > 0
}

// madeBy returns the class of the object that a churn makes.
func madeBy(ch *age.Churn) mpi.Object {
	if p := mpi.Lookup(ch.How); p != nil {
		return p.Makes
	}
	for part, object := range bindingObjects {
		if strings.Contains(ch.How, part) {
			return object
		}
	}
	return mpi.NoObject
}

// bindingObjects says what the makers of bindings make, by a part of their names (NewCommunicator, NewComm).
var bindingObjects = map[string]mpi.Object{"Comm": mpi.Communicator, "Win": mpi.Window, "Datatype": mpi.Datatype}

func finding(p *rules.Pass, ch *age.Churn) rules.Finding {
	f := rules.Finding{
		Rule: ruleOf(ch), Severity: severity(p, ch), Pos: ch.Pos, Function: ch.Fn.Display, Buffer: ch.Name,
		Message: message(p, ch), Cost: cost(p, ch), Advice: advice(p, ch) + settings(p, ch), Related: related(ch),
	}
	return f
}

// related lists the calls, the loop, the chain between them, the allocator and the releases.
func related(ch *age.Churn) []rules.Related {
	var out []rules.Related
	add := func(role string, pos ir.Pos, fn, msg string) {
		r := rules.Related{Role: role, Pos: pos, Message: msg, Func: fn}
		for _, x := range out {
			if x.Role == role && x.Pos == pos {
				return
			}
		}
		if pos.IsValid() {
			out = append(out, r)
		}
	}
	if len(ch.Within) > 0 {
		add(rules.RoleAcquire, ch.Inside, ch.Within[len(ch.Within)-1].Func, "allocated here by "+ch.How)
	}
	for _, c := range ch.Comms {
		if pos := c.In.Position(); pos != ch.Pos || c.Buf >= 0 {
			add(rules.RoleCall, pos, c.Fn.Display, verb(c)+" "+callName(c))
		}
	}
	if ch.Loop != nil {
		what := "the loop that repeats it"
		if ch.Levels {
			what = "the recursion that repeats it"
		}
		add(rules.RoleLoop, ch.Loop.Pos, ch.LoopFn.Display, what)
	}
	for _, s := range ch.Callers {
		add(rules.RoleCaller, s.Pos, "", "calls "+s.Func)
	}
	for _, c := range ch.Comms {
		for _, s := range c.Via {
			add(rules.RoleCaller, s.Pos, "", "calls "+s.Func)
		}
	}
	for _, r := range ch.Releases {
		add(rules.RoleRelease, r.Pos, "", "released by "+r.How)
	}
	return out
}

// verb says what a communication does with the buffer.
func verb(c age.CommAt) string {
	comm, ok := c.In.(*ir.Comm)
	if !ok || c.Buf < 0 || c.Buf >= len(comm.Bufs) {
		return "used by"
	}
	switch role := comm.Bufs[c.Buf].Role; {
	case comm.Proc != nil && strings.Contains(strings.ToLower(comm.Proc.Name), "bcast"):
		return "broadcast by"
	case comm.Proc != nil && reductions.MatchString(comm.Proc.Name):
		return "reduced by"
	case role == mpi.Send:
		return "sent by"
	case role == mpi.Recv:
		return "received by"
	}
	return "communicated by"
}

var reductions = regexp.MustCompile(`(?i)^MPI_I?(all)?(reduce|scan|exscan)`)

func callName(c age.CommAt) string {
	switch in := c.In.(type) {
	case *ir.Comm:
		return in.Name
	case *ir.Call:
		return in.Name
	case *ir.Acquire:
		return in.How
	}
	return "MPI"
}
