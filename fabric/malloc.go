package fabric

// MallocFate is what glibc does with the pages of a block that is freed and acquired again in each pass.
type MallocFate uint8

// Fates of a freed block.
const (
	// Kept: the block stays in the heap and the same size usually comes back at the same address: the registration cache
	// still knows it.
	Kept MallocFate = iota
	// MappedFirst: at or above the initial mmap threshold. The first free raises the threshold to the block's size, so
	// that later passes are served from the heap, whose top is trimmed above twice the threshold.
	MappedFirst
	// Unmapped: above the largest mmap threshold; every pass maps and unmaps: pages, faults and registration are lost each time.
	Unmapped
)

const (
	// MmapThreshold is the initial M_MMAP_THRESHOLD of glibc, mallopt(3).
	MmapThreshold = 128 << 10
	// MmapThresholdMax is the size up to which the threshold rises by itself on 64-bit machines (DEFAULT_MMAP_THRESHOLD_MAX), mallopt(3).
	MmapThresholdMax = 32 << 20
)

// MallocFateOf returns what happens to a block of that many bytes.
func MallocFateOf(bytes int64) MallocFate {
	switch {
	case bytes < MmapThreshold:
		return Kept
	case bytes <= MmapThresholdMax:
		return MappedFirst
	}
	return Unmapped
}

// String says in words what happens to the block's pages.
func (f MallocFate) String() string {
	switch f {
	case Kept:
		return "glibc keeps the pages, so that the same address usually comes back"
	case MappedFirst:
		return "glibc gives the first one's pages back to the system and keeps those of later ones, so that the same address usually comes back unless sizes vary"
	}
	return "glibc unmaps it and gives the pages back to the system at every free"
}
