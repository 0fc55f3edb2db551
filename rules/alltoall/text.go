package alltoall

import (
	"fmt"
	"path/filepath"

	"mpivet/dataflow/peer"
	"mpivet/fabric"
	"mpivet/ir"
	"mpivet/rules"
)

// message is the finding's line: which call connects whom, and what does the same.
func (g *group) message(m fabric.Machine, v verdict, eager int64) string {
	text := g.connects(v) + g.figures(v)
	switch {
	case v.comm == peer.Shared:
		return text + ", which stays within a node and makes no queue pairs"
	case !v.cost.Connections:
		return fmt.Sprintf("%s, which costs little over %s: a pool of %s and %s per rank instead of connections", text,
			m.Transport.Name, plural(v.cost.QPsPerRank, "queue pair"), fabric.Bytes(v.cost.FixedBytes))
	case v.comm == peer.Sub && g.uses[0].Loop == nil:
		return text + ", whose size decides"
	case v.sparse:
		return text + " as far as a condition on data lets it; " + g.instead()
	case v.bruck:
		return text
	case g.pattern == peer.Star && g.small(eager):
		return text + "; the messages are small, but the queues that come with the first one stay; " + g.instead()
	}
	return text + "; " + g.instead()
}

// figures are the peers, queue pairs and queue memory on the configured machine, where the communicator is the world.
func (g *group) figures(v verdict) string {
	if v.comm != peer.WorldClass || !v.cost.Connections {
		return ""
	}
	c := v.cost
	if g.hubbed() {
		return fmt.Sprintf(" (%s, %s and %s of queues there)", plural(c.Peers, "peer"), plural(c.QPsPerRank, "queue pair"), fabric.Bytes(c.QueueBytes))
	}
	return fmt.Sprintf(" (%s, %s and %s of queues per rank, %s queue pairs per node)", plural(c.Peers, "peer"),
		plural(c.QPsPerRank, "queue pair"), fabric.Bytes(c.QueueBytes), fabric.Count(c.QPsPerNode))
}

// connects says who is connected to whom by what.
func (g *group) connects(v verdict) string {
	u := g.uses[0]
	name := u.Call.Name
	pos, _ := g.where()
	all := "all others"
	switch {
	case v.strided:
		all = "every stride-th of the others"
	case v.share > 1:
		all = fmt.Sprintf("one in %d of the others", v.share)
	}
	loop := ""
	if u.Loop != nil {
		loop = " in the loop at " + at(u.Loop.Pos, pos)
	}
	of := within(v.comm)
	switch g.pattern {
	case peer.AllPairs:
		return fmt.Sprintf("%s%s connects every rank to %s%s", name, loop, all, of)
	case peer.Star:
		return fmt.Sprintf("%s%s connects %s to %s%s", name, loop, hubName(u), all, of)
	case peer.Hub:
		return fmt.Sprintf("%s%s receives once from every rank%s through MPI_ANY_SOURCE", name, loop, of)
	case peer.Roots:
		return fmt.Sprintf("%s%s takes every rank%s as its root, so its trees add up to a full mesh", name, loop, of)
	case peer.RootLinear:
		return fmt.Sprintf("%s connects its root to all others%s", name, of)
	}
	if v.bruck {
		return fmt.Sprintf("%s of %s for each rank%s takes about 2 log2 n steps", name, fabric.Bytes(u.Block), of)
	}
	return fmt.Sprintf("%s connects every rank to all others%s", name, of)
}

// within names the communicator where it is not the world.
func within(c peer.Class) string {
	switch c {
	case peer.Sub:
		return " of a sub-communicator"
	case peer.Shared:
		return " of a shared-memory communicator"
	case peer.Unknown:
		return " of a communicator that is not known here"
	}
	return ""
}

func hubName(u *peer.Use) string {
	if u.Hub >= 0 {
		return fmt.Sprintf("rank %d", u.Hub)
	}
	return "one rank"
}

// small reports whether all messages of the group are provably at or under the eager threshold.
func (g *group) small(eager int64) bool {
	for _, u := range g.uses {
		if u.Block <= 0 || u.Block > eager {
			return false
		}
	}
	return true
}

// cost is the cost line: figures for the configured machine where the communicator is the world, else the formula.
func (g *group) cost(m fabric.Machine, v verdict) string {
	switch v.comm {
	case peer.Shared:
		return "ranks on a node talk through shared memory: no queue pairs"
	case peer.Sub:
		return fmt.Sprintf("%s peers, with n the size of that communicator: each of them on another node costs %s", v.peers, m.PeerText())
	}
	text := m.Text(v.cost, g.hubbed())
	if v.strided {
		text = "up to " + text
	}
	if v.comm == peer.Unknown {
		text += ", if the communicator is the world"
	}
	if v.cost.Connections && !v.bruck {
		text += "; the queues come with the first message to each peer and stay until the end, however small and few the messages are"
	}
	if limits := m.LimitText(m.LimitsFor(v.share, g.shape())); limits != "" && !v.bruck {
		text += "; " + limits
	}
	if v.cost.Connections && m.Transport.Hint != "" {
		text += "; " + m.Transport.Hint
	}
	return text
}

// shape is how the peers are spread over the ranks.
func (g *group) shape() fabric.Shape {
	if g.hubbed() {
		return fabric.Star
	}
	return fabric.Even
}

// hubbed reports whether one rank has all the peers.
func (g *group) hubbed() bool {
	return g.pattern == peer.Star || g.pattern == peer.Hub || g.pattern == peer.RootLinear
}

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fabric.Count(n) + " " + what + "s"
}

// at names a line, with its file when that is not the finding's own.
func at(pos, from ir.Pos) string {
	if pos.File == from.File {
		return fmt.Sprintf("line %d", pos.Line)
	}
	return fmt.Sprintf("%s:%d", filepath.Base(pos.File), pos.Line)
}

// related lists the loop, the other calls of the pattern, and the calls between the loop and the first one.
func (g *group) related() []rules.Related {
	first := g.uses[0]
	own, _ := g.where()
	var out []rules.Related
	add := func(role string, pos ir.Pos, fn, message string) {
		for _, r := range out {
			if r.Role == role && r.Pos == pos {
				return
			}
		}
		if pos.IsValid() && pos != own {
			out = append(out, rules.Related{Role: role, Pos: pos, Func: fn, Message: message})
		}
	}
	if first.Loop != nil {
		add(rules.RoleLoop, first.Loop.Pos, first.LoopFn.Display, "the loop over all ranks")
	}
	for _, u := range g.uses {
		add(rules.RoleCall, u.Call.Pos, u.Fn.Display, u.Call.Name+" in the same pattern")
	}
	for _, u := range g.uses {
		for _, s := range u.Callers {
			add(rules.RoleCaller, s.Call.Pos, s.Fn.Display, "calls "+s.Call.Name)
		}
	}
	return out
}
