package fabric

// Shape is how the peers of a pattern are spread over the ranks.
type Shape uint8

// Shapes of patterns.
const (
	Even Shape = iota // every rank has as many peers
	Star              // one rank has that many, each of these has one
)

// Cost is what a pattern costs on a machine.
type Cost struct {
	Peers       int64 // of the rank that has most
	Remote      int64 // of these, on other nodes
	QPsPerRank  int64 // of the rank that has most
	QPsPerNode  int64 // of the node that has most
	QueueBytes  int64 // per rank: P · C
	FixedBytes  int64 // per rank: F
	NodeBytes   int64 // queue memory of the node that has most, without F
	Connections bool  // false when peers cost no queue pair
}

// RankBytes is F + P · C.
func (c Cost) RankBytes() int64 { return c.FixedBytes + c.QueueBytes }

// Cost works out what a pattern with that many peers for a rank costs.
//
// As many of the peers as possible are taken to share the node.
func (m Machine) Cost(peers int, shape Shape) Cost {
	return m.cost(int64(peers), m.remoteOf(peers), shape)
}

func (m Machine) cost(peers, remote int64, shape Shape) Cost {
	t := m.net()
	c := Cost{Peers: peers, Remote: remote, FixedBytes: t.Fixed, Connections: !t.Connectionless}
	links := m.links(remote, int64(m.Nodes()-1))
	c.QPsPerRank = t.PoolQPs + links*t.QPs
	c.QueueBytes = m.queueBytes(remote, links)
	if shape == Even {
		c.QPsPerNode = int64(m.PPN) * c.QPsPerRank
		c.NodeBytes = int64(m.PPN) * c.QueueBytes
		return c
	}
	// The hub's node: its other ranks reach the hub through shared memory.
	c.QPsPerNode = int64(m.PPN)*t.PoolQPs + links*t.QPs
	c.NodeBytes = c.QueueBytes
	return c
}

// links is how many connections remote peers on that many nodes make.
func (m Machine) links(remote, nodes int64) int64 {
	t := m.net()
	if t.PerNode {
		return min(remote, nodes)
	}
	if t.LimitFrom > 0 && int64(m.Ranks) >= t.LimitFrom {
		return min(remote, t.LimitPeers)
	}
	return remote
}

func (m Machine) queueBytes(remote, links int64) int64 {
	t := m.net()
	bytes := links*t.peerBytes() + min(remote, t.EagerPeers)*t.EagerRDMA
	if rest := remote - links; rest > 0 && !t.PerNode {
		bytes += rest * ucxEndpoint // reached by datagrams
	}
	return bytes
}

// Heavy reports whether a collective with this cost deserves a warning: queue pairs of a node above WarnShare of the adapter's,
// or queue memory of a rank above WarnMemory.
func (m Machine) Heavy(c Cost) bool {
	return float64(c.QPsPerNode) > WarnShare*float64(m.MaxQP) || c.RankBytes() > WarnMemory
}

// Mesh is the cost of all pairs.
func (m Machine) Mesh() Cost { return m.Cost(m.Ranks-1, Even) }

// Hub is the cost of a star over all ranks.
func (m Machine) Hub() Cost { return m.Cost(m.Ranks-1, Star) }
