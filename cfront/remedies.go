package cfront

import (
	"path/filepath"
	"slices"
	"strings"

	"mpivet/cfront/discover"
	"mpivet/cfront/headers"
)

// remedy changes the arguments of an attempt: some are added, and those that name
// a folder are dropped with their flags.
type remedy struct {
	add     []string
	without string
}

// apply returns the arguments with the remedy, in memory of their own.
func (r remedy) apply(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if r.without != "" && i+1 < len(args) && args[i+1] == r.without {
			i++
			continue
		}
		out = append(out, args[i])
	}
	return append(out, r.add...)
}

// remedies lists what may make more of a file visible, each for what the best attempt so far has shown.
func (h *handler) remedies(t task) []func(*attempt) remedy {
	adding := func(args func(*attempt) []string) func(*attempt) remedy {
		return func(a *attempt) remedy { return remedy{add: args(a)} }
	}
	return []func(*attempt) remedy{
		adding(t.unbound), h.missingMPI, adding(missingLibrary), adding(missingValues), adding(t.hidden), adding(t.missingNames),
	}
}

// unbound defines the macros on which a header of the project includes mpi.h, if MPI's names are not declared.
func (t task) unbound(a *attempt) (args []string) {
	if !slices.ContainsFunc(a.undeclared, isMPIName) || includesMPI(a) {
		return nil
	}
	for _, macro := range t.Binds {
		args = append(args, "-D"+macro)
	}
	return args
}

func includesMPI(a *attempt) bool {
	return slices.ContainsFunc(a.Files, func(f string) bool { return filepath.Base(f) == "mpi.h" })
}

// missingMPI helps where MPI's names are not declared. If no mpi.h is included
// (the header that would is missing) ours is; if ours is, the installed one may
// know more.
func (h *handler) missingMPI(a *attempt) remedy {
	ours := filepath.Join(h.Headers, headers.MPI)
	switch {
	case !slices.ContainsFunc(a.undeclared, isMPIName):
		return remedy{}
	case !includesMPI(a):
		return remedy{add: []string{"-include", filepath.Join(ours, "mpi.h")}}
	case !h.Builtin:
		return remedy{}
	}
	r := remedy{without: ours}
	for _, dir := range h.System {
		r.add = append(r.add, "-I", dir)
	}
	return r
}

func isMPIName(name string) bool {
	return strings.HasPrefix(name, "MPI_") || strings.HasPrefix(name, "PMPI_") || strings.HasPrefix(name, "MPIX_")
}

// missingLibrary helps where C++'s headers are not found: clang looks beside the
// newest GCC, which may be there without them.
func missingLibrary(a *attempt) []string {
	plain := func(name string) bool { return !strings.ContainsAny(name, "./") }
	if !slices.ContainsFunc(a.missing, plain) {
		return nil
	}
	found, _ := filepath.Glob("/usr/include/c++/*")
	if len(found) == 0 {
		return nil
	}
	dir := found[len(found)-1]
	machine, _ := filepath.Glob(filepath.Join("/usr/include/*/c++", filepath.Base(dir)))
	args := []string{"-stdlib++-isystem", dir}
	for _, dir := range machine {
		args = append(args, "-stdlib++-isystem", dir)
	}
	return args
}

// missingValues defines configuration macros that the code takes the value of
// and that no header defines.
func missingValues(a *attempt) (args []string) {
	for _, name := range a.undeclared {
		if value, ok := discover.PlainValue(name); ok {
			args = append(args, "-D"+name+"="+value)
		}
	}
	return args
}

// maxNames bounds the names that a remedy stands in for.
const maxNames = 100

// missingNames stands in for what a missing header defines or decides on, so that the statements that use it are not lost:
// types (a configuration's integer type) and constants, which are written in capitals. MPI's own are another remedy's.
func (t task) missingNames(a *attempt) (args []string) {
	if len(a.missing) == 0 || t.Calls == 0 {
		return nil
	}
	add := func(name, value string) {
		if !isMPIName(name) && isIdentifier(name) && len(args) < maxNames {
			args = append(args, "-D"+name+"="+value)
		}
	}
	for _, name := range a.types {
		add(name, "long")
	}
	for _, name := range a.undeclared {
		if !slices.Contains(a.types, name) && name == strings.ToUpper(name) && len(name) > 3 {
			add(name, "0")
		}
	}
	return args
}

func isIdentifier(name string) bool {
	for i, c := range name {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// hidden defines the macros that MPI calls are conditional on, if none of the
// calls is seen.
func (t task) hidden(a *attempt) (args []string) {
	if a.Calls > 0 || t.Calls == 0 {
		return nil
	}
	for _, macro := range t.Needs {
		args = append(args, "-D"+macro)
	}
	return args
}
