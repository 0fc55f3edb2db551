package fabric

import (
	"slices"
	"strings"
	"testing"
)

func peersAt(p Pattern, rank, n int) []int {
	set := map[int]bool{}
	p.peers(rank, n, func(to int) {
		if to >= 0 && to < n && to != rank {
			set[to] = true
		}
	})
	var out []int
	for r := range set {
		out = append(out, r)
	}
	slices.Sort(out)
	return out
}

func TestPeersOfPatterns(t *testing.T) {
	for _, c := range []struct {
		name    string
		rank, n int
		want    []int
	}{
		{"ring", 0, 8, []int{1, 7}},
		{"bcast", 0, 8, []int{1, 2, 4}},
		{"bcast", 4, 8, []int{0, 5, 6}},
		{"bcast", 7, 8, []int{6}},
		{"hypercube", 5, 8, []int{1, 4, 7}},
		{"bruck", 0, 8, []int{1, 2, 4, 6, 7}},
		{"halo2d", 4, 9, []int{1, 3, 5, 7}},
		{"halo", 13, 27, []int{4, 10, 12, 14, 16, 22}},
		{"transpose", 4, 9, []int{1, 3, 5, 7}},
		{"transpose", 0, 9, []int{1, 2, 3, 6}},
		{"star", 3, 9, []int{0}},
	} {
		if got := peersAt(pattern(c.name), c.rank, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%s: rank %d of %d talks to %v, want %v", c.name, c.rank, c.n, got, c.want)
		}
	}
	if got := len(peersAt(pattern("halo26"), 13, 27)); got != 26 {
		t.Errorf("%d neighbours over corners, want 26", got)
	}
}

// TestPeersAreMutual: whom a rank talks to also talks to it.
func TestPeersAreMutual(t *testing.T) {
	for _, p := range Patterns {
		for _, n := range []int{1, 2, 7, 12, 64} {
			mutual(t, p, n)
		}
	}
}

func mutual(t *testing.T, p Pattern, n int) {
	t.Helper()
	talks := func(rank, to int) bool {
		if p.all != nil && p.all(rank, n) {
			return true
		}
		return p.peers != nil && slices.Contains(peersAt(p, rank, n), to)
	}
	// A rank of a recursive doubling over a number that is no power of two has no partner beyond the end.
	for a := range n {
		for b := range a {
			if talks(a, b) != talks(b, a) {
				t.Errorf("%s of %d ranks: %d and %d disagree", p.Name, n, a, b)
			}
		}
	}
}

// TestClosedForms holds the count over nodes against the formulas.
func TestClosedForms(t *testing.T) {
	for _, name := range Names() {
		for _, size := range [][2]int{{64, 32}, {1024, 32}, {4096, 64}, {16, 16}, {1000, 48}} {
			m := machine(t, size[0], size[1], name)
			if size[0]%size[1] == 0 {
				if got, want := m.CostOf(pattern("allpairs")), m.Mesh(); got != want {
					t.Errorf("%s %v: all pairs cost %+v, the formula says %+v", name, size, got, want)
				}
			}
			got, want := m.CostOf(pattern("star")), m.Hub()
			// With a connection for each node, the nodes of the other ranks may have more than the hub's.
			if got.QPsPerRank != want.QPsPerRank || got.QPsPerNode != want.QPsPerNode && !m.Transport.PerNode || got.QueueBytes != want.QueueBytes {
				t.Errorf("%s %v: a star costs %+v, the formula says %+v", name, size, got, want)
			}
		}
	}
}

func TestPeerSetsAddUp(t *testing.T) {
	m := machine(t, 512, 8, "rc")
	halo, both := m.CostOf(pattern("halo")), m.CostOf(pattern("halo"), pattern("star"))
	if both.Peers != 511 || both.QPsPerRank != 504 {
		t.Errorf("the hub has %d peers and %d queue pairs", both.Peers, both.QPsPerRank)
	}
	if both.QPsPerNode <= m.Hub().QPsPerNode || both.QPsPerNode >= m.Hub().QPsPerNode+halo.QPsPerNode {
		t.Errorf("%d queue pairs on the hub's node, a star alone has %d, a halo %d", both.QPsPerNode, m.Hub().QPsPerNode, halo.QPsPerNode)
	}
	if got := m.CostOf(pattern("halo"), pattern("halo")); got != halo {
		t.Errorf("the same pattern twice costs %+v, once %+v", got, halo)
	}
	if got := m.CostOf(pattern("alltoall"), pattern("halo"), pattern("star")); got != m.Mesh() {
		t.Errorf("nothing is added to all pairs, and it costs %+v", got)
	}
}

func TestStrided(t *testing.T) {
	m := machine(t, 64, 8, "rc")
	if c := m.CostOf(Strided(2)); c.Peers != 31 || c.Remote != 28 || c.QPsPerNode != 8*28 {
		t.Errorf("every second rank: %+v", c)
	}
	if c := m.CostOf(Strided(2), pattern("ring")); c.Peers != 33 || c.Remote != 29 {
		t.Errorf("every second rank and a ring: %+v", c)
	}
	if c := m.CostOf(Strided(2), pattern("alltoall")); c != m.Mesh() {
		t.Errorf("every second rank and all: %+v", c)
	}
	if c, want := m.CostOf(Strided(1)), m.Mesh(); c != want {
		t.Errorf("every rank: %+v, want %+v", c, want)
	}
	if l := m.LimitsOf(Strided(4)); l.Adapter == 0 {
		t.Error("a quarter of all never passes the limit")
	}
}

func TestLimits(t *testing.T) {
	m := machine(t, 1024, 32, "rc")
	got := m.LimitsOf(pattern("alltoall"))
	// 32 (n - 32) > 262,144; 64 KiB (n - 32) + 45.7 MB > 1 GiB.
	if got.Adapter != 8256 || got.Warn != 864 || got.Memory != 15744 {
		t.Errorf("limits %+v", got)
	}
	if got := m.LimitsOf(pattern("ring")); got != (Limits{}) {
		t.Errorf("a ring passes limits %+v", got)
	}
	m.Memory = 64 << 30 // 2 GiB a rank
	if got := m.LimitsOf(pattern("alltoall")).Memory; got != 32128 {
		t.Errorf("2 GiB of a rank are passed at %d ranks", got)
	}
	ucx := machine(t, 1024, 128, "ucx:UCX_RC_MAX_NUM_EPS=100000")
	if got := ucx.LimitsOf(pattern("alltoall")); got.Adapter != 2304 {
		t.Errorf("ucx that stays on rc passes the adapter's limit at %d", got.Adapter)
	}
	ucx = machine(t, 1024, 128, "ucx")
	if got := ucx.LimitsOf(pattern("alltoall")); got.Adapter != 0 {
		t.Errorf("ucx passes the adapter's limit at %d", got.Adapter)
	}
}

// TestLimitsAreTheFirst: at the limit it is passed, one node before it is not.
func TestLimitsAreTheFirst(t *testing.T) {
	for _, name := range []string{"rc", "openib", "openib-pp", "rxm", "intel-dapl", "mvapich2", "cxi"} {
		m := machine(t, 1024, 64, name)
		for _, p := range []string{"alltoall", "star"} {
			l := m.LimitsOf(pattern(p))
			for what, n := range map[string]int{"adapter": l.Adapter, "memory": l.Memory} {
				if n == 0 {
					continue
				}
				beyond := func(n int) bool {
					c := machine(t, n, 64, name).CostOf(pattern(p))
					return what == "adapter" && c.QPsPerNode > m.MaxQP || what == "memory" && c.RankBytes() > m.MemoryLimit()
				}
				if !beyond(n) || n > 64 && beyond(n-64) {
					t.Errorf("%s over %s: the limit of the %s is not at %d", p, name, what, n)
				}
			}
		}
	}
}

func TestSettings(t *testing.T) {
	for name, want := range map[string]int64{
		"intel-dapl":                         992 * 16 * 16640,
		"intel-dapl:I_MPI_DAPL_BUFFER_NUM=4": 992 * 4 * 16640,
		"intel-dapl:I_MPI_DAPL_BUFFER_NUM=4:I_MPI_DAPL_BUFFER_ENLARGEMENT=1": 992 * 4 * 580,
		"intel-dapl:I_MPI_DAPL_BUFFER_ENLARGEMENT=0":                         992 * 16 * 16640,
		"rc:UCX_RC_MLX5_TX_QUEUE_LEN=64":                                     992 * 16 * kib,
	} {
		if got := machine(t, 1024, 32, name).Mesh().QueueBytes; got != want {
			t.Errorf("%s: %d bytes a rank, want %d", name, got, want)
		}
	}
	if got := machine(t, 1024, 32, "dc:UCX_DC_MLX5_NUM_DCI=8"); got.Transport.PoolQPs != 8 || got.Transport.Fixed != ucxReceivePool+ucxSendChunk+8*ucxDCIQueue {
		t.Errorf("8 initiators: %+v", got.Transport)
	}
	for _, bad := range []string{"rc:", "rc:X=1", "ud:UCX_TLS=rc", "rc:UCX_RC_MLX5_TX_QUEUE_LEN=0", "rc:UCX_RC_MLX5_TX_QUEUE_LEN=many", "rc:UCX_RC_MLX5_TX_QUEUE_LEN"} {
		if _, err := Lookup(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Patterns {
		for _, n := range append([]string{p.Name}, p.Aliases...) {
			if seen[n] {
				t.Errorf("pattern %q stands twice", n)
			}
			seen[n] = true
		}
	}
	if _, err := LookupPattern("gossip"); err == nil {
		t.Error("an unknown pattern is accepted")
	}
}

func TestKnobs(t *testing.T) {
	for name, want := range map[string][]string{
		"rc":         {"UCX_TLS=dc,sm,self"},
		"intel-dapl": {"UCX_TLS=dc,sm,self", "Intel MPI up to 2018, ignored from 2019 on: ", "I_MPI_DAPL_BUFFER_NUM", "I_MPI_DAPL_BUFFER_ENLARGEMENT=1", "I_MPI_OFA_USE_XRC=1", "I_MPI_OFA_DYNAMIC_QPS=1"},
		"openib":     {"UCX_TLS", "Open MPI 4 openib, gone from Open MPI 5: btl_openib_receive_queues"},
		"mvapich2":   {"MV2_USE_UD_HYBRID=1"},
	} {
		got := KnobText(Connections, machine(t, 64, 8, name).Transport)
		if name == "mvapich2" && strings.Contains(got, "UCX_TLS") {
			t.Errorf("%s: %q", name, got)
		}
		at := -1
		for _, w := range want {
			i := strings.Index(got, w)
			if i <= at {
				t.Errorf("%s: %q lacks %q, or has it too early", name, got, w)
			}
			at = i
		}
	}
}
