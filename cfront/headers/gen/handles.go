package main

import (
	"fmt"
	"strings"
)

// handleSection renders the handle types and the predefined handles.
func handleSection(list string) (string, error) {
	var b strings.Builder
	var object, cast string
	err := lines(list, func(line string) error {
		names := line
		if line[0] != ' ' {
			head, rest, ok := strings.Cut(line, ":")
			if !ok {
				return fmt.Errorf("want a type and names")
			}
			names = rest
			object, cast = objectType(head, &b)
		}
		for _, n := range strings.Fields(names) {
			predefined(&b, object, cast, n)
		}
		return nil
	})
	return b.String(), err
}

// objectType returns the C type of the objects whose addresses are the values
// of a line, and the cast that the addresses need. For a handle type it writes
// the declaration of the type as well.
func objectType(head string, b *strings.Builder) (object, cast string) {
	if name, ok := strings.CutPrefix(head, "handle "); ok {
		object = "struct mpi_" + strings.ToLower(name) + "_object"
		fmt.Fprintf(b, "\ntypedef %s *MPI_%s;\n", object, name)
		return object, ""
	}
	fmt.Fprintf(b, "\n/* Addresses that stand for something else: %s * */\n", head)
	if head == "void" {
		return "char", "(void *) "
	}
	return head, ""
}

// predefined writes an object that is declared and never defined, and the
// macro of the same name that is its address.
func predefined(b *strings.Builder, object, cast, name string) {
	fmt.Fprintf(b, "extern %s MPI_%s;\n", object, name)
	fmt.Fprintf(b, "#define MPI_%s (%s&MPI_%s)\n", name, cast, name)
}
