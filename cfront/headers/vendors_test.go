package headers

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"mpivet/mpi/mpitest"
)

func builtin(t *testing.T) string {
	t.Helper()
	text, err := FS.ReadFile(MPI + "/mpi.h")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPrototypes checks that each function an installed mpi.h declares has the
// same parameters in ours.
func TestPrototypes(t *testing.T) {
	ours := declared(builtin(t))
	mpitest.Each(t, func(t *testing.T, h mpitest.Header) {
		for name, theirs := range declared(h.Text) {
			our, ok := ours[name]
			if !ok {
				t.Errorf("%s is not declared", name)
			} else if our != theirs {
				t.Errorf("%s:\nours   %s\ntheirs %s", name, our, theirs)
			}
		}
	})
}

// declared returns the types of each function by its name. The first
// declaration counts: mpio.h of MPICH repeats some for other implementations.
func declared(text string) map[string]string {
	all := map[string]string{}
	for _, p := range mpitest.Parse(text) {
		if all[p.Name] == "" {
			all[p.Name] = signature(p)
		}
	}
	return all
}

// Differences between versions of the standard, and two names of one type.
var sameType = strings.NewReplacer(
	"MPI_Handler_function", "MPI_Comm_errhandler_function",
	"MPI_Pready_list(int, int*,", "MPI_Pready_list(int, const int*,", // const since MPI-4.1
)

func signature(p mpitest.Prototype) string {
	var types []string
	for _, param := range p.Params {
		types = append(types, param.Type)
	}
	if p.Dots {
		types = append(types, "...")
	}
	return sameType.Replace(p.Result + " " + p.Name + "(" + strings.Join(types, ", ") + ")")
}

var (
	macro      = regexp.MustCompile(`(?m)^#[ \t]*define[ \t]+(MPI_[A-Z0-9_]+)\b`)
	enumerator = regexp.MustCompile(`(?m)^[ \t]+(MPI_[A-Z0-9_]+)[ \t]*(?:=[^,\n]*)?,?[ \t]*$`)
	object     = regexp.MustCompile(`\b(MPI_[A-Z0-9_]+)[,;]`)
)

// The profiling interface of MPICH has one enumerator for each function.
var functionNumbers = regexp.MustCompile(`(?s)enum QMPI_Functions_enum \{.*?\}`)

// constants returns the names in capitals that a header defines.
func constants(text string) []string {
	text = functionNumbers.ReplaceAllString(text, "")
	var names []string
	for _, re := range []*regexp.Regexp{macro, enumerator, object} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Names that installed headers define and the standard does not.
var private = []string{
	"MPI_AINT_FMT_DEC_SPEC", "MPI_AINT_FMT_HEX_SPEC", "MPI_FILE_DEFINED", "MPI_PROTO_H_INCLUDED",
	"MPI_T_BIND_INVALID", "MPI_T_PVAR_CLASS_INVALID", "MPI_T_SCOPE_INVALID", "MPI_T_VERBOSITY_INVALID",
	"MPI_CXX_COMPLEX",
}

// TestConstants checks that every constant of an installed mpi.h is in ours.
func TestConstants(t *testing.T) {
	ours := constants(builtin(t))
	mpitest.Each(t, func(t *testing.T, h mpitest.Header) {
		theirs := constants(h.Text)
		if len(theirs) < 300 {
			t.Errorf("only %d constants were found", len(theirs))
		}
		for _, name := range theirs {
			if !slices.Contains(ours, name) && !slices.Contains(private, name) {
				t.Errorf("%s is not defined", name)
			}
		}
	})
}
