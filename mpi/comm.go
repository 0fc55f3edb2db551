package mpi

var communicators = join(
	one("Comm_dup", Make, "comm obj", makes(Communicator)),
	one("Comm_dup_with_info", Make, "comm - obj", makes(Communicator)),
	one("Comm_idup", Make, "comm obj req", makes(Communicator), nonblocking),
	one("Comm_idup_with_info", Make, "comm - obj req", makes(Communicator), nonblocking),
	one("Comm_create", Make, "comm - obj", makes(Communicator)),
	one("Comm_create_group", Make, "comm - - obj", makes(Communicator)),
	one("Comm_create_from_group", Make, "- - - - obj", makes(Communicator)),
	one("Comm_split", Make, "comm - - obj", makes(Communicator)),
	one("Comm_split_type", Make, "comm - - - obj", makes(Communicator)),
	one("Intercomm_create", Make, "comm - - - - obj", makes(Communicator)),
	one("Intercomm_create_from_groups", Make, "- - - - - - - obj", makes(Communicator)),
	one("Intercomm_merge", Make, "comm - obj", makes(Communicator)),
	one("Comm_free", Free, "obj", frees(Communicator)),
	one("Comm_disconnect", Free, "obj", frees(Communicator)),

	each("Comm_rank Comm_size Comm_remote_size Comm_test_inter Topo_test", Query, "comm -"),
	one("Comm_compare", Query, "comm - -"),
	each("Comm_group Comm_remote_group", Make, "comm obj", makes(Group)),
	one("Comm_get_name", Query, "comm - -"),
	one("Comm_set_name", Other, "comm -"),
	one("Comm_get_info", Make, "comm obj", makes(Info)),
	one("Comm_set_info", Other, "comm -"),
)

var topologies = join(
	one("Cart_create", Make, "comm - [] [] - obj", makes(Communicator)),
	one("Cart_sub", Make, "comm [] obj", makes(Communicator)),
	one("Graph_create", Make, "comm - [] [] - obj", makes(Communicator)),
	one("Dist_graph_create", Make, "comm - [] [] [] [] - - obj", makes(Communicator)),
	one("Dist_graph_create_adjacent", Make, "comm - [] [] - [] [] - - obj", makes(Communicator)),

	one("Dims_create", Query, "- - -"),
	one("Cartdim_get", Query, "comm -"),
	one("Cart_get", Query, "comm - - - -"),
	one("Cart_rank", Query, "comm - -"),
	one("Cart_coords", Query, "comm - - -"),
	one("Cart_shift", Query, "comm - - - -"),
	one("Cart_map", Query, "comm - - - -"),
	one("Graphdims_get", Query, "comm - -"),
	one("Graph_get", Query, "comm - - - -"),
	one("Graph_map", Query, "comm - - - -"),
	one("Graph_neighbors_count", Query, "comm - -"),
	one("Graph_neighbors", Query, "comm - - -"),
	one("Dist_graph_neighbors_count", Query, "comm - - -"),
	one("Dist_graph_neighbors", Query, "comm - - - - - -"),
)

var groups = join(
	each("Group_union Group_intersection Group_difference", Make, "- - obj", makes(Group)),
	each("Group_incl Group_excl Group_range_incl Group_range_excl", Make, "- - [] obj", makes(Group)),
	one("Group_from_session_pset", Make, "- - obj", makes(Group)),
	one("Group_free", Free, "obj", frees(Group)),
	each("Group_size Group_rank", Query, "- -"),
	one("Group_compare", Query, "- - -"),
	one("Group_translate_ranks", Query, "- - - - -"),
)

var sessions = join(
	one("Session_init", Make, "- - obj", makes(Session)),
	one("Session_finalize", Free, "obj", frees(Session)),
	one("Session_get_num_psets", Query, "- - -"),
	one("Session_get_nth_pset", Query, "- - - - -"),
	one("Session_get_info", Make, "- obj", makes(Info)),
	one("Session_get_pset_info", Make, "- - obj", makes(Info)),
)

var dynamicProcesses = join(
	one("Comm_spawn", Make, "- - - - root comm obj -", makes(Communicator)),
	one("Comm_spawn_multiple", Make, "- - - - - root comm obj -", makes(Communicator)),
	each("Comm_accept Comm_connect", Make, "- - root comm obj", makes(Communicator)),
	one("Comm_join", Make, "- obj", makes(Communicator)),
	one("Comm_get_parent", Query, "-"),
	one("Open_port", Other, "- -"),
	one("Close_port", Other, "-"),
	each("Publish_name Unpublish_name Lookup_name", Other, "- - -"),
)
