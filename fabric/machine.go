package fabric

import "fmt"

const (
	// DefaultMaxQP is the number of queue pairs of an adapter, 262,144 on Connect-IB; another adapter has 131,073, and a run
	// failed at 130,763 (l#7368).
	DefaultMaxQP = 262_144
	// WarnShare is the part of the adapter's queue pairs from which a collective is a warning: runs fail well below the
	// limit (49,152 on a node, u#7978).
	WarnShare = 0.10
	// WarnMemory is the queue memory per rank in bytes from which a collective is a warning.
	WarnMemory = 1 << 30
	// WarnRanks is the number of ranks from which stars and all-pairs loops are warnings.
	WarnRanks = 64
)

// Machine is the computer that costs are worked out for.
type Machine struct {
	Ranks     int       // n
	PPN       int       // ranks on a node
	Transport Transport // between nodes
	MaxQP     int64     // queue pairs that the node's adapter has
	Memory    int64     // bytes of a node's memory; 0 when not known
}

// net is the transport that is used with that many ranks.
func (m Machine) net() Transport {
	if t := m.Transport; t.Above > 0 && int64(m.Ranks) > t.Above {
		if then, err := Lookup(t.Then); err == nil {
			return then
		}
	}
	return m.Transport
}

// MemoryLimit is what a rank's queues may take: its share of the node's memory where that is known, else WarnMemory.
func (m Machine) MemoryLimit() int64 {
	if m.Memory > 0 {
		return m.Memory / int64(m.PPN)
	}
	return WarnMemory
}

// NewMachine checks its arguments and returns the machine; maxQP 0 stands for DefaultMaxQP.
func NewMachine(ranks, ppn int, transport string, maxQP int64) (Machine, error) {
	t, err := Lookup(transport)
	if err != nil {
		return Machine{}, err
	}
	if ranks < 1 || ppn < 1 {
		return Machine{}, fmt.Errorf("a machine of %d ranks with %d on a node is not possible", ranks, ppn)
	}
	if maxQP <= 0 {
		maxQP = DefaultMaxQP
	}
	if ppn > ranks {
		ppn = ranks
	}
	return Machine{Ranks: ranks, PPN: ppn, Transport: t, MaxQP: maxQP}, nil
}

// Nodes is the number of nodes, the last one perhaps not full.
func (m Machine) Nodes() int { return (m.Ranks + m.PPN - 1) / m.PPN }

// remoteOf is how many of peers ranks lie on other nodes, when as many as possible are neighbours on the own one.
func (m Machine) remoteOf(peers int) int64 {
	near := m.PPN - 1
	if peers <= near {
		return 0
	}
	return int64(peers - near)
}
