package fabric

import (
	"math"
	"strings"
	"testing"
	"time"
)

func machine(t *testing.T, ranks, ppn int, transport string) Machine {
	t.Helper()
	m, err := NewMachine(ranks, ppn, transport, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// within reports whether got is want up to a relative difference.
func within(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*want }

func TestAdapterLimit(t *testing.T) {
	m := machine(t, 1024, 32, "rc")
	if m.MaxQP != 262_144 {
		t.Errorf("the limit is %d, want 262144", m.MaxQP)
	}
	for limit, want := range map[int64]bool{262_144: true, 131_073: true, 1 << 20: false} {
		m.MaxQP = limit
		if got := m.Heavy(m.Mesh()); got != want {
			t.Errorf("limit %d: heavy is %v, want %v", limit, got, want)
		}
	}
}

func TestConnectionlessIsNotFree(t *testing.T) { // m#7199: 22.5 to 68.1 GB a socket from 32 to 768 nodes
	small, large := machine(t, 32*96, 96, "cxi").Mesh(), machine(t, 768*96, 96, "cxi").Mesh()
	socket := float64(48*(large.RankBytes()-small.RankBytes())) / 1e9
	if !within(socket, 68.1-22.5, 0.10) {
		t.Errorf("a socket of 48 ranks grows by %.1f GB, measured 45.6", socket)
	}
}

func TestQueuePairsGrowWithRanksAndPPN(t *testing.T) {
	base := machine(t, 10_000, 10, "rc").Mesh().QPsPerNode
	for _, m := range []Machine{machine(t, 20_000, 10, "rc"), machine(t, 10_000, 20, "rc")} {
		if got := m.Mesh().QPsPerNode; !within(float64(got), 2*float64(base), 0.01) {
			t.Errorf("%d ranks at %d: %d queue pairs a node, want twice %d", m.Ranks, m.PPN, got, base)
		}
	}
}

func TestTransports(t *testing.T) {
	for _, c := range []struct {
		name  string
		qps   int64 // a node, all pairs of 1024 ranks at 32
		queue int64 // bytes a rank
	}{
		{"rc", 31_744, 992 * 64 * kib},
		{"dc", 32 * 32, 992 * kib},
		{"ud", 32, 992 * kib},
		{"xrc", 32 * 31, 31 * 16 * kib},
		{"openib", 4 * 31_744, 992*64*kib + 16*17*12*kib},
		{"openib-pp", 31_744, 992 * 16 * mib},
		{"mvapich2", 32 * 128, 128*16*kib + 864*kib},
		{"rxm", 31_744, 992 * 2 * mib},
		{"intel-dapl", 31_744, 992 * 266_240},
		{"cxi", 0, 992 * 13_000},
	} {
		got := machine(t, 1024, 32, c.name).Mesh()
		if got.QPsPerNode != c.qps || got.QueueBytes != c.queue {
			t.Errorf("%s: %d queue pairs, %d bytes; want %d, %d", c.name, got.QPsPerNode, got.QueueBytes, c.qps, c.queue)
		}
	}
	if _, err := NewMachine(4, 2, "tcp", 0); err == nil || !strings.Contains(err.Error(), "tcp") {
		t.Errorf("an unknown transport gives %v", err)
	}
}

func TestStarAndBruck(t *testing.T) {
	m := machine(t, 1024, 32, "rc")
	if hub := m.Hub(); hub.QPsPerRank != 992 || hub.QPsPerNode != 992 || hub.Peers != 1023 {
		t.Errorf("hub: %+v", hub)
	}
	if b := m.Bruck(); b.Peers != 20 || b.Remote != 10 || m.Heavy(b) {
		t.Errorf("bruck: %+v", b)
	}
	one := machine(t, 16, 32, "rc")
	if c := one.Mesh(); c.QPsPerNode != 0 || c.Peers != 15 {
		t.Errorf("one node: %+v", c)
	}
}

func TestRegistration(t *testing.T) {
	if got := RegisterTime(500e9); !within(got.Seconds(), 49.2, 0.60) {
		t.Errorf("500 GB take %v, measured 49.2 s", got)
	}
	if got := DeregisterTime(500e9); !within(got.Seconds(), 11.75, 0.10) {
		t.Errorf("500 GB take %v to give up, measured 11.75 s", got)
	}
	if got := RegisterTime(256e9); got < 20*time.Second {
		t.Errorf("256 GB take %v, measured more than 20 s", got)
	}
	for size, want := range map[int64]Tier{2047: Never, 2048: Perhaps, 16 * kib: Likely, 256 * kib: Likely, 256*kib + 1: Certain} {
		if got := TierOf(size); got != want {
			t.Errorf("%d bytes are %v registered, want %v", size, got, want)
		}
	}
}

func TestMallocFate(t *testing.T) {
	for size, want := range map[int64]MallocFate{127 * kib: Kept, 128 * kib: MappedFirst, 32 * mib: MappedFirst, 32*mib + 1: Unmapped} {
		if got := MallocFateOf(size); got != want {
			t.Errorf("%d bytes: %v, want %v", size, got, want)
		}
	}
}

func TestBufferCost(t *testing.T) {
	for _, c := range []struct {
		b    Buffer
		want []string
	}{
		{Buffer{Bytes: 100, When: "in every pass"}, []string{"100 bytes", "copied", "in every pass"}},
		{Buffer{Bytes: 64 * kib, When: "in every pass"}, []string{"64 KiB", "likely registered", "21 µs", "50 ns"}},
		{Buffer{Bytes: 64 * mib, When: "in every call"}, []string{"unmaps", "1 registration in every call, about 5.4 ms", "system", "11 ms in every call"}},
		{Buffer{Size: "n * 8", When: "in every pass"}, []string{Formula, "n * 8"}},
		{Buffer{Bytes: 64 * kib, When: "in every pass", Allocator: GoHeap}, []string{"slice"}},
	} {
		got := BufferCost(c.b)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%+v: %q lacks %q", c.b, got, w)
			}
		}
	}
}

func TestText(t *testing.T) {
	for got, want := range map[string]string{
		Bytes(512): "512 bytes", Bytes(64 * kib): "64 KiB", Bytes(3 * gib / 2): "1.5 GiB", Count(31744): "31,744", Count(-1000): "-1,000", Count(999): "999",
		Duration(21 * time.Microsecond): "21 µs", Duration(50): "50 ns", Duration(2700 * time.Microsecond): "2.7 ms",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	m := machine(t, 1024, 32, "rc")
	if got := m.Text(m.Mesh(), false); !strings.Contains(got, "1,023 peers") || !strings.Contains(got, "31,744 per node") || !strings.Contains(got, "62 MiB") {
		t.Error(got)
	}
	d := machine(t, 1024, 32, "dc")
	if got := d.Text(d.Mesh(), false); !strings.Contains(got, "no queue pairs") {
		t.Error(got)
	}
}

func TestLaws(t *testing.T) {
	for _, l := range Laws {
		for _, n := range []int{1, 2, 3, 1000} {
			if got := l.Peers(n); got < 0 || got > n-1 {
				t.Errorf("%s: %d peers of %d ranks", l.Names, got, n)
			}
		}
	}
}
