package mpi

// Attribute caching for communicators, datatypes and windows.
var attributes = join(
	each("Comm_create_keyval Type_create_keyval Win_create_keyval", Make, "- - obj -", makes(Keyval)),
	each("Comm_free_keyval Type_free_keyval Win_free_keyval", Free, "obj", frees(Keyval)),
	one("Comm_get_attr", Query, "comm - - -"),
	one("Comm_set_attr", Other, "comm - -"),
	one("Comm_delete_attr", Other, "comm -"),
	one("Type_get_attr", Query, "- - - -"),
	one("Type_set_attr", Other, "- - -"),
	one("Type_delete_attr", Other, "- -"),
	one("Win_get_attr", Query, "win - - -"),
	one("Win_set_attr", Other, "win - -"),
	one("Win_delete_attr", Other, "win -"),
)

var errorHandling = join(
	each("Comm_create_errhandler Win_create_errhandler File_create_errhandler Session_create_errhandler",
		Make, "- obj", makes(Errhandler)),
	one("Errhandler_free", Free, "obj", frees(Errhandler)),
	one("Comm_get_errhandler", Query, "comm -"),
	each("Comm_set_errhandler Comm_call_errhandler", Other, "comm -"),
	one("Win_get_errhandler", Query, "win -"),
	each("Win_set_errhandler Win_call_errhandler", Other, "win -"),
	one("Session_get_errhandler", Query, "- -"),
	each("Session_set_errhandler Session_call_errhandler", Other, "- -"),
	one("File_get_errhandler", Query, "- -"),
	each("File_set_errhandler File_call_errhandler", Other, "- -"),

	one("Error_class", Query, "- -"),
	one("Error_string", Query, "- - -"),
	each("Add_error_class Remove_error_class Remove_error_code Remove_error_string", Other, "-"),
	each("Add_error_code Add_error_string", Other, "- -"),
)

var infos = join(
	one("Info_create", Make, "obj", makes(Info)),
	one("Info_create_env", Make, "- - obj", makes(Info)),
	one("Info_dup", Make, "- obj", makes(Info)),
	one("Info_free", Free, "obj", frees(Info)),
	one("Info_set", Other, "- - -"),
	one("Info_delete", Other, "- -"),
	one("Info_get", Query, "- - - - -"),
	one("Info_get_string", Query, "- - - - -"),
	one("Info_get_valuelen", Query, "- - - -"),
	one("Info_get_nkeys", Query, "- -"),
	one("Info_get_nthkey", Query, "- - -"),
)

// Memory that MPI allocates or is lent. The buffer of buffered sends belongs
// to the process, a communicator or a session, and is named by no handle.
var memory = join(
	one("Alloc_mem", Make, "bytes - obj", makes(Memory), handsOut),
	one("Free_mem", Free, "obj", frees(Memory), handsOut),

	one("Buffer_attach", Make, "mem bytes", makes(AttachedBuffer), large),
	one("Buffer_detach", Free, "mem bytes", frees(AttachedBuffer), large),
	one("Buffer_flush", Completion, ""),
	one("Buffer_iflush", Other, "req", nonblocking),
	one("Comm_attach_buffer", Make, "comm mem bytes", makes(AttachedBuffer), large),
	one("Comm_detach_buffer", Free, "comm mem bytes", frees(AttachedBuffer), large),
	one("Comm_flush_buffer", Completion, "comm"),
	one("Comm_iflush_buffer", Other, "comm req", nonblocking),
	one("Session_attach_buffer", Make, "- mem bytes", makes(AttachedBuffer), large),
	one("Session_detach_buffer", Free, "- mem bytes", frees(AttachedBuffer), large),
	one("Session_flush_buffer", Completion, "-"),
	one("Session_iflush_buffer", Other, "- req", nonblocking),
)

// handsOut says that the object made or freed is the memory itself.
func handsOut(p *Proc) { p.Mem = p.ObjArg }
