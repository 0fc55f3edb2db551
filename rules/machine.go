package rules

import "mpivet/fabric"

// Machine is the computer that costs are worked out for.
type Machine struct {
	Ranks     int    // processes in the world
	PPN       int    // processes on a node
	Transport string // "rc", "ud", "dc", "xrc", …; fabric.Names lists them
	Memory    int64  // bytes of a node's memory; 0 when not known
	MaxQP     int64  // queue pairs that a node's adapter has; 0 stands for fabric.DefaultMaxQP
}

// DefaultMachine is the machine that costs are worked out for when nothing else is asked for.
var DefaultMachine = Machine{Ranks: 1024, PPN: 32, Transport: "rc"}

// Fabric returns the cost model of m. It fails for a transport that is not known and for less than one rank.
func (m Machine) Fabric() (fabric.Machine, error) {
	out, err := fabric.NewMachine(m.Ranks, m.PPN, m.Transport, m.MaxQP)
	out.Memory = m.Memory
	return out, err
}
