package mpi

var datatypes = join(
	one("Type_contiguous", Make, "- old obj", makes(Datatype), large),
	one("Type_vector", Make, "- - - old obj", makes(Datatype), large),
	one("Type_create_hvector", Make, "- - - old obj", makes(Datatype), large),
	one("Type_indexed", Make, "- [] [] old obj", makes(Datatype), large),
	one("Type_create_hindexed", Make, "- [] [] old obj", makes(Datatype), large),
	one("Type_create_indexed_block", Make, "- - [] old obj", makes(Datatype), large),
	one("Type_create_hindexed_block", Make, "- - [] old obj", makes(Datatype), large),
	one("Type_create_struct", Make, "- [] [] [] obj", makes(Datatype), large),
	one("Type_create_subarray", Make, "- [] [] [] - old obj", makes(Datatype), large),
	one("Type_create_darray", Make, "- - - [] [] [] [] - old obj", makes(Datatype), large),
	one("Type_create_resized", Make, "old - - obj", makes(Datatype), large),
	one("Type_dup", Make, "old obj", makes(Datatype)),
	one("Type_commit", Commit, "obj"),
	one("Type_free", Free, "obj", frees(Datatype)),

	// These return predefined datatypes, which nobody frees.
	each("Type_create_f90_real Type_create_f90_complex", Query, "- - -"),
	one("Type_create_f90_integer", Query, "- -"),
	one("Type_match_size", Query, "- - -"),
	one("Type_get_value_index", Query, "- - -"),

	one("Type_size", Query, "- -", large),
	one("Type_size_x", Query, "- -"),
	each("Type_get_extent Type_get_true_extent", Query, "- - -", large),
	each("Type_get_extent_x Type_get_true_extent_x", Query, "- - -"),
	one("Type_get_envelope", Query, "- - - - -", large),
	one("Type_get_envelope_c", Query, "- - - - - -"),
	one("Type_get_contents", Query, "- - - - - - -", large),
	one("Type_get_contents_c", Query, "- - - - - - - - -"),
	one("Type_get_name", Query, "- - -"),
	one("Type_set_name", Other, "- -"),

	one("Get_address", Query, "- -"),
	each("Aint_add Aint_diff", Query, "- -"),
)

// Packing and local reduction touch buffers and move nothing to another
// process; what is packed is sent by a later call.
var packing = join(
	one("Pack", Local, "- - - - - - comm", large),
	one("Unpack", Local, "- - - - - - comm", large),
	one("Pack_size", Query, "- - comm -", large),
	one("Pack_external", Local, "- - - - - - -", large),
	one("Unpack_external", Local, "- - - - - - -", large),
	one("Pack_external_size", Query, "- - - -", large),

	one("Reduce_local", Local, "- - - - -", large),
	one("Op_create", Make, "- - obj", makes(Op), large),
	one("Op_free", Free, "obj", frees(Op)),
	one("Op_commutative", Query, "- -"),
)
