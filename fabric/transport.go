package fabric

import (
	"fmt"
	"sort"
	"strings"
)

const (
	kib = int64(1) << 10
	mib = int64(1) << 20
	gib = int64(1) << 30
)

// Transport says what one way of talking to other nodes costs.
type Transport struct {
	Name  string
	Title string // what it is, for messages

	// Fixed is F: bytes of receive pools and send pools that a rank holds however few peers it has.
	Fixed int64
	// PerPeer is C: bytes of queues for each remote peer (for each remote node with PerNode).
	PerPeer int64
	// QPs is q: queue pairs for each remote peer (for each remote node with PerNode).
	QPs int64
	// PoolQPs is the number of queue pairs of a rank that do not depend on its peers.
	PoolQPs int64
	// PerNode says that peers on one node share a connection.
	PerNode bool
	// Connectionless says that a peer costs no queue pair.
	Connectionless bool
	// EagerRDMA is the memory of a peer among the first EagerPeers, which get a receive ring of their own.
	EagerRDMA  int64
	EagerPeers int64
	// LimitFrom is the number of ranks from which at most LimitPeers peers are connected and the rest is reached
	// without a connection; 0 for never.
	LimitFrom, LimitPeers int64
	// Hint is what changes the transport's behaviour: knobs and automatic switches, for messages.
	Hint string
}

const (
	// ucxReceivePool is the receive pool of a rank: 4505 elements of 8256 bytes and a header, 37,193,392 bytes, as logged in u#733.
	ucxReceivePool = 4505*8256 + 112
	// ucxSendChunk is the first chunk of the send pool (U, the growth of the send pool).
	ucxSendChunk = 8_500_000
	// ucxSendQueue is the send queue of one endpoint: 256 entries of 4 blocks of 64 bytes (U rc_mlx5).
	ucxSendQueue = 256 * 4 * 64
	// ucxEndpoint is what an endpoint holds when it has no queues of its own [?].
	ucxEndpoint = 1 * kib
	// ucxDCIs is the number of initiators of DC: 8 up to UCX 1.17, 32 from 1.18.
	ucxDCIs = 32
	// ucxDCIQueue is the send queue of one initiator (U dc_mlx5).
	ucxDCIQueue = 32 * kib
	// ucxUDPool is the pools of UD at an MTU of 4096.
	ucxUDPool = 19_000_000

	// openibSRQ is what the shared receive queues of openib have posted; they grow to 78 MiB at most.
	openibSRQ = 39 * mib / 2
	// openibSend is the four send queues of a peer: 64 entries each, 16 to 64 KiB in all [?]; the upper end.
	openibSend = 64 * kib
	// openibRing is the eager RDMA ring of one of the first 16 peers: 17 buffers of 12 KiB.
	openibRing      = 17 * 12 * kib
	openibRingPeers = 16
	// openibPP is a per-peer receive queue: 256 buffers of 65,536 bytes.
	openibPP = 65536 * 256

	// mvapichSRQ is MVAPICH2's shared receive queue.
	mvapichSRQ = 4 * mib
	// mvapichSend is its send queue: 64 entries, counted as openib's [?].
	mvapichSend = 16 * kib
	// mvapichHybrid is the number of ranks from which UD carries most peers (MV2_HYBRID_ENABLE_THRESHOLD), and
	// mvapichRC how many RC peers are kept then at most (64 to 128).
	mvapichHybrid = 512
	mvapichRC     = 128

	// rxmReceive is the receive queue of a connection without a shared receive context: 128 buffers of 16 KiB.
	rxmReceive = 16 * kib * 128
	// daplBuffers is the eager buffers of a peer in Intel MPI's DAPL: I_MPI_DAPL_BUFFER_NUM (16) of 16,640 bytes [?].
	daplBuffers = 16 * 16640
	// cxiPeer is what a peer costs on Slingshot: a program that only starts grew from 22.5 to 68.1 GB per socket between 32
	// and 768 nodes (m#7199), 13 KB per peer at 48 ranks a socket.
	cxiPeer = 13_000
)

var transports = []Transport{
	{Name: "rc", Title: "reliable connections (UCX rc_mlx5)", Fixed: ucxReceivePool + ucxSendChunk, PerPeer: ucxSendQueue, QPs: 1,
		// U rc_iface.c:111.
		Hint: "UCX leaves rc above 256 endpoints (UCX_RC_MAX_NUM_EPS) unless UCX_TLS=rc forces it"},
	{Name: "dc", Title: "dynamic connections (UCX dc_mlx5)", Fixed: ucxReceivePool + ucxSendChunk + ucxDCIs*ucxDCIQueue,
		PerPeer: ucxEndpoint, PoolQPs: ucxDCIs, Connectionless: true,
		Hint: "the pool is set by UCX_DC_MLX5_NUM_DCI"},
	{Name: "ud", Title: "unreliable datagrams (UCX ud_mlx5)", Fixed: ucxUDPool, PerPeer: ucxEndpoint, PoolQPs: 1, Connectionless: true,
		Hint: "UCX reliability timers and copies replace the connection"},
	{Name: "xrc", Title: "extended reliable connections (one per node)", Fixed: openibSRQ, PerPeer: mvapichSend, QPs: 1, PerNode: true,
		Hint: "MV2_USE_XRC, I_MPI_OFA_USE_XRC, FI_VERBS_PREFER_XRC"},
	{Name: "openib", Title: "Open MPI 4 openib, shared receive queues", Fixed: openibSRQ, PerPeer: openibSend, QPs: 4,
		EagerRDMA: openibRing, EagerPeers: openibRingPeers,
		Hint: "btl_openib_receive_queues sets the queues"},
	{Name: "openib-pp", Title: "Open MPI 4 openib, a receive queue per peer", PerPeer: openibPP, QPs: 1,
		Hint: "btl_openib_receive_queues with S instead of P shares the receive queues"},
	{Name: "mvapich2", Title: "MVAPICH2", Fixed: mvapichSRQ, PerPeer: mvapichSend, QPs: 1,
		LimitFrom: mvapichHybrid, LimitPeers: mvapichRC,
		Hint: "from 512 ranks (MV2_HYBRID_ENABLE_THRESHOLD) at most 128 peers keep a connection with MV2_USE_UD_HYBRID"},
	{Name: "rxm", Title: "libfabric rxm over verbs, no shared receive context", PerPeer: rxmReceive, QPs: 1,
		Hint: "FI_OFI_RXM_USE_SRX=1 shares the receive buffers"},
	{Name: "intel-dapl", Title: "Intel MPI up to 2018 over DAPL", PerPeer: daplBuffers, QPs: 1,
		Hint: "I_MPI_DAPL_UD=1, I_MPI_DAPL_BUFFER_NUM, I_MPI_OFA_USE_XRC=1; ignored from 2019 on"},
	{Name: "cxi", Title: "Slingshot (libfabric cxi)", PerPeer: cxiPeer, Connectionless: true,
		Hint: "address tables and match entries grow with the peers"},
}

// Lookup returns the transport with that name.
func Lookup(name string) (Transport, error) {
	for _, t := range transports {
		if t.Name == name {
			return t, nil
		}
	}
	return Transport{}, fmt.Errorf("transport %q is not known (known: %s)", name, strings.Join(Names(), ", "))
}

// Names lists the names of all transports, sorted.
func Names() []string {
	out := make([]string, 0, len(transports))
	for _, t := range transports {
		out = append(out, t.Name)
	}
	sort.Strings(out)
	return out
}
