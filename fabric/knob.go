package fabric

import (
	"fmt"
	"slices"
	"strings"
)

// Purpose is what a knob is turned for.
type Purpose uint8

// Purposes of knobs.
const (
	Connections  Purpose = iota // queue pairs and the memory of their queues
	Registration                // what is registered, when, and how long it stays
	Copies                      // from which size messages are sent without a copy
	Heap                        // whether freed pages go back to the system
)

// Knob is a setting of a stack: an environment variable, or a parameter of its own.
type Knob struct {
	Name string // with the value to set, where there is one: "UCX_TLS=dc,sm,self"
	Does string // what it lowers or changes
	For  Purpose
}

// StackKnobs are the knobs of one stack.
type StackKnobs struct {
	Stack string
	// Stale says since when the stack ignores them; empty for what is current.
	Stale      string
	Transports []string // those of the model that are this stack's
	Knobs      []Knob
}

// Knobs lists the stacks, current ones first.
var Knobs = []StackKnobs{
	{Stack: "UCX (Open MPI, MPICH)", Transports: []string{"rc", "ucx", "dc", "ud"}, Knobs: []Knob{
		{"UCX_TLS=dc,sm,self", "no queue pair per peer; ud in place of dc where the adapter has no dc", Connections},
		{"UCX_RC_MLX5_TX_QUEUE_LEN=64", "16 instead of 64 KiB per peer", Connections},
		{"UCX_RC_MAX_NUM_EPS", "endpoints up to which rc is taken, 256", Connections},
		{"UCX_NUM_EPS", "the endpoints it counts on", Connections},
		{"UCX_DC_MLX5_NUM_DCI", "the pool of dc", Connections},
		{"UCX_RCACHE_MAX_REGIONS", "bounds how many regions stay registered", Registration},
		{"UCX_RCACHE_MAX_SIZE", "bounds their bytes", Registration},
		{"UCX_MEM_EVENTS", "whether unmapped regions are noticed", Registration},
		{"UCX_ZCOPY_THRESH", "copies shorter messages", Copies},
		{"UCX_RNDV_THRESH", "registers on both sides from there on", Copies},
		{"UCX_PROTO_INFO=y", "shows what is chosen", Copies},
	}},
	{Stack: "MPICH", Knobs: []Knob{
		{"MPIR_CVAR_ALLTOALL_SHORT_MSG_SIZE", "blocks up to there go 2 log2 n ways, 256", Connections},
		{"MPIR_CVAR_ALLTOALL_THROTTLE", "messages in flight, 32; connections stay as many", Connections},
		{"MPIR_CVAR_CH4_OFI_EAGER_THRESHOLD", "the size from which messages wait for the receiver", Copies},
	}},
	{Stack: "libfabric", Transports: []string{"rxm", "cxi"}, Knobs: []Knob{
		{"FI_OFI_RXM_USE_SRX=1", "shares the receive buffers, 2 MiB per peer", Connections},
		{"FI_VERBS_PREFER_XRC=1", "one queue pair per node", Connections},
		{"FI_UNIVERSE_SIZE", "the peers it counts on", Connections},
		{"FI_MR_CACHE_MAX_COUNT", "bounds how many regions stay registered, 0 for none", Registration},
		{"FI_MR_CACHE_MAX_SIZE", "bounds their bytes", Registration},
		{"FI_MR_CACHE_MONITOR", "how unmapped regions are noticed", Registration},
		{"FI_CXI_RDZV_THRESHOLD", "copies shorter messages on Slingshot", Copies},
	}},
	{Stack: "Intel MPI from 2019", Transports: []string{"intel-dapl"}, Knobs: []Knob{
		{"FI_PROVIDER=mlx", "goes through UCX, whose settings then count", Connections},
	}},
	{Stack: "MVAPICH2", Transports: []string{"mvapich2", "xrc"}, Knobs: []Knob{
		{"MV2_USE_UD_HYBRID=1", "datagrams for most peers", Connections},
		{"MV2_HYBRID_ENABLE_THRESHOLD", "ranks from which they are taken, 512", Connections},
		{"MV2_ON_DEMAND_THRESHOLD", "ranks from which connections wait for the first message, 64", Connections},
		{"MV2_USE_XRC=1", "one queue pair per node", Connections},
		{"MV2_USE_SRQ=1", "shares the receive queues", Connections},
		{"MV2_USE_LAZY_MEM_UNREGISTER", "whether regions stay registered", Registration},
		{"MV2_NDREG_ENTRIES", "how many of them", Registration},
		{"MV2_IBA_EAGER_THRESHOLD", "copies shorter messages", Copies},
	}},
	{Stack: "Open MPI 4 openib", Stale: "gone from Open MPI 5", Transports: []string{"openib", "openib-pp", "xrc"}, Knobs: []Knob{
		{"btl_openib_receive_queues", "S shares receive queues, X one queue pair per node, P has 16 MiB per peer", Connections},
		{"mpi_leave_pinned", "whether regions stay registered", Registration},
		{"btl_openib_eager_limit", "copies shorter messages", Copies},
	}},
	{Stack: "Intel MPI up to 2018", Stale: "ignored from 2019 on", Transports: []string{"intel-dapl", "xrc"}, Knobs: []Knob{
		{"I_MPI_DAPL_BUFFER_NUM", "fewer of 16 eager buffers per peer", Connections},
		{"I_MPI_DAPL_BUFFER_ENLARGEMENT=1", "small buffers until a long message comes", Connections},
		{"I_MPI_OFA_USE_XRC=1", "one queue pair per node", Connections},
		{"I_MPI_OFA_DYNAMIC_QPS=1", "queue pairs made on demand", Connections},
		{"I_MPI_DAPL_UD=1", "datagrams, no queue pair per peer", Connections},
		{"I_MPI_DAPL_TRANSLATION_CACHE", "whether regions stay registered", Registration},
		{"I_MPI_DAPL_DIRECT_COPY_THRESHOLD", "copies shorter messages", Copies},
	}},
	{Stack: "HPE Cray MPI", Transports: []string{"cxi"}, Knobs: []Knob{
		{"MPICH_OFI_STARTUP_CONNECT", "whether all peers are connected at the start", Connections},
	}},
	{Stack: "glibc", Knobs: []Knob{
		{"MALLOC_MMAP_MAX_=0", "large blocks come from the heap too", Heap},
		{"MALLOC_TRIM_THRESHOLD_", "what the heap's end keeps when it is freed", Heap},
		{"MALLOC_TOP_PAD_", "what it takes from the system beyond what is asked for", Heap},
	}},
}

// KnobText names the knobs for a purpose: UCX's, which is what current stacks use, where the transport is UCX's or one that no
// current stack has, and then those of the transport's own stack, named so when they are ignored today.
func KnobText(p Purpose, t Transport) string {
	base, _, _ := strings.Cut(t.Name, ":")
	var parts []string
	for i, s := range Knobs {
		own := slices.Contains(s.Transports, base)
		if !own && !(i == 0 && t.Legacy) && !(len(s.Transports) == 0 && p == Heap) {
			continue
		}
		most := 4
		if i == 0 {
			most = 2
		}
		if text := s.text(p, most); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "; ")
}

func (s StackKnobs) text(p Purpose, most int) string {
	var names []string
	for _, k := range s.Knobs {
		if k.For == p && len(names) < most {
			names = append(names, fmt.Sprintf("%s (%s)", k.Name, k.Does))
		}
	}
	if len(names) == 0 {
		return ""
	}
	head := s.Stack
	if s.Stale != "" {
		head += ", " + s.Stale
	}
	return head + ": " + strings.Join(names, ", ")
}
