package fabric

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bytes writes a size with its binary unit: "64 KiB", "1.9 GiB", "512 bytes".
func Bytes(n int64) string {
	switch {
	case n >= gib-mib/2: // not 1024 MiB
		return unit(float64(n)/float64(gib), "GiB")
	case n >= mib-kib/2:
		return unit(float64(n)/float64(mib), "MiB")
	case n >= kib:
		return unit(float64(n)/float64(kib), "KiB")
	case n == 1:
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// unit writes two significant figures below ten and whole numbers above.
func unit(v float64, name string) string {
	if v < 9.95 {
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") + " " + name
	}
	return strconv.FormatFloat(v, 'f', 0, 64) + " " + name
}

// Count writes a whole number with thousands separated by commas.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Duration writes a time with a unit that suits its size: "50 ns", "21 µs", "2.7 ms", "1.5 s".
func Duration(d time.Duration) string {
	switch {
	case d >= time.Second:
		return unit(d.Seconds(), "s")
	case d >= time.Millisecond:
		return unit(float64(d)/float64(time.Millisecond), "ms")
	case d >= time.Microsecond:
		return unit(float64(d)/float64(time.Microsecond), "µs")
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

// Text says what a pattern costs: peers, queue pairs per rank and node, and queue memory per rank. hub says that the figures
// are those of the hub of a star and its node.
func (m Machine) Text(c Cost, hub bool) string {
	who, node := "per rank", "per node"
	if hub {
		who, node = "at the hub", "on its node"
	}
	machine := fmt.Sprintf("on %s ranks with %d a node over %s", Count(int64(m.Ranks)), m.PPN, m.Transport.Name)
	pools := ""
	if c.FixedBytes > 0 {
		pools = " and " + Bytes(c.FixedBytes) + " of pools"
	}
	if !c.Connections {
		return fmt.Sprintf("%s peers %s %s cost no queue pairs of their own, the pool takes %s queue pairs %s and %s of memory per rank, and the peers %s",
			Count(c.Peers), who, machine, Count(c.QPsPerRank), "per rank", Bytes(c.FixedBytes), Bytes(c.QueueBytes))
	}
	return fmt.Sprintf("%s peers %s %s: %s queue pairs %s, %s %s, %s of queue memory %s%s",
		Count(c.Peers), who, machine, Count(c.QPsPerRank), who, Count(c.QPsPerNode), node, Bytes(c.QueueBytes), who, pools)
}

// PeerText says what one more peer on another node costs.
func (m Machine) PeerText() string {
	t := m.net()
	if t.Connectionless {
		return fmt.Sprintf("no queue pair and %s over %s", Bytes(t.peerBytes()), t.Name)
	}
	per := ""
	if t.PerNode {
		per = " for its node"
	}
	return fmt.Sprintf("%s and %s%s over %s", plural(t.QPs, "queue pair"), Bytes(t.peerBytes()), per, t.Name)
}

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// LimitText says from how many ranks on the limits of m are passed; empty when none is.
func (m Machine) LimitText(l Limits) string {
	var parts []string
	if l.Adapter > 0 {
		parts = append(parts, fmt.Sprintf("the adapter's %s queue pairs are passed from %s ranks on", Count(m.MaxQP), Count(int64(l.Adapter))))
	}
	if l.Memory > 0 {
		parts = append(parts, fmt.Sprintf("%s per rank from %s ranks on", Bytes(m.MemoryLimit()), Count(int64(l.Memory))))
	}
	return strings.Join(parts, ", ")
}
