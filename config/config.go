// Package config reads .mpivet.yaml: what a project says about its allocators, pools, wrappers, severities and machine.
package config

import (
	"mpivet/rules"
)

// Name is the name of the configuration file.
const Name = ".mpivet.yaml"

// Config is what a configuration file says. The zero value says nothing.
type Config struct {
	dir string // of the file, absolute; the patterns of Ignore start there

	Allocators []Allocator `yaml:"allocators"`
	Releases   []Release   `yaml:"releases"`
	// Pools names functions whose result comes from memory that is kept: no acquisition.
	Pools []string `yaml:"pools"`
	// Owners names class types that own heap memory as std::vector does.
	Owners   []string  `yaml:"owners"`
	Wrappers []Wrapper `yaml:"wrappers"`
	// Ignore holds patterns, relative to the file's folder, of files whose findings are not reported; ** stands for any folders.
	Ignore []Glob `yaml:"ignore"`
	// Severities fixes the severity of a rule, or turns it off.
	Severities map[string]Severity `yaml:"severities"`
	// Overrides do the same for some files; the last that matches counts.
	Overrides []Override `yaml:"overrides"`
	// Eager is the size in bytes up to which a message counts as small; nil means the default.
	Eager   *Size   `yaml:"eager"`
	Machine Machine `yaml:"machine"`
}

// Allocator is a function or macro that yields fresh memory. A plain name stands for one that returns it.
type Allocator struct {
	Name string `yaml:"name"`
	// Out is the argument, counted from 0, that holds the address of the pointer to fill; nil means that the memory is the result.
	Out *int `yaml:"out"`
	// Size lists the arguments whose product is the size in bytes.
	Size []int `yaml:"size"`
	// Of is the argument that holds the block which is replaced, as in realloc; nil means none.
	Of     *int `yaml:"of"`
	Zeroed bool `yaml:"zeroed"`
}

// Release is a function or macro that gives memory up. A plain name stands for one that takes it as its first argument.
type Release struct {
	Name string `yaml:"name"`
	Arg  int    `yaml:"arg"` // counted from 0
	// Indirect says that the argument is the address of the pointer.
	Indirect bool `yaml:"indirect"`
}

// Wrapper is a function that hands its arguments on to an MPI procedure and whose body is not seen.
type Wrapper struct {
	Name string `yaml:"name"`
	// Like is the MPI procedure: "MPI_Send".
	Like string `yaml:"like"`
	// Args gives for each parameter of the procedure the argument of the wrapper, counted from 0, that it is handed, or
	// -1 where the wrapper supplies it. Empty means the same order.
	Args []int `yaml:"args"`
}

// Machine is the computer that costs are worked out for; zero fields say nothing.
type Machine struct {
	Ranks     int    `yaml:"ranks"`
	PPN       int    `yaml:"ppn"`
	Transport string `yaml:"transport"`
	MaxQP     int64  `yaml:"max_qp"`
	Memory    Size   `yaml:"memory"` // of a node
}

// Override fixes the severity of rules in some files.
type Override struct {
	Paths      []Glob              `yaml:"paths"` // as in Ignore
	Severities map[string]Severity `yaml:"severities"`
}

// Severity is a rule's severity as configured: a level, or off.
type Severity struct {
	Off   bool
	Level rules.Severity
}

// Over returns m with what the configuration says put over it.
func (m Machine) Over(base rules.Machine) rules.Machine {
	if m.Ranks != 0 {
		base.Ranks = m.Ranks
	}
	if m.PPN != 0 {
		base.PPN = m.PPN
	}
	if m.Transport != "" {
		base.Transport = m.Transport
	}
	if m.MaxQP != 0 {
		base.MaxQP = m.MaxQP
	}
	if m.Memory != 0 {
		base.Memory = int64(m.Memory)
	}
	return base
}
