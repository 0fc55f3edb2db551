package mpi

// MPI-IO moves data between memory and files; its buffers are not messages.
// Requests and statuses are named, for they are waited for like any other.
var files = join(
	one("File_open", IO, "comm - - - -"),
	one("File_close", IO, "-"),
	one("File_delete", IO, "- -"),
	each("File_set_size File_preallocate File_get_size File_get_amode File_get_group", IO, "- -"),
	each("File_set_info File_get_info", IO, "- -"),
	one("File_set_view", IO, "- - - - - -"),
	one("File_get_view", IO, "- - - - -"),

	each("File_read File_read_all File_write File_write_all", IO, "- - - - status", large),
	each("File_read_shared File_write_shared File_read_ordered File_write_ordered", IO, "- - - - status", large),
	each("File_read_at File_read_at_all File_write_at File_write_at_all", IO, "- - - - - status", large),

	each("File_iread File_iread_all File_iwrite File_iwrite_all File_iread_shared File_iwrite_shared",
		IO, "- - - - req", large, nonblocking),
	each("File_iread_at File_iread_at_all File_iwrite_at File_iwrite_at_all",
		IO, "- - - - - req", large, nonblocking),

	each("File_read_all_begin File_write_all_begin File_read_ordered_begin File_write_ordered_begin",
		IO, "- - - -", large),
	each("File_read_at_all_begin File_write_at_all_begin", IO, "- - - - -", large),
	each("File_read_all_end File_write_all_end File_read_ordered_end File_write_ordered_end", IO, "- - status"),
	each("File_read_at_all_end File_write_at_all_end", IO, "- - status"),

	each("File_seek File_seek_shared", IO, "- - -"),
	each("File_get_position File_get_position_shared", IO, "- -"),
	one("File_get_byte_offset", IO, "- - -"),
	one("File_get_type_extent", IO, "- - -", large),
	each("File_set_atomicity File_get_atomicity", IO, "- -"),
	one("File_sync", IO, "-"),
	one("Register_datarep", IO, "- - - - -", large),
)
