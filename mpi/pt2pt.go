package mpi

// send is a send in its blocking, nonblocking and persistent forms: Send,
// Isend and Send_init.
func send(name, words string) []*Proc {
	return []*Proc{
		row(name, PointToPoint, words, large),
		row(nonblockingName(name), PointToPoint, words+" req", large, nonblocking),
		row(name+"_init", PointToPoint, words+" req", large, persistent),
	}
}

var pointToPoint = join(
	send("Send", "send n type peer - comm"),
	send("Bsend", "send n type peer - comm"),
	send("Ssend", "send n type peer - comm"),
	send("Rsend", "send n type peer - comm"),

	one("Recv", PointToPoint, "recv n type peer - comm status", large),
	one("Irecv", PointToPoint, "recv n type peer - comm req", large, nonblocking),
	one("Recv_init", PointToPoint, "recv n type peer - comm req", large, persistent),

	one("Sendrecv", PointToPoint, "send n type peer - recv n type peer - comm status", large),
	one("Isendrecv", PointToPoint, "send n type peer - recv n type peer - comm req", large, nonblocking),
	one("Sendrecv_replace", PointToPoint, "both n type peer - peer - comm status", large),
	one("Isendrecv_replace", PointToPoint, "both n type peer - peer - comm req", large, nonblocking),

	one("Mrecv", PointToPoint, "recv n type - status", large),
	one("Imrecv", PointToPoint, "recv n type - req", large, nonblocking),

	one("Probe", Probe, "peer - comm status"),
	one("Iprobe", Probe, "peer - comm - status"),
	one("Mprobe", Probe, "peer - comm - status"),
	one("Improbe", Probe, "peer - comm - - status"),

	one("Get_count", Query, "status - -", large),
	one("Get_elements", Query, "status - -", large),
	one("Get_elements_x", Query, "status - -"),
	one("Test_cancelled", Query, "status -"),
	each("Status_get_error Status_get_source Status_get_tag", Query, "status -"),
	each("Status_set_error Status_set_source Status_set_tag Status_set_cancelled", Other, "status -"),
	one("Status_set_elements", Other, "status - -", large),
	one("Status_set_elements_x", Other, "status - -"),
)

// The count of a partitioned transfer is that of one partition.
var partitionedSends = join(
	one("Psend_init", PointToPoint, "send parts n type peer - comm - req", persistent, partitioned),
	one("Precv_init", PointToPoint, "recv parts n type peer - comm - req", persistent, partitioned),
	one("Pready", Start, "- req"),
	one("Pready_range", Start, "- - req"),
	one("Pready_list", Start, "- - req"),
	one("Parrived", Completion, "req - -"),
)

var completions = join(
	one("Start", Start, "req"),
	one("Startall", Start, "nreq reqs[]"),

	one("Wait", Completion, "req status"),
	one("Waitall", Completion, "nreq reqs[] statuses[]"),
	one("Waitany", Completion, "nreq reqs[] - status"),
	one("Waitsome", Completion, "nreq reqs[] - - statuses[]"),
	one("Test", Completion, "req - status"),
	one("Testall", Completion, "nreq reqs[] - statuses[]"),
	one("Testany", Completion, "nreq reqs[] - - status"),
	one("Testsome", Completion, "nreq reqs[] - - statuses[]"),

	one("Request_get_status", Completion, "req - status"),
	one("Request_get_status_all", Completion, "nreq reqs[] - statuses[]"),
	one("Request_get_status_any", Completion, "nreq reqs[] - - status"),
	one("Request_get_status_some", Completion, "nreq reqs[] - - statuses[]"),

	one("Request_free", Free, "obj", frees(Request)),
	one("Cancel", Other, "req"),
	one("Grequest_start", Other, "- - - - req"),
	one("Grequest_complete", Other, "req"),
)
