package mpi

import "strings"

var environment = join(
	one("Init", Environment, "- -"),
	one("Init_thread", Environment, "- - - -"),
	one("Finalize", Environment, ""),
	one("Abort", Environment, "comm -"),
	each("Initialized Finalized Is_thread_main Query_thread", Query, "-"),

	one("Get_version", Query, "- -"),
	one("Get_library_version", Query, "- -"),
	one("Get_processor_name", Query, "- -"),
	one("Get_hw_resource_info", Make, "obj", makes(Info)),
	each("Wtime Wtick", Query, ""),
	one("Pcontrol", Other, "-"),
)

var conversions = join(
	handles("Comm Errhandler File Group Info Message Op Request Session Type Win"),
	each("Status_c2f Status_f2c Status_c2f08 Status_f082c Status_f2f08 Status_f082f", Other, "- -"),
)

// handles is the pair of conversions between the C and Fortran handles of each
// class named.
func handles(classes string) []*Proc {
	var ps []*Proc
	for _, c := range strings.Fields(classes) {
		ps = append(ps, each(c+"_c2f "+c+"_f2c", Other, "-")...)
	}
	return ps
}

// Names that MPI-3.0 removed, and names deprecated since MPI-2.0.
var removed = join(
	one("Type_hvector", Make, "- - - old obj", makes(Datatype)),
	one("Type_hindexed", Make, "- [] [] old obj", makes(Datatype)),
	one("Type_struct", Make, "- [] [] [] obj", makes(Datatype)),
	each("Type_extent Type_lb Type_ub", Query, "- -"),
	one("Address", Query, "- -"),

	one("Errhandler_create", Make, "- obj", makes(Errhandler)),
	one("Errhandler_get", Query, "comm -"),
	one("Errhandler_set", Other, "comm -"),

	one("Keyval_create", Make, "- - obj -", makes(Keyval)),
	one("Keyval_free", Free, "obj", frees(Keyval)),
	one("Attr_get", Query, "comm - - -"),
	one("Attr_put", Other, "comm - -"),
	one("Attr_delete", Other, "comm -"),
)
