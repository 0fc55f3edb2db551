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
	Allocator Allocator
}

// BufferCost says what acquiring b anew costs: with figures where its size is known, else as a formula.
func BufferCost(b Buffer) string {
	if b.Bytes <= 0 {
		return unknownSize(b)
	}
	if TierOf(b.Bytes) == Never {
		return fmt.Sprintf("%s are copied through memory that is registered already: only the allocation itself is paid %s", Bytes(b.Bytes), b.When)
	}
	reg := Duration(RegisterTime(b.Bytes))
	faults := fmt.Sprintf("first-touch page faults %s", Duration(FaultTime(b.Bytes)))
	known := fmt.Sprintf("%s are %s registered, about %s", Bytes(b.Bytes), TierOf(b.Bytes), reg)
	switch b.Allocator {
	case GoHeap:
		return fmt.Sprintf("%s, and a fresh slice usually has another address: registration and %s are paid %s", known, faults, b.When)
	case Registered:
		return fmt.Sprintf("the memory is mapped and may be registered %s: about %s, and %s", b.When, reg, faults)
	}
	if MallocFateOf(b.Bytes) == Unmapped {
		all := RegisterTime(b.Bytes) + DeregisterTime(b.Bytes) + FaultTime(b.Bytes)
		return fmt.Sprintf("%s: registration %s, deregistration %s, %s: %s %s", MallocFateOf(b.Bytes), reg,
			Duration(DeregisterTime(b.Bytes)), faults, Duration(all), b.When)
	}
	return fmt.Sprintf("%s, and %s; %s (a cache hit, %s), else both are paid %s", known, faults, MallocFateOf(b.Bytes),
		Duration(CacheHit), b.When)
}

func unknownSize(b Buffer) string {
	size := "size"
	if b.Size != "" {
		size = b.Size
	}
	text := fmt.Sprintf("registration takes %s (%s) %s where the message is above the zero-copy threshold (2 to 16 KiB)", Formula, size, b.When)
	switch b.Allocator {
	case GoHeap:
		return text + ", and a fresh slice usually has another address"
	case Registered:
		return text + ", and the memory is mapped anew each time"
	}
	return text + "; glibc unmaps blocks above 32 MiB at every free, below it keeps the pages while sizes do not vary"
}
