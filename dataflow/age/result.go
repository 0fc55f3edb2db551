package age

import (
	"sort"

	"mpivet/dataflow/steady"
	"mpivet/ir"
)

// Step is a call on the way from one function into another.
type Step struct {
	Pos  ir.Pos // of the call
	Func string // the function that it calls, as a reader knows it
}

// Churn is an acquisition whose blocks are communicated, but none of them by the same call in two passes through the
// region.
type Churn struct {
	Acquire ir.Instr // *ir.Acquire or *ir.Ensure: the allocator itself
	Kind    ir.AcqKind
	How     string   // the allocator
	Size    ir.Expr  // bytes, or nil
	Name    string   // the buffer as written at Pos; may be empty
	Pos     ir.Pos   // where the innermost function that both acquires and communicates obtains the block
	Fn      *ir.Func // the function that Pos lies in
	Within  []Step   // from Pos down to the allocator, when that is in another function
	Inside  ir.Pos   // the allocator, when Within is not empty

	// Declared says that Pos is the declaration of the object that owns the block, not the call that makes it grow.
	Declared bool

	// Loop is the innermost loop in which the block is fresh, LoopFn the function it stands in, and Callers the calls
	// from the loop down to Fn. Loop is nil when the region is a function: then Region is that function.
	Loop    *ir.Loop
	LoopFn  *ir.Func
	Callers []Step
	// Levels says that Loop stands for a recursion: its passes are the levels.
	Levels bool
	Region *ir.Func
	Seen   Visibility // of the region's callers

	Comms    []CommAt
	Releases []Release

	// Same says that within the region a loop that may run sixteen times or more communicates the same memory again and
	// again: the block is hoisted out of the loop that matters.
	Same bool
	// Setup says that the region builds something: it acquires other memory that stays.
	Setup bool
	// PartOf is the function that hands the block out as part of something that it builds, nil for other blocks.
	PartOf *ir.Func
	// Piled says that the blocks of several passes are alive at the same time.
	Piled bool
	// Kept says that no visible region releases piled blocks: they are data.
	Kept bool
	// Repeats says that a region around the loop repeats, so that piled blocks are acquired again.
	Repeats bool
	// GivenUp names the operation by which a kept block or container is given up before it is acquired again (realloc,
	// shrink_to_fit, swap, assignment); empty when the storage is new in each pass.
	GivenUp string
	// Described says whether what describes an object is the same in every pass of the region. Objects that describe their
	// pass are no churn; communicators and windows that are lost in each pass are given all the same.
	Described steady.Change
	// Leaked says that nothing visible releases the block.
	Leaked bool
}

// Visibility says what is known of a function's callers.
type Visibility uint8

// What the callers of a region show.
const (
	Unseen Visibility = iota // callers outside the program are possible, none inside
	Called                   // callers are visible and none repeats the call, but their own callers are not all visible
	Once                     // reached from main only, outside loops
)

// CommAt is a communication of a churned block.
type CommAt struct {
	Fn   *ir.Func
	In   ir.Instr // *ir.Comm; for objects the *ir.Acquire that made them or any *ir.Call that uses them
	Buf  int      // number of the buffer of a Comm; −1 when In uses an object
	Via  []Step   // calls from the site's function down to In
	Size int64    // bytes of the message, −1 when not constant
	// Count says what the message has an element of at most 16 bytes for.
	Count Count
}

// Release is where a block is given up.
type Release struct {
	How string
	Pos ir.Pos
}

// Result is what the analysis found, ordered by position.
type Result struct {
	Churns []*Churn
	// GivenUp lists the functions whose facts exceeded the budget; they are silent.
	GivenUp []*ir.Func
}

// Analyse finds the churned acquisitions of a program.
func Analyse(prog *ir.Program) *Result {
	a := newAnalysis(prog)
	a.findWanted()
	a.findCycles()
	a.rel = newRelevance(a)
	for _, comp := range prog.SCCs() {
		for _, fn := range comp {
			if a.want[fn] {
				a.context(fn, start, nil)
			}
		}
		a.run()
	}
	return a.collect()
}

func (a *analysis) collect() *Result {
	r := &Result{}
	for _, x := range a.order {
		if x.given && x.entry.org == nothing {
			r.GivenUp = append(r.GivenUp, x.fn.fn)
		}
	}
	d := newDecider(a)
	for i := 0; i < len(a.sites); i++ {
		if s := a.sites[i]; s.inner == nil {
			d.decide(s)
		}
	}
	for _, ch := range d.best {
		r.Churns = append(r.Churns, ch)
	}
	sort.Slice(r.Churns, func(i, j int) bool { return lessPos(r.Churns[i].Pos, r.Churns[j].Pos) })
	return r
}

func lessPos(a, b ir.Pos) bool {
	switch {
	case a.File != b.File:
		return a.File < b.File
	case a.Line != b.Line:
		return a.Line < b.Line
	}
	return a.Col < b.Col
}
