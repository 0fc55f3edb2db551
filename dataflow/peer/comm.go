package peer

import (
	"strings"

	"mpivet/ir"
	"mpivet/mpi"
)

// Class says what ranks a communicator holds, as far as that matters for the number of connections.
type Class uint8

// Classes of communicators.
const (
	Unknown Class = iota
	WorldClass
	Sub    // a part of another: from a split, a group, Cart_sub
	Shared // within a node: from MPI_Comm_split_type
	Self   // the process alone
)

// String names the class.
func (c Class) String() string {
	return [...]string{"unknown", "world", "sub-communicator", "node", "self"}[c]
}

// Communicator is a communicator as far as it is known. Two with the same ID have the same ranks.
type Communicator struct {
	Class Class
	ID    string
}

// World is MPI_COMM_WORLD, and what duplicates it.
var World = Communicator{Class: WorldClass, ID: "world"}

func (c Communicator) String() string { return c.ID }

// communicator returns the communicator that e is; nil is an unknown one.
func (a *analysis) communicator(fr *frame, e ir.Expr, at ir.Loc) Communicator {
	if e == nil {
		return Communicator{ID: "none"}
	}
	return a.oneComm(a.eval(fr, e, at), map[*phi]bool{})
}

// oneComm unites alternatives: null handles do not count, and different ones make an unknown one.
func (a *analysis) oneComm(vs values, seen map[*phi]bool) Communicator {
	var out Communicator
	found := false
	for _, v := range vs {
		if v.kind == vNowhere {
			continue
		}
		c, ok := a.commOf(v, seen)
		switch {
		case !ok:
		case !found:
			out, found = c, true
		case out != c:
			out = Communicator{Class: common(out.Class, c.Class), ID: "one of " + short(out.ID+", "+c.ID)}
		}
	}
	if !found {
		return Communicator{ID: "none"}
	}
	return out
}

func common(x, y Class) Class {
	if x == y {
		return x
	}
	return Unknown
}

// commOf returns the communicator that v is; ok is false when v stands for itself, round a loop.
func (a *analysis) commOf(v value, seen map[*phi]bool) (c Communicator, ok bool) {
	if v.kind == vComm {
		return v.comm, true
	}
	if s, single := v.lin.single(); single && v.kind == vLinear && s.kind == symIter {
		if seen[s.phi] {
			return c, false
		}
		seen[s.phi] = true
		a.advance(s.phi)
		return a.oneComm(append(s.phi.init[:len(s.phi.init):len(s.phi.init)], s.phi.next...), seen), true
	}
	return Communicator{ID: short(v.String())}, true
}

// made returns the communicator or window that an acquisition makes. A window has the communicator that it is made on.
func (a *analysis) made(fr *frame, i *ir.Acquire, at ir.Loc) value {
	name := i.How
	if p := mpi.Lookup(name); p != nil {
		name = p.Name
	}
	own := Communicator{ID: "made at " + short(opaqueID(fr, at, name))}
	switch name {
	case "MPI_Comm_dup", "MPI_Comm_idup", "MPI_Comm_dup_with_info", "MPI_Comm_idup_with_info",
		"MPI_Cart_create", "MPI_Graph_create", "MPI_Dist_graph_create", "MPI_Dist_graph_create_adjacent",
		"MPI_Win_create", "MPI_Win_allocate", "MPI_Win_create_dynamic":
		// Topologies may renumber, but hold the same ranks.
		return value{kind: vComm, comm: a.communicator(fr, i.Of, at)}
	case "MPI_Comm_split", "MPI_Comm_create", "MPI_Comm_create_group", "MPI_Comm_create_from_group", "MPI_Cart_sub":
		own.Class = Sub
	case "MPI_Comm_split_type":
		own.Class = Shared
	case "MPI_Win_allocate_shared":
		own = Communicator{Class: Shared, ID: a.communicator(fr, i.Of, at).ID}
	default:
		if strings.HasPrefix(name, "MPI_") {
			break // between groups, or from elsewhere
		}
		// A binding's communicator of all ranks derives from the world, one of some ranks from nothing.
		if i.Of != nil {
			return value{kind: vComm, comm: a.communicator(fr, i.Of, at)}
		}
		own.Class = Sub
	}
	return value{kind: vComm, comm: own}
}
