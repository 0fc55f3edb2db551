package fabric

// Limits that programs run into when they make MPI objects again and again.
const (
	// ContextIDsMPICH is about how many communicators MPICH can have at once (m#1768).
	ContextIDsMPICH = 2048
	// ContextIDsIntel is the same for Intel MPI 2017.
	ContextIDsIntel = 16384
	// ContextIDsOpenMPI is about the same for Open MPI.
	ContextIDsOpenMPI = 65536
	// LiveWindows is a number of windows at which a program ran out of registrations (o#6275).
	LiveWindows = 918
)

// RegistrationCache is how many regions an implementation keeps registered.
type RegistrationCache struct {
	Name    string
	Regions func(ranks int) int // 0 for no limit
	Knob    string
}

func fixedRegions(n int) func(int) int { return func(int) int { return n } }

// RegistrationCaches lists the caches.
var RegistrationCaches = []RegistrationCache{
	{"UCX", fixedRegions(0), "UCX_RCACHE_MAX_REGIONS, UCX_RCACHE_MAX_SIZE"},
	{"libfabric", fixedRegions(1024), "FI_MR_CACHE_MAX_COUNT"}, // L util_mr_cache.c:49
	{"cxi", fixedRegions(4096), "FI_MR_CACHE_MAX_COUNT"},
	{"MVAPICH2", func(n int) int { return min(8192+2*n, 16384) }, "MV2_NDREG_ENTRIES"}, // V
}

// Adapter is how many queue pairs an adapter, and so a node with one of them, can have.
type Adapter struct {
	Name   string
	MaxQP  int64
	Source string
}

// Adapters lists limits that were published.
var Adapters = []Adapter{
	{"Connect-IB", DefaultMaxQP, "l#7368, where a run fails at 130,763"},
	{"another adapter", 131_073, "reported, the adapter is not named [?]"},
}
