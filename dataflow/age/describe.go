package age

import (
	"strings"

	"mpivet/ir"
)

// churn describes a site as seen from its function.
func (d *decider) churn(s *site, same bool) *Churn {
	root := s.root()
	ch := &Churn{Acquire: root.in, Kind: s.kind(), Same: same, Fn: s.fn.fn, Pos: s.in.Position(), PartOf: d.partOf(s)}
	switch in := root.in.(type) {
	case *ir.Acquire:
		ch.How, ch.Size, ch.Name = in.How, in.Size, in.Name
	case *ir.Ensure:
		ch.How, ch.Name = in.How, in.Name
	}
	// The position moves into callees as long as they communicate the block themselves.
	top := s
	for top.inner != nil && d.usedIn(top.inner) {
		ch.Callers = append(ch.Callers, Step{top.in.Position(), top.inner.fn.fn.Display})
		top = top.inner
	}
	ch.Fn, ch.Pos = top.fn.fn, top.in.Position()
	if name := d.nameOf(top); name != "" || top.inner != nil {
		ch.Name = name
	}
	if top.inner != nil {
		for t := top; t.inner != nil; t = t.inner {
			ch.Within = append(ch.Within, Step{t.in.Position(), calledName(t)})
		}
		ch.Inside = root.in.Position()
	}
	for _, e := range s.events {
		cc := d.a.calls[e.call]
		at := CommAt{Fn: cc.fn.fn, In: cc.in, Buf: cc.arg, Via: e.via, Size: -1}
		if comm, ok := cc.in.(*ir.Comm); ok && cc.arg < len(comm.Bufs) {
			at.Size = d.messageBytes(cc.fn, comm.Bufs[cc.arg])
			if b := comm.Bufs[cc.arg]; b.Elem > 0 && b.Elem <= maxElem {
				at.Count = d.counter.of(b.Count, 0)
			}
		} else {
			at.Buf = -1
		}
		ch.Comms = append(ch.Comms, at)
	}
	for t := s; t != nil; t = t.inner {
		for _, r := range t.ended {
			ch.Releases = append(ch.Releases, Release{r.how, r.pos})
			if givesUp(r, root.in) {
				ch.GivenUp = r.how
			}
		}
	}
	if _, grown := root.in.(*ir.Ensure); grown && root.moved {
		ch.GivenUp = "move"
	}
	ch.Leaked = s.lost && !s.passed && !s.leaves && len(ch.Releases) == 0
	return ch
}

// calledName is what the source calls the function that t's call calls: a macro's name where one stands for it.
func calledName(t *site) string {
	name := t.inner.fn.fn.Display
	if call, ok := t.in.(*ir.Call); ok && call.Name != "" && !strings.ContainsAny(call.Name, ".>:(") {
		name = call.Name
	}
	return name
}

// givesUp reports whether a release is an operation by which a kept block changes its size or a kept container loses its
// memory, rather than the end of the storage. A realloc gives up the block that it made itself in an earlier pass.
func givesUp(r release, root ir.Instr) bool {
	switch r.how {
	case "shrink_to_fit", "swap", "assignment", "move assignment":
		return true
	case "realloc", "reallocarray":
		return r.pos == root.Position()
	}
	return false
}

// maxElem bounds the bytes of an element in messages that count as small by their number of elements.
const maxElem = 16
