package main

import (
	"fmt"
	"regexp"
	"strings"
)

// procedure is one line of procedures.txt.
type procedure struct {
	result, name, params string
}

var procedureLine = regexp.MustCompile(`^(coll )?(?:(\w+) )?(\w+)\((.*)\)$`)

// prototypes renders every form of the procedure on a line: that of the
// standard, the large-count form, and the profiling names of both.
func prototypes(line string) (string, error) {
	m := procedureLine.FindStringSubmatch(line)
	if m == nil {
		return "", fmt.Errorf("want a prototype")
	}
	p := procedure{result: m[2], name: m[3], params: m[4]}
	if p.result == "" {
		p.result = "int"
	}
	forms := []procedure{p}
	if m[1] != "" {
		forms = p.collectiveForms()
	}
	var b strings.Builder
	for _, f := range forms {
		f.write(&b)
	}
	return b.String(), nil
}

// collectiveForms returns the blocking, nonblocking and persistent forms.
func (p procedure) collectiveForms() []procedure {
	const request = ", MPI_Request *request"
	immediate, persistent := p, p
	immediate.name = "I" + strings.ToLower(p.name[:1]) + p.name[1:]
	immediate.params += request
	persistent.name += "_init"
	persistent.params += ", MPI_Info info" + request
	return []procedure{p, immediate, persistent}
}

// A placeholder stands for one type in the small form and another in the large.
var placeholders = []struct{ name, small, large string }{
	{"COUNT", "int", "MPI_Count"},
	{"DISPL", "int", "MPI_Aint"},
	{"AINT", "MPI_Aint", "MPI_Count"},
	{"USERFN", "MPI_User_function", "MPI_User_function_c"},
	{"CONVFN", "MPI_Datarep_conversion_function", "MPI_Datarep_conversion_function_c"},
}

func (p procedure) write(b *strings.Builder) {
	small, large := p.params, p.params
	for _, h := range placeholders {
		word := regexp.MustCompile(`\b` + h.name + `\b`)
		small = word.ReplaceAllString(small, h.small)
		large = word.ReplaceAllString(large, h.large)
	}
	for _, prefix := range []string{"MPI_", "PMPI_"} {
		fmt.Fprintf(b, "%s %s%s(%s);\n", p.result, prefix, p.name, small)
		if large != small {
			fmt.Fprintf(b, "%s %s%s_c(%s);\n", p.result, prefix, p.name, large)
		}
	}
}
