package fabric

import "time"

const (
	// regFixed is the cost of a registration whatever its size: UCX's own model has 16 µs + 0.06 ns a byte (U ib_md.c:56-60).
	regFixed = 16 * time.Microsecond
	// regPerByte is in nanoseconds: 256 GB took more than 20 s (l#4738) and 500 GB 49.2 s (kvcache-ai/Mooncake#855): 0.08 to 0.1.
	regPerByte = 0.08
	// deregPerByte is in nanoseconds: 500 GB took 11.75 s (the same source).
	deregPerByte = 0.025
	// residentPerByte and residentDeregPerByte, in nanoseconds, hold for pages that are in memory already, on one adapter: 500 GB
	// of initialised memory on several adapters at once took 11.66 s and 1.46 s (kvcache-ai/Mooncake#855).
	residentPerByte      = 0.0233
	residentDeregPerByte = 0.0029
	// faultPerPage is the first touch of a page of PageSize bytes [?].
	faultPerPage = 250 * time.Nanosecond
	// PageSize is the size of a small page.
	PageSize = 4096
	// CacheHit is the look-up of a buffer that is registered already.
	CacheHit = 50 * time.Nanosecond
)

// RegisterTime is how long the registration of a buffer of that many bytes takes.
func RegisterTime(bytes int64) time.Duration {
	return regFixed + time.Duration(regPerByte*float64(bytes))
}

// DeregisterTime is how long giving a registration up takes.
func DeregisterTime(bytes int64) time.Duration {
	return time.Duration(deregPerByte * float64(bytes))
}

// ResidentTime is how long registering a buffer and giving it up again takes at least: one adapter, and pages that are in memory.
// RegisterTime counts on pages that have to be brought in and is what a fresh buffer pays.
func ResidentTime(bytes int64) time.Duration {
	return regFixed + time.Duration((residentPerByte+residentDeregPerByte)*float64(bytes))
}

// FaultTime is how long the page faults of the first touch of fresh pages take.
func FaultTime(bytes int64) time.Duration {
	return time.Duration((bytes+PageSize-1)/PageSize) * faultPerPage
}

// Formula is RegisterTime in words.
const Formula = "16 µs + 0.08 ns per byte"

// Tier says how likely a message's buffer is registered rather than copied.
type Tier uint8

// Tiers of registration.
const (
	Never   Tier = iota // below 2 KiB: copied through memory that is registered already, on every stack
	Perhaps             // 2 to 16 KiB: on some
	Likely              // 16 to 256 KiB: on most
	Certain             // above 256 KiB
)

// TierOf returns the tier of a message of that many bytes.
func TierOf(bytes int64) Tier {
	switch {
	case bytes < 2*kib:
		return Never
	case bytes < 16*kib:
		return Perhaps
	case bytes <= 256*kib:
		return Likely
	}
	return Certain
}

// String returns the tier as it reads before "registered".
func (t Tier) String() string {
	return [...]string{"never", "perhaps", "likely", "certainly"}[t]
}

// Stack is one implementation's size from which a user buffer is registered.
type Stack struct {
	Name string
	From int64 // bytes: the smallest message that may be registered
	Sure int64 // bytes: the smallest message that is registered on both sides
}

// Stacks lists when the stacks register: sizes are the first byte count of the tier.
var Stacks = []Stack{
	{"UCX mlx5", 2008, 17298},                   // UCX's questions and answers
	{"UCX mlx4", 5561, 170484},                  // u#4684
	{"Open MPI openib", 12289, 256*kib + 1},     // F; fragments between are copied
	{"rxm over verbs", 16*kib + 1, 128*kib + 1}, // L fi_rxm.7.md:137-157; SAR copies between
	{"cxi", 16385, 16385},                       // L fi_cxi.7.md
	{"MVAPICH2", 16*kib + 1, 128*kib + 1},       // 8 to 128 KiB by architecture, 16 KiB the most frequent
	{"Intel DAPL", 16457, 16457},                // UD direct copy
}
