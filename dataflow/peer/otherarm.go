package peer

import (
	"mpivet/ir"
	"mpivet/mpi"
)

// A loop over all ranks on one way out of a branch, and on the other way the other end of the exchange with one fixed rank: then
// only one rank takes the first way, whatever the branch asks (whether a file is open, whether there is a graph). If several
// did, their messages to the ranks on the other way would have no match.

// servesOthers reports whether the loop that path leads through is the hub's side of such a branch.
func (a *analysis) servesOthers(path []step, l *ir.Loop, c *ir.Comm) bool {
	if c.Proc.Kind != mpi.PointToPoint {
		return false
	}
	fr := path[0].fr
	entry := fr.fn.f.Blocks[0]
	for _, b := range fr.fn.f.Blocks {
		t, ok := b.Term.(*ir.If)
		if !ok || l.Contains(b) {
			continue
		}
		for arm := range t.Succs() {
			own, other := edge{b, arm}, edge{b, 1 - arm}
			if reach(entry, l.Header, nil, func(e edge) bool { return e == own }) {
				continue
			}
			if a.matched(fr, entry, other, c) {
				return true
			}
		}
	}
	return false
}

// matched reports whether a block that is only reached over edge holds the other end of c with one fixed rank.
func (a *analysis) matched(fr *frame, entry *ir.Block, over edge, c *ir.Comm) bool {
	for _, b := range fr.fn.f.Blocks {
		for i, instr := range b.Instrs {
			d, ok := instr.(*ir.Comm)
			if !ok || d.Proc == nil || d.Proc.Kind != mpi.PointToPoint || len(d.Peers) != 1 || !opposite(c, d) {
				continue
			}
			if reach(entry, b, nil, func(e edge) bool { return e == over }) {
				continue
			}
			if setOf(a.eval(fr, d.Peers[0], ir.Loc{Block: b, Index: i})) == Fixed {
				return true
			}
		}
	}
	return false
}

// opposite reports whether one of two calls only sends and the other only receives.
func opposite(c, d *ir.Comm) bool {
	x, y := ways(c), ways(d)
	return x != 0 && y != 0 && x != y && x != sends|receives && y != sends|receives
}

type way uint8

const (
	sends way = 1 << iota
	receives
)

func ways(c *ir.Comm) way {
	var w way
	for _, b := range c.Bufs {
		switch b.Role {
		case mpi.Send:
			w |= sends
		case mpi.Recv:
			w |= receives
		default:
			w |= sends | receives
		}
	}
	return w
}
