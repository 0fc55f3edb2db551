package fabric

import "fmt"

// Allocator says who manages the memory of a buffer.
type Allocator uint8

// Allocators.
const (
	Glibc      Allocator = iota // malloc, new, containers
	GoHeap                      // make, new, append
	Registered                  // MPI_Alloc_mem, MPI_Win_allocate, device memory: mapped or registered by every call
)

// Buffer is a buffer that is acquired again and again.
type Buffer struct {
	Bytes     int64  // 0 when not known
	Size      string // the size as it reads in the program, for an unknown number of bytes; may be empty
	When      string // how often: "in every pass of the loop", "in every call"
	Many      bool   // a block for each message rather than one
	Allocator Allocator
}

// BufferCost says what acquiring b anew costs: how often it is registered, how long that takes, with figures where its size is
// known and else by message size, and whether its pages go back to the system.
func BufferCost(b Buffer) string {
	switch {
	case b.Bytes <= 0:
		return b.unknownSize()
	case TierOf(b.Bytes) == Never:
		return fmt.Sprintf("%s are copied through memory that is registered already: only the allocation itself is paid %s", Bytes(b.Bytes), b.When)
	}
	return b.known()
}

// registrations says how many there are.
func (b Buffer) registrations() string {
	if b.Many {
		return "a registration for each message " + b.When
	}
	return "1 registration " + b.When
}

func (b Buffer) known() string {
	reg, faults := Duration(RegisterTime(b.Bytes)), Duration(FaultTime(b.Bytes))
	head := fmt.Sprintf("%s are %s registered: %s, about %s, and %s of first-touch page faults", Bytes(b.Bytes), TierOf(b.Bytes), b.registrations(), reg, faults)
	switch b.Allocator {
	case GoHeap:
		return head + "; a fresh slice usually has another address, and the collector gives pages back without telling the library"
	case Registered:
		return fmt.Sprintf("%s are mapped and may be registered %s: about %s, and %s of first-touch page faults; the pages go back to the system at every release",
			Bytes(b.Bytes), b.When, reg, faults)
	}
	if MallocFateOf(b.Bytes) == Unmapped {
		all := RegisterTime(b.Bytes) + DeregisterTime(b.Bytes) + FaultTime(b.Bytes)
		return fmt.Sprintf("%s, and %s of deregistration, since %s: %s %s", head, Duration(DeregisterTime(b.Bytes)), MallocFateOf(b.Bytes), Duration(all), b.When)
	}
	return fmt.Sprintf("%s; %s, which makes it a cache hit (%s)", head, MallocFateOf(b.Bytes), Duration(CacheHit))
}

// sizes are the messages that figures are given for when the size is not known.
var sizes = []int64{64 * kib, mib, 64 * mib}

func (b Buffer) unknownSize() string {
	formula := Formula
	if b.Size != "" {
		formula += " (" + b.Size + ")"
	}
	text := fmt.Sprintf("%s of %s where the message is above the zero-copy threshold (2 to 16 KiB)", b.registrations(), formula)
	for i, n := range sizes {
		lead := ", "
		if i == 0 {
			lead = ": "
		}
		text += fmt.Sprintf("%s%s for %s", lead, Duration(RegisterTime(n)), Bytes(n))
	}
	switch b.Allocator {
	case GoHeap:
		return text + "; a fresh slice usually has another address, and the collector gives pages back without telling the library"
	case Registered:
		return text + "; the memory is mapped anew and its pages go back to the system each time"
	}
	return text + "; above 32 MiB glibc gives the pages back to the system at every free, below it keeps them, and a block of the same size is a cache hit"
}
