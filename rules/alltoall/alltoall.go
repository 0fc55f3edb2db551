// Package alltoall finds communication patterns that connect a rank to a number of others that grows with the number of ranks.
package alltoall

import (
	"sort"

	"mpivet/dataflow/peer"
	"mpivet/fabric"
	"mpivet/ir"
	"mpivet/rules"
)

const name = "alltoall"

// Rule is the rule alltoall.
var Rule = rules.Rule{Name: name, Doc: doc, Run: run}

func run(p *rules.Pass) []rules.Finding {
	m, err := p.Machine.Fabric()
	if err != nil {
		// The command has checked the machine; a pass of another origin gets the default one.
		if m, err = rules.DefaultMachine.Fabric(); err != nil {
			return nil
		}
	}
	var out []rules.Finding
	list := groups(peer.Analyse(p.Program).Uses)
	standApart(list)
	for _, g := range list {
		out = append(out, g.finding(m, p.Eager))
	}
	return out
}

// group is what one finding is about: the calls of one pattern in one nest of loops over all ranks, one collective, or those
// calls of a collective in a function that are linear at the root.
type group struct {
	pattern peer.Pattern
	uses    []*peer.Use // in the order of the source; the first one gives the position
	apart   bool        // the finding stands at the call in the loop, for the communication call belongs to others too
}

type groupKey struct {
	pattern peer.Pattern
	nest    *ir.Loop
	call    *ir.Comm // for a pattern without a loop
	fn      *ir.Func // for collectives that are linear at the root, the one that decides between root and others
	proc    string
	comm    peer.Class
}

func keyOf(u *peer.Use) groupKey {
	key := groupKey{pattern: u.Pattern, nest: u.Nest}
	switch {
	case u.Pattern == peer.RootLinear:
		key.fn, key.proc, key.comm = u.Fn, baseName(u.Call.Proc.Name), u.Comm
		if u.Side != nil {
			key.fn = u.Side // both ends of one exchange
		}
	case u.Nest == nil:
		key.call = u.Call
	}
	return key
}

// groups joins the uses that belong together, in the order of their first calls.
func groups(uses []*peer.Use) []*group {
	byKey := map[groupKey]*group{}
	var out []*group
	for _, u := range uses {
		if u.Pattern == peer.Bounded || u.Comm == peer.Self {
			continue
		}
		key := keyOf(u)
		g := byKey[key]
		if g == nil {
			g = &group{pattern: u.Pattern}
			byKey[key] = g
			out = append(out, g)
		}
		g.uses = append(g.uses, u)
	}
	for _, g := range out {
		sort.SliceStable(g.uses, func(i, j int) bool { return before(place(g.uses[i]), place(g.uses[j])) })
	}
	return out
}

// place is where a use stands in the function that holds the loop: the communication call, or the outermost call on the way
// to it.
func place(u *peer.Use) ir.Pos {
	if n := len(u.Callers); u.Loop != nil && n > 0 {
		return u.Callers[n-1].Call.Pos
	}
	return u.Call.Pos
}

// standApart marks the groups whose first communication call lies in a wrapper that the loops of other groups call too: at one
// place they could not be told apart.
func standApart(list []*group) {
	count := map[ir.Pos]int{}
	for _, g := range list {
		count[g.uses[0].Call.Pos]++
	}
	for _, g := range list {
		g.apart = count[g.uses[0].Call.Pos] > 1 && g.uses[0].Loop != nil && len(g.uses[0].Callers) > 0
	}
}

// where returns the position of the finding and the function that it lies in.
func (g *group) where() (ir.Pos, *ir.Func) {
	u := g.uses[0]
	if g.apart {
		return place(u), u.LoopFn
	}
	return u.Call.Pos, u.Fn
}

func before(p, q ir.Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

func (g *group) finding(m fabric.Machine, eager int64) rules.Finding {
	v := g.judge(m)
	pos, fn := g.where()
	return rules.Finding{
		Rule: name, Severity: v.severity, Pos: pos, Function: fn.Display,
		Message: g.message(m, v, eager), Cost: g.cost(m, v), Advice: g.advice(m, v), Peers: v.peers, Related: g.related(),
		Pattern: g.fabricName(v), Communicator: v.comm.String(),
	}
}
