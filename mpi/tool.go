package mpi

// The tool information interface. Its buffers hold values of control and
// performance variables.
var tools = join(
	one("T_init_thread", Tool, "- -"),
	one("T_finalize", Tool, ""),

	one("T_enum_get_info", Tool, "- - - -"),
	one("T_enum_get_item", Tool, "- - - - -"),

	one("T_cvar_get_num", Tool, "-"),
	one("T_cvar_get_info", Tool, "- - - - - - - - - -"),
	one("T_cvar_get_index", Tool, "- -"),
	one("T_cvar_handle_alloc", Tool, "- - - -"),
	one("T_cvar_handle_free", Tool, "-"),
	each("T_cvar_read T_cvar_write", Tool, "- -"),

	one("T_pvar_get_num", Tool, "-"),
	one("T_pvar_get_info", Tool, "- - - - - - - - - - - - -"),
	one("T_pvar_get_index", Tool, "- - -"),
	each("T_pvar_session_create T_pvar_session_free", Tool, "-"),
	one("T_pvar_handle_alloc", Tool, "- - - - -"),
	one("T_pvar_handle_free", Tool, "- -"),
	each("T_pvar_start T_pvar_stop T_pvar_reset", Tool, "- -"),
	each("T_pvar_read T_pvar_write T_pvar_readreset", Tool, "- - -"),

	one("T_source_get_num", Tool, "-"),
	one("T_source_get_info", Tool, "- - - - - - - - -"),
	one("T_source_get_timestamp", Tool, "- -"),

	one("T_event_get_num", Tool, "-"),
	one("T_event_get_info", Tool, "- - - - - - - - - - - -"),
	one("T_event_get_index", Tool, "- -"),
	one("T_event_handle_alloc", Tool, "- - - -"),
	one("T_event_handle_free", Tool, "- - -"),
	each("T_event_handle_set_info T_event_handle_get_info", Tool, "- -"),
	one("T_event_register_callback", Tool, "- - - - -"),
	each("T_event_callback_set_info T_event_callback_get_info", Tool, "- - -"),
	one("T_event_set_dropped_handler", Tool, "- -"),
	one("T_event_read", Tool, "- - -"),
	each("T_event_copy T_event_get_timestamp T_event_get_source", Tool, "- -"),

	one("T_category_get_num", Tool, "-"),
	one("T_category_get_info", Tool, "- - - - - - - -"),
	one("T_category_get_index", Tool, "- -"),
	one("T_category_get_num_events", Tool, "- -"),
	each("T_category_get_cvars T_category_get_pvars T_category_get_events T_category_get_categories", Tool, "- - -"),
	one("T_category_changed", Tool, "-"),
)
