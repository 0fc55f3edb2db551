package churn

import (
	"fmt"
	"path/filepath"
	"strings"

	"mpivet/dataflow/age"
	"mpivet/dataflow/steady"
	"mpivet/fabric"
	"mpivet/ir"
	"mpivet/mpi"
	"mpivet/rules"
)

// message says which buffer, acquired where, communicated by which call, in which loop, and what to do.
func message(p *rules.Pass, ch *age.Churn) string {
	if ch.Kind == ir.Object {
		return objectMessage(ch)
	}
	return fmt.Sprintf("buffer %s%s %s%s; %s", named(ch), acquired(ch), when(ch), communicated(ch), remedy(p, ch))
}

func named(ch *age.Churn) string {
	if ch.Name == "" {
		return ""
	}
	return fmt.Sprintf("%q ", ch.Name)
}

// acquired says how the block comes into being.
func acquired(ch *age.Churn) string {
	switch {
	case ch.GivenUp == "realloc" || ch.GivenUp == "reallocarray":
		return "is reallocated to the exact size"
	case ch.GivenUp != "":
		return fmt.Sprintf("gives its memory up (%s) and acquires it again", ch.GivenUp)
	case allocator(ch) || constructor(ch):
		return "is allocated by " + ch.Within[0].Func
	case len(ch.Within) > 0:
		return fmt.Sprintf("comes newly allocated out of %s", ch.Within[0].Func)
	}
	return "is allocated"
}

// allocator reports whether the function that the block comes out of is an allocator by its name: it has nothing to fill.
func allocator(ch *age.Churn) bool {
	return len(ch.Within) > 0 && strings.Contains(strings.ToLower(ch.Within[0].Func), "alloc")
}

// constructor reports whether the block belongs to an object that is made anew: it comes out of its constructor, or out of a
// call behind its declaration.
func constructor(ch *age.Churn) bool {
	if len(ch.Within) == 0 || ch.Declared {
		return ch.Declared && len(ch.Within) > 0
	}
	class, method, ok := cutLast(ch.Within[0].Func, "::")
	_, name, nested := cutLast(class, "::")
	if !nested {
		name = class
	}
	return ok && name == method
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// when names the region that repeats.
func when(ch *age.Churn) string {
	switch {
	case ch.Loop != nil:
		return each(ch)
	case len(ch.Releases) == 0:
		return "in every call of " + ch.Region.Display
	}
	return "and released in every call of " + ch.Region.Display
}

// each names the loop, or the recursion.
func each(ch *age.Churn) string {
	what := "in every pass of the loop at "
	if ch.Levels {
		what = "at every level of the recursion at "
	}
	return what + at(ch.Loop.Pos, ch.Pos) + through(ch)
}

// at names a line, with its file when that is not the finding's own.
func at(pos, from ir.Pos) string {
	if pos.File == from.File {
		return fmt.Sprintf("line %d", pos.Line)
	}
	return fmt.Sprintf("%s:%d", filepath.Base(pos.File), pos.Line)
}

// through names the functions between the loop and the acquisition.
func through(ch *age.Churn) string {
	if len(ch.Callers) == 0 {
		return ""
	}
	var names []string
	for _, s := range ch.Callers {
		names = append(names, s.Func)
	}
	if len(names) > 3 {
		names = append(append(names[:1:1], "…"), names[len(names)-1])
	}
	return " (through " + strings.Join(names, ", ") + ")"
}

func communicated(ch *age.Churn) string {
	for _, c := range ch.Comms {
		if _, ok := c.In.(*ir.Comm); ok {
			text := fmt.Sprintf(" and %s %s at %s", verb(c), callName(c), at(c.In.Position(), ch.Pos))
			if n := countCalls(ch); n > 1 {
				text += fmt.Sprintf(" (and %d more)", n-1)
			}
			return text
		}
	}
	return ""
}

func countCalls(ch *age.Churn) int {
	seen := map[ir.Pos]bool{}
	for _, c := range ch.Comms {
		seen[c.In.Position()] = true
	}
	return len(seen)
}

// remedy is the short advice in the message.
func remedy(p *rules.Pass, ch *age.Churn) string {
	switch {
	case small(p, ch):
		return "the message is small and copied through registered memory, so only the allocation is paid"
	case few(p, ch) != "":
		return "it holds " + few(p, ch) + ", too little to matter"
	case ch.Same:
		return "an inner loop communicates it again and again, so the registration is shared"
	case ch.Kept:
		return "it is kept as data, so a slab for all of them would register once"
	case ch.Piled && ch.Levels:
		return "those of all levels are alive together, so one buffer cannot serve them"
	case ch.Piled && !ch.Repeats:
		return "one slab with an offset per message would do"
	case ch.Piled:
		return "acquire one slab once and give each message an offset in it"
	case ch.PartOf != nil:
		return fmt.Sprintf("it is part of what %s builds, so all of that would have to be kept", ch.PartOf.Display)
	case unowned(p, ch):
		return "nothing that is seen here releases it, so it may be kept elsewhere"
	case ch.Setup:
		return "this looks like set-up code, which runs once"
	case ch.GivenUp != "":
		return "let it only grow, and keep what it has"
	case ch.Levels:
		return "keep one buffer from level to level and let it only grow"
	case ch.Loop == nil:
		return "keep it from call to call and let it only grow"
	case constructor(ch):
		return "keep one object across the passes"
	case len(ch.Within) > 0 && !allocator(ch):
		return fmt.Sprintf("keep one buffer across the passes and let %s fill it", ch.Within[0].Func)
	case freshReceive(ch):
		return "receive into a buffer that is kept"
	case len(ch.Callers) > 0:
		return "keep it from call to call and let it only grow"
	}
	return "allocate it once before the loop"
}

// freshReceive reports whether a receive makes the buffer itself.
func freshReceive(ch *age.Churn) bool {
	for _, c := range ch.Comms {
		if c.In.Position() == ch.Pos && len(ch.Within) == 0 {
			return true
		}
	}
	return false
}

func objectMessage(ch *age.Churn) string {
	what := objectNames[madeBy(ch)]
	if what == "" {
		what = "MPI object"
	}
	by := ch.How
	if len(ch.Within) > 0 {
		by = ch.Within[0].Func
	}
	text := fmt.Sprintf("%s %sis created by %s ", what, named(ch), by)
	keep := "create it once and keep it"
	if ch.Described == steady.Unclear {
		keep = "keep it where what it is made from stays the same"
	}
	if ch.Leaked && ch.Described == steady.Changes {
		return text + whenObject(ch) + " and never freed; free it when it is no longer used"
	}
	if ch.Leaked {
		return text + whenObject(ch) + " and never freed; " + keep + ", or free it"
	}
	if len(ch.Releases) == 0 {
		return text + whenObject(ch) + "; " + keep
	}
	return text + whenObject(ch) + " and freed again; " + keep
}

func whenObject(ch *age.Churn) string {
	if ch.Loop == nil {
		return "in every call of " + ch.Region.Display
	}
	return each(ch)
}

var objectNames = map[mpi.Object]string{
	mpi.Communicator: "communicator", mpi.Datatype: "datatype", mpi.Window: "window", mpi.Request: "persistent request",
	mpi.AttachedBuffer: "attached buffer", mpi.AttachedMemory: "attached memory", mpi.Memory: "memory", mpi.Group: "group",
}

// cost says why it costs.
func cost(p *rules.Pass, ch *age.Churn) string {
	every := "in every call"
	if ch.Loop != nil {
		every = "in every pass"
	}
	if ch.Kind == ir.Object {
		return objectCosts[madeBy(ch)]
	}
	return fabric.BufferCost(fabric.Buffer{When: every, Bytes: knownBytes(ch), Many: ch.Piled, Allocator: allocatorOf(p, ch)})
}

// deviceOrMPI reports whether memory of that origin is mapped, and perhaps registered, by every call.
func deviceOrMPI(how string) bool {
	return strings.HasPrefix(how, "MPI_") || strings.HasPrefix(how, "cuda") || strings.HasPrefix(how, "hip")
}

// fromC reports whether Go code has the memory from C.
func fromC(how string) bool { return strings.HasPrefix(how, "C.") }

func langOf(prog *ir.Program, fn *ir.Func) ir.Lang {
	if u := prog.UnitOf(fn); u != nil {
		return u.Lang
	}
	return ir.C
}

// knownBytes returns the size of the block or of its largest message where constant, else 0.
func knownBytes(ch *age.Churn) int64 {
	if k, ok := ch.Size.(ir.Const); ok && k.V > 0 {
		return k.V
	}
	var n int64
	for _, c := range ch.Comms {
		if c.Size < 0 {
			return 0
		}
		n = max(n, c.Size)
	}
	return n
}

// objectCosts says what an object costs each time; figures from the issue trackers of the implementations.
var objectCosts = map[mpi.Object]string{
	mpi.Communicator:   "each creation is collective and takes a context id, of which there are about 2048 (MPICH) to 65536 (Open MPI)",
	mpi.Window:         "each creation is collective, registers the memory again and takes about 2.6 to 15 ms",
	mpi.Datatype:       "each commit builds and optimises the description of the data again",
	mpi.Request:        "initialising a request for one start pays the set-up of the transfer each time; its point is to be started again",
	mpi.AttachedBuffer: "each attach hands the library memory that it may register, and each detach waits for all buffered sends",
	mpi.AttachedMemory: "each attach registers the memory with the adapter again",
}

// advice is the long form of what to do instead.
func advice(p *rules.Pass, ch *age.Churn) string {
	switch {
	case ch.Kind == ir.Object:
		return "create it once, next to the data it serves, keep the handle, and free it at the end"
	case ch.Piled && ch.Levels:
		return "the blocks of all levels are alive together: hoisting one would be wrong; a buffer per level, kept from one recursion to the next, would serve where the recursion is started often"
	case ch.Piled:
		return "the blocks must live at the same time, so hoisting one buffer would be wrong: acquire one slab for all messages once, with an offset per message, or keep a free list"
	case ch.GivenUp != "":
		return "remember the capacity, and reallocate only when a longer message comes than ever before"
	case freshReceive(ch):
		return "use the receive that fills memory of yours (" + twin(ch) + ") with a buffer kept outside the loop"
	case constructor(ch):
		return "declare the object in front of the loop, or let its owner keep it, and give it a method that fills it anew"
	case len(ch.Within) > 0 && !allocator(ch):
		return "let the caller hand the buffer in, or let the function keep it and grow it when a longer message comes"
	case ch.Loop == nil || ch.Levels || len(ch.Callers) > 0:
		return "keep the buffer with the object it serves (a field, a static, an argument) and replace it only when a longer message comes than ever before"
	}
	return "move the allocation in front of the loop, with the largest size that a pass needs, and release it behind the loop"
}

// twin names the preallocating form of a receive that makes its own buffer.
func twin(ch *age.Churn) string {
	if name := strings.TrimPrefix(ch.How, "Recv"); name != ch.How {
		return "RecvPrealloc" + name
	}
	if name := strings.TrimPrefix(ch.How, "Mrecv"); name != ch.How {
		return "RecvPrealloc" + name
	}
	return "the form that takes the buffer"
}
