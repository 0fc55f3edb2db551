package fabric

import "fmt"

const (
	kib = int64(1) << 10
	mib = int64(1) << 20
	gib = int64(1) << 30
)

// Constant is one figure of the model with where it comes from.
type Constant struct {
	Name   string
	Value  string
	Source string // in the abbreviations of the package's comment
	Unsure bool   // no source states it outright
}

// Figures of the transports; the tables below say where each comes from.
const (
	ucxReceiveElements = 4505
	ucxReceiveElement  = 8256
	ucxReceiveHeader   = 112
	ucxReceivePool     = ucxReceiveElements*ucxReceiveElement + ucxReceiveHeader // 37,193,392
	ucxSendChunk       = 8_500_000
	ucxSendEntries     = 256
	ucxSendEntry       = 4 * 64
	ucxEndpoint        = 1 * kib
	ucxMaxEndpoints    = 256
	ucxDCIs            = 32
	ucxDCIQueue        = 32 * kib
	ucxUDPool          = 19_000_000

	openibSRQ       = 39 * mib / 2
	openibQPs       = 4
	openibSend      = 64 * kib
	openibRing      = 17 * 12 * kib
	openibRingPeers = 16
	openibBuffers   = 256
	openibBuffer    = 65536

	mvapichSRQ    = 4 * mib
	mvapichSend   = 16 * kib
	mvapichHybrid = 512
	mvapichRC     = 128

	rxmBuffers = 128
	rxmBuffer  = 16 * kib

	daplBuffers = 16
	daplBuffer  = 16640
	daplSmall   = 580

	cxiPeer = 13_000
)

var ucxPools = []Constant{
	{"receive pool of a rank", fmt.Sprintf("%d · %d + %d B", ucxReceiveElements, ucxReceiveElement, ucxReceiveHeader), "u#733, logged", false},
	{"first chunk of the send pool", "8.5 MB", "U, growth of the send pool", false},
}

var ucxLight = Constant{"an endpoint without queues of its own", "1 KiB", "estimate", true}

var rcConstants = append(ucxPools[:2:2],
	Constant{"send queue of an endpoint", "256 entries · 4 · 64 B = 64 KiB", "U rc_mlx5, UCX_RC_MLX5_TX_QUEUE_LEN", false})

var dcConstants = append(ucxPools[:2:2], ucxLight,
	Constant{"initiators", "32 (8 up to UCX 1.17)", "U dc_mlx5, UCX_DC_MLX5_NUM_DCI", false},
	Constant{"send queue of an initiator", "32 KiB", "U dc_mlx5", false})

var udConstants = []Constant{{"pools at an MTU of 4096", "19 MB", "U ud_mlx5", false}, ucxLight}

var ucxConstants = append(rcConstants[:3:3],
	Constant{"endpoints above which rc is left for dc, else ud", "256", "U rc_iface.c:111, UCX_RC_MAX_NUM_EPS", false})

var openibConstants = []Constant{
	{"posted in shared receive queues", "19.5 MiB (78 MiB at most)", "O btl_openib_receive_queues", false},
	{"queue pairs of a peer", "4", "O btl_openib_receive_queues", false},
	{"their send queues", "4 · 64 entries, 64 KiB", "O; bytes estimated, 16 to 64 KiB", true},
	{"eager ring of each of the first 16 peers", "17 · 12 KiB", "O btl_openib_eager_rdma_num, _max_eager_rdma", false},
}

var openibPPConstants = []Constant{{"receive queue of a peer", "256 · 65,536 B = 16 MiB", "F, a P queue", false}}

var xrcConstants = []Constant{
	{"shared receive queues", "19.5 MiB", "as openib", false},
	{"send queue for a node", "16 KiB", "estimate, 64 entries", true},
}

var mvapichConstants = []Constant{
	{"shared receive queue", "4 MiB", "V MV2_USE_SRQ", false},
	{"send queue of a peer", "64 entries, 16 KiB", "V; bytes estimated", true},
	{"ranks from which datagrams carry most peers", "512", "V MV2_HYBRID_ENABLE_THRESHOLD", false},
	{"connected peers then", "64 to 128, counted as 128", "V MV2_USE_UD_HYBRID", false},
	ucxLight,
}

var rxmConstants = []Constant{{"receive queue of a peer", "128 · 16 KiB = 2 MiB", "L fi_rxm.7.md", false}}

var daplConstants = []Constant{
	{"eager buffers of a peer", "16", "I_MPI_DAPL_BUFFER_NUM, the default", false},
	{"one of them", "16,640 B", "I_MPI_DAPL_BUFFER_SIZE, estimate", true},
	{"one of them while only short messages came", "580 B", "I_MPI_DAPL_BUFFER_ENLARGEMENT=1, estimate", true},
}

var cxiConstants = []Constant{{"a peer", "13 KB", "m#7199: growth of a program that only starts, at 48 ranks a socket", false}}
