package fabric

import (
	"fmt"
	"sort"
	"strings"
)

// Transport says what one way of talking to other nodes costs.
type Transport struct {
	Name  string
	Title string // what it is, for messages
	// Fixed is F: bytes of receive pools and send pools that a rank holds however few peers it has.
	Fixed int64
	// PerPeer is C: bytes of queues for each remote peer (for each remote node with PerNode).
	PerPeer int64
	// Buffers of BufferBytes each are posted for each remote peer besides.
	Buffers, BufferBytes int64
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
	// Above is the number of ranks above which Then, another transport, is used; 0 for never.
	Above int64
	Then  string
	// Legacy says that no current version of its stack has it.
	Legacy bool
	// Hint is what changes the transport's behaviour: knobs and automatic switches, for messages.
	Hint string
	// Constants are the figures above with their sources.
	Constants []Constant
	// Settings are the knobs that the model follows, to be given as NAME:KNOB=VALUE.
	Settings []Setting
}

var transports = []Transport{
	{Name: "rc", Title: "reliable connections (UCX rc_mlx5)", Fixed: ucxReceivePool + ucxSendChunk,
		PerPeer: ucxSendEntries * ucxSendEntry, QPs: 1, Constants: rcConstants, Settings: []Setting{ucxSendQueueLength},
		Hint: "UCX leaves rc above 256 endpoints (UCX_RC_MAX_NUM_EPS) unless UCX_TLS=rc forces it"},
	{Name: "ucx", Title: "what UCX takes by itself: rc up to 256 endpoints, dc above", Fixed: ucxReceivePool + ucxSendChunk,
		PerPeer: ucxSendEntries * ucxSendEntry, QPs: 1, Above: ucxMaxEndpoints, Then: "dc",
		Constants: ucxConstants, Settings: []Setting{ucxMaxEPs, ucxSendQueueLength},
		Hint: "rc up to UCX_RC_MAX_NUM_EPS endpoints (256), dc above"},
	{Name: "dc", Title: "dynamic connections (UCX dc_mlx5)", Fixed: ucxReceivePool + ucxSendChunk + ucxDCIs*ucxDCIQueue,
		PerPeer: ucxEndpoint, PoolQPs: ucxDCIs, Connectionless: true, Constants: dcConstants, Settings: []Setting{ucxNumDCI},
		Hint: "the pool is set by UCX_DC_MLX5_NUM_DCI"},
	{Name: "ud", Title: "unreliable datagrams (UCX ud_mlx5)", Fixed: ucxUDPool, PerPeer: ucxEndpoint, PoolQPs: 1, Connectionless: true,
		Constants: udConstants, Hint: "UCX reliability timers and copies replace the connection"},
	{Name: "xrc", Title: "extended reliable connections (one per node)", Fixed: openibSRQ, PerPeer: mvapichSend, QPs: 1, PerNode: true,
		Legacy: true, Constants: xrcConstants, Hint: "MV2_USE_XRC, I_MPI_OFA_USE_XRC, FI_VERBS_PREFER_XRC"},
	{Name: "openib", Title: "Open MPI 4 openib, shared receive queues", Fixed: openibSRQ, PerPeer: openibSend, QPs: openibQPs,
		EagerRDMA: openibRing, EagerPeers: openibRingPeers, Legacy: true, Constants: openibConstants,
		Hint: "btl_openib_receive_queues sets the queues"},
	{Name: "openib-pp", Title: "Open MPI 4 openib, a receive queue per peer", Buffers: openibBuffers, BufferBytes: openibBuffer, QPs: 1, Legacy: true,
		Constants: openibPPConstants, Hint: "btl_openib_receive_queues with S instead of P shares the receive queues"},
	{Name: "mvapich2", Title: "MVAPICH2", Fixed: mvapichSRQ, PerPeer: mvapichSend, QPs: 1,
		LimitFrom: mvapichHybrid, LimitPeers: mvapichRC, Constants: mvapichConstants, Settings: []Setting{mvapichThreshold},
		Hint: "from 512 ranks (MV2_HYBRID_ENABLE_THRESHOLD) at most 128 peers keep a connection with MV2_USE_UD_HYBRID"},
	{Name: "rxm", Title: "libfabric rxm over verbs, no shared receive context", Buffers: rxmBuffers, BufferBytes: rxmBuffer, QPs: 1, Constants: rxmConstants,
		Hint: "FI_OFI_RXM_USE_SRX=1 shares the receive buffers"},
	{Name: "intel-dapl", Title: "Intel MPI up to 2018 over DAPL", Buffers: daplBuffers, BufferBytes: daplBuffer, QPs: 1, Legacy: true,
		Constants: daplConstants, Settings: []Setting{daplBufferNum, daplBufferSize, daplEnlargement},
		Hint: "I_MPI_DAPL_UD=1, I_MPI_DAPL_BUFFER_NUM, I_MPI_OFA_USE_XRC=1; ignored from 2019 on"},
	{Name: "cxi", Title: "Slingshot (libfabric cxi)", PerPeer: cxiPeer, Connectionless: true, Constants: cxiConstants,
		Hint: "address tables and match entries grow with the peers"},
}

// peerBytes is C, what each remote peer (or node) costs.
func (t *Transport) peerBytes() int64 { return t.PerPeer + t.Buffers*t.BufferBytes }

// Lookup returns the transport with that name, perhaps with knobs set: "intel-dapl:I_MPI_DAPL_BUFFER_NUM=8".
func Lookup(name string) (Transport, error) {
	base, knobs, tuned := strings.Cut(name, ":")
	for _, t := range transports {
		if t.Name != base {
			continue
		}
		if tuned {
			if err := t.set(knobs); err != nil {
				return Transport{}, err
			}
			t.Name = name
		}
		return t, nil
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
