package fabric

// CostOf works out what patterns cost together: the peers of a rank in all of them add up, without those that occur twice.
// Ranks are numbered along the nodes. Of the nodes the first, which holds the hubs, one in the middle and the last full one
// are looked at; the figures are those of the rank and of the node that have most.
func (m Machine) CostOf(patterns ...Pattern) Cost {
	t := m.net()
	c := Cost{FixedBytes: t.Fixed, Connections: !t.Connectionless}
	full := max(m.Ranks/m.PPN, 1)
	seen := map[int]bool{}
	for _, node := range []int{0, full / 2, full - 1} {
		if !seen[node] {
			seen[node] = true
			m.addNode(&c, node, patterns)
		}
	}
	return c
}

// addNode raises c to the figures of a node.
func (m Machine) addNode(c *Cost, node int, patterns []Pattern) {
	t := m.net()
	var qps, bytes int64
	for rank := node * m.PPN; rank < min((node+1)*m.PPN, m.Ranks); rank++ {
		p := m.peersOf(rank, patterns)
		links := m.links(p.remote, p.nodes)
		own, queue := t.PoolQPs+links*t.QPs, m.queueBytes(p.remote, links)
		c.Peers, c.Remote = max(c.Peers, p.all), max(c.Remote, p.remote)
		c.QPsPerRank, c.QueueBytes = max(c.QPsPerRank, own), max(c.QueueBytes, queue)
		qps += own
		bytes += queue
	}
	c.QPsPerNode, c.NodeBytes = max(c.QPsPerNode, qps), max(c.NodeBytes, bytes)
}

// peerCount is how many peers a rank has, how many of these on other nodes, and on how many of them.
type peerCount struct{ all, remote, nodes int64 }

func (m Machine) peersOf(rank int, patterns []Pattern) peerCount {
	first := rank / m.PPN * m.PPN
	last := min(first+m.PPN, m.Ranks)
	step := 0
	for _, p := range patterns {
		if p.all != nil && p.all(rank, m.Ranks) {
			return peerCount{int64(m.Ranks - 1), int64(m.Ranks - (last - first)), int64(m.Nodes() - 1)}
		}
		if p.step > 0 && (step == 0 || p.step < step) {
			step = p.step // the coarser ones are not added
		}
	}
	set := m.listed(rank, step, patterns)
	out := peerCount{all: int64(len(set))}
	nodes := map[int]bool{}
	for peer := range set {
		if peer < first || peer >= last {
			out.remote++
			nodes[peer/m.PPN] = true
		}
	}
	out.nodes = int64(len(nodes))
	if step > 0 {
		all, near := strided(rank, 0, m.Ranks, step)-1, strided(rank, first, last, step)-1
		out.all, out.remote = out.all+all, out.remote+all-near
		out.nodes = min(max(out.nodes, all-near), int64(m.Nodes()-1))
	}
	return out
}

// listed is the set of a rank's peers that are no multiple of step away.
func (m Machine) listed(rank, step int, patterns []Pattern) map[int]bool {
	set := map[int]bool{}
	for _, p := range patterns {
		if p.peers == nil {
			continue
		}
		p.peers(rank, m.Ranks, func(peer int) {
			if peer >= 0 && peer < m.Ranks && peer != rank && (step == 0 || (peer-rank)%step != 0) {
				set[peer] = true
			}
		})
	}
	return set
}

// strided counts the ranks from first up to last that are a multiple of step away from rank, which is one of them.
func strided(rank, first, last, step int) int64 {
	return int64((rank-first)/step + (last-1-rank)/step + 1)
}

// maxRanks bounds the search for limits.
const maxRanks = 1 << 22

// Limits are the numbers of ranks, with as many on a node as m has, from which a pattern is beyond a limit; 0 for none below
// four million.
type Limits struct {
	Adapter int // queue pairs of a node above the adapter's
	Warn    int // the same above WarnShare of them
	Memory  int // bytes of a rank above MemoryLimit
}

// LimitsOf returns where patterns pass the limits of m.
func (m Machine) LimitsOf(patterns ...Pattern) Limits {
	cost := func(n int) Cost {
		at := m
		at.Ranks, at.PPN = n, min(m.PPN, n)
		return at.CostOf(patterns...)
	}
	return m.limits(cost)
}

// LimitsFor is LimitsOf for a rank with 1/share of the others as peers.
func (m Machine) LimitsFor(share int64, shape Shape) Limits {
	return m.limits(func(n int) Cost {
		at := m
		at.Ranks, at.PPN = n, min(m.PPN, n)
		return at.Cost(int(int64(n-1)/share), shape)
	})
}

// limits searches with a function that works out the cost for a number of ranks.
func (m Machine) limits(cost func(n int) Cost) Limits {
	warn := int64(WarnShare * float64(m.MaxQP))
	return Limits{
		Adapter: m.passes(func(n int) bool { return cost(n).QPsPerNode > m.MaxQP }),
		Warn:    m.passes(func(n int) bool { return cost(n).QPsPerNode > warn }),
		Memory:  m.passes(func(n int) bool { return cost(n).RankBytes() > m.MemoryLimit() }),
	}
}

// passes returns the smallest multiple of the ranks on a node from which beyond holds. Costs rise with the ranks but where
// the transport changes.
func (m Machine) passes(beyond func(n int) bool) int {
	from := 1
	for _, to := range m.bends() {
		if n := m.search(from, to, beyond); n > 0 {
			return n
		}
		from = to/m.PPN + 1
	}
	return 0
}

// bends lists the numbers of ranks after which the transport changes, in order, and maxRanks.
func (m Machine) bends() []int {
	out := []int{}
	if t := m.Transport; t.Above > 0 && t.Above < maxRanks {
		out = append(out, int(t.Above))
	}
	if t := m.Transport; t.LimitFrom > 0 && t.LimitFrom < maxRanks {
		out = append(out, int(t.LimitFrom)-1)
	}
	return append(out, maxRanks)
}

// search looks for the smallest number of ranks beyond a limit, from first nodes up to a number of ranks.
func (m Machine) search(first, to int, beyond func(n int) bool) int {
	low, high := first, to/m.PPN
	if low > high || !beyond(high*m.PPN) {
		return 0
	}
	for low < high {
		mid := low + (high-low)/2
		if beyond(mid * m.PPN) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low * m.PPN
}
