package mpi

import "strings"

var table = join(
	pointToPoint, partitionedSends, completions,
	collectives, neighborhoods,
	oneSided, windows, synchronization,
	datatypes, packing,
	communicators, topologies, groups, sessions, dynamicProcesses,
	attributes, errorHandling, infos, memory, environment, conversions,
	files, tools, removed,
)

var byName = index(table)

func index(ps []*Proc) map[string]*Proc {
	m := make(map[string]*Proc, len(ps))
	for _, p := range ps {
		if m[p.Name] != nil {
			panic("mpi: two rows named " + p.Name)
		}
		m[p.Name] = p
	}
	return m
}

// Lookup returns the row of a C procedure, given any of its names: MPI_X, the
// profiling name PMPI_X, and either with the suffix _c of the large-count form.
// It returns nil for a name that MPI-4.1 does not know.
func Lookup(name string) *Proc {
	if strings.HasPrefix(name, "PMPI_") {
		name = name[1:]
	}
	if p := byName[name]; p != nil {
		return p
	}
	if small, ok := strings.CutSuffix(name, "_c"); ok {
		if p := byName[small]; p != nil && p.Large {
			return p
		}
	}
	return nil
}

// All returns every row, in the order of the table.
func All() []*Proc { return append([]*Proc(nil), table...) }
