package mpi

// access is a one-sided access and its form that returns a request: Put and
// Rput. The count and datatype that describe the target are not those of a
// local buffer, so they are no words of the row.
func access(name, words string) []*Proc {
	return []*Proc{
		row(name, OneSided, words, large),
		row("R"+string(name[0]|0x20)+name[1:], OneSided, words+" req", large, nonblocking),
	}
}

var oneSided = join(
	access("Put", "send n type peer - - - win"),
	access("Get", "recv n type peer - - - win"),
	access("Accumulate", "send n type peer - - - - win"),
	access("Get_accumulate", "send n type recv n type peer - - - - win"),
	one("Fetch_and_op", OneSided, "send recv type peer - - win"),
	one("Compare_and_swap", OneSided, "send send recv type peer - win"),
)

// Exposing memory in a window does not move it: MPI_Win_create has no buffer.
var windows = join(
	one("Win_create", Make, "mem bytes - - comm obj", makes(Window), large),
	one("Win_create_dynamic", Make, "- comm obj", makes(Window)),
	one("Win_allocate", Make, "bytes - - comm mem obj", makes(Window), large),
	one("Win_allocate_shared", Make, "bytes - - comm mem obj", makes(Window), large),
	one("Win_free", Free, "obj", frees(Window)),
	one("Win_attach", Make, "win mem bytes", makes(AttachedMemory)),
	one("Win_detach", Free, "win mem", frees(AttachedMemory)),

	one("Win_get_group", Make, "win obj", makes(Group)),
	one("Win_shared_query", Query, "win - - - -", large),
	one("Win_get_info", Make, "win obj", makes(Info)),
	one("Win_set_info", Other, "win -"),
	one("Win_get_name", Query, "win - -"),
	one("Win_set_name", Other, "win -"),
)

var synchronization = join(
	one("Win_fence", Synchronize, "- win"),
	one("Win_lock", Synchronize, "- peer - win"),
	one("Win_unlock", Synchronize, "peer win"),
	one("Win_lock_all", Synchronize, "- win"),
	one("Win_unlock_all", Synchronize, "win"),
	each("Win_flush Win_flush_local", Synchronize, "peer win"),
	each("Win_flush_all Win_flush_local_all Win_sync", Synchronize, "win"),
	each("Win_post Win_start", Synchronize, "- - win"),
	each("Win_complete Win_wait", Synchronize, "win"),
	one("Win_test", Synchronize, "win -"),
)
